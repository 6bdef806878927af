"""Signs and numbers in words: what the voice is given to read."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import companion.games
from companion.device.language import COMPLETE, LOCALE_FOLDER, use_language
from companion.device.languages import readings_of
from companion.voice.wording import reading_text
from tests import ROOT


@pytest.mark.parametrize(
    ("language", "text", "read"),
    [
        ("en", "Speed −1, Might +2", "Speed minus 1, Might plus 2"),
        ("en", "c5 → c8 · flipped", "c5, c8, flipped"),
        ("en", "It counts: ▁", "It counts:"),
        ("en", "Below 3 the haunt begins, 0.1\u00a0%.", "Below 3 the haunt begins, 0.1 percent."),
        ("de", "Darrin „Flash“ Williams: Tempo −1.", "Darrin Flash Williams: Tempo minus 1."),
        ("de", "Dr. Harter hat gerudert.", "Doktor Harter hat gerudert."),
        ("de", "unter 3, 12,5 %", "unter 3, 12,5 Prozent"),
        ("fr", "Vers l’est\u00a0: Force −2, 50\u00a0%", "Vers lest : Force moins 2, 50 pour cent"),
        ("zh", "速度−1，12.5%", "速度减1，百分之12.5"),
        ("zh", "第2轮：2枚骰子，12枚，掷出2。", "第2轮：两枚骰子，12枚，掷出2。"),
    ],
)
def test_signs_are_read_as_words_of_the_language(language: str, text: str, read: str) -> None:
    use_language(language)
    assert reading_text(text) == read


@pytest.mark.parametrize("language", [code for code in COMPLETE if not readings_of(code)])
def test_words_and_names_stay_as_they_are(language: str) -> None:
    use_language(language)
    for text in ("Xaver, e10b, q5, P1A, c12, 3 x 4", "Anna-Maria B. 红方 é ü"):
        assert reading_text(text) == text


#: Folders of catalogues, those of the example packages among them.
_CATALOGUES = [
    LOCALE_FOLDER,
    *Path(companion.games.__file__).parent.glob("*/locale"),
    *ROOT.glob("examples/*/*/locale"),
]
#: The characters that Japanese voices cannot read.
_KANJI = re.compile("[㐀-鿿々]+")


@pytest.mark.parametrize("folder", _CATALOGUES, ids=lambda folder: folder.parent.name)
def test_every_japanese_text_is_read_in_kana(folder: Path) -> None:
    use_language("ja")
    with (folder / "ja/LC_MESSAGES/companion.po").open("rb") as file:
        texts = [message.string for message in read_po(file) if message.id]
    said = (reading_text("".join(text or "")) for text in texts)
    assert [unread for text in said for unread in _KANJI.findall(text)] == []
    assert len(texts) > 15


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("緑のボタンを押してください。", "みどりの ボタンを おしてください。"),
        ("赤4はa1から北へ進みます。", "あかよんわ a1から きたえ すすみます。"),
        ("これはいちばん良い手ではありません。", "これわいちばん よい てでわありません。"),
        ("はい、11個", "はい、11こ"),
        ("1人、2人、5人、1個、8個、3歩、10分", "ひとり、ふたり、5にん、いっこ、はっこ、さんぽ、じゅっぷん"),
        ("2026年4月20日", "2026ねんしがつはつか"),
        ("Xaver、e10b、q5、P1A、c12", "Xaver、e10b、q5、P1A、c12"),
        ("QRコード、1.5mm、75%", "QR コード、1てん5ミリ、75パーセント"),
    ],
)
def test_japanese_is_said_as_people_say_it(text: str, said: str) -> None:
    use_language("ja")
    assert reading_text(text) == said
