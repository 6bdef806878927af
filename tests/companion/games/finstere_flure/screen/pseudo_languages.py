"""Pseudo languages that show the effect of other word lengths and letters on the screens."""

import re
from gettext import NullTranslations

_HANZI = "黑暗地板棋子怪物石头水晶转身传送门血池入口出口城堡回合阶段纸牌玩家移动推开翻面等待确认返回"


class Longer(NullTranslations):
    """English, every text two fifths longer, with a word as long as German ones are."""

    def gettext(self, message: str) -> str:
        extra = round(len(message) * 0.4)
        return f"{message} {'überlängenzugabe'[: max(1, extra - 1)]}{' zugabe' * (max(0, extra - 17) // 7)}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002
        return self.gettext(message)


class Hanzi(Longer):
    """Meaningless Chinese characters: two for a word, no spaces, Chinese full stops and commas."""

    def gettext(self, message: str) -> str:
        parts = re.findall(r"\{\w+\}|[a-zA-Z']+|[0-9]+|[.,:;?!]", message)
        return "".join(self._part(part) for part in parts)

    def _part(self, part: str) -> str:
        if part[0] in "{0123456789":
            return part
        if part in ".,:;?!":
            return {".": "。", ",": "，", ":": "：", ";": "；", "?": "？", "!": "！"}[part]
        start = sum(map(ord, part)) % (len(_HANZI) - 1)
        return _HANZI[start : start + 2]
