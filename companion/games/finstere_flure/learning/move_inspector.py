"""Looks of a move one by one: why the monster went where it went, and what if."""

from dataclasses import replace
from functools import partial, reduce

from companion.device.sentences import together
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.learning.what_if import WhatIf
from companion.games.finstere_flure.outlook import card_outlook
from companion.games.finstere_flure.playback.board_view import BoardView
from companion.games.finstere_flure.playback.timeline import Segment, SegmentKind
from companion.games.finstere_flure.words.look_words import describe_decision, describe_unseen, summarize_decision
from companion.games.finstere_flure.words.sentences import Names
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from engine.finstere_flure.pieces import MONSTER
from engine.finstere_flure.sightlines import card_before, explained_looks, position_before
from engine.finstere_flure.trace import MonsterMove
from hardware.buttons import Button, Press


class MoveInspector:
    """Looks of a move from a step on: Draw steps forth and back, Advance asks what if."""

    def __init__(self, move: MonsterMove, step: int = 1) -> None:
        self.move = move
        self._names = Names(move.start)
        steps = range(1, len(move.steps) + 2)
        #: Each look with its step.
        self.looks = [(number, look) for number in steps for look in explained_looks(move, number)]
        self.index = next(index for index, (number, _) in enumerate(self.looks) if number >= step)
        self.what_if: WhatIf | None = None

    def press(self, press: Press) -> bool:
        """Handle a button; return False if it leaves the page."""
        if self.what_if is not None:
            if not self.what_if.press(press):
                self.what_if = None
            return True
        match press.button:
            case Button.ADVANCE:
                self.what_if = self.ask()
            case Button.DRAW:
                self.index = (self.index + (-1 if press.held else 1)) % len(self.looks)
            case Button.BACK:
                return False
        return True

    def touch(self, target: str) -> None:
        """Handle a touch of a row or a cell."""
        if self.what_if is not None:
            self.what_if.touch(target)

    def explain_ignored_touch(self, target: str) -> str:
        """Explain why a touch there did nothing."""
        return self.what_if.explain_ignored_touch(target) if self.what_if else ""

    def ask(self) -> WhatIf:
        """Return the position before the look, for trying out pieces elsewhere."""
        # After the last step nothing follows: it is asked before it.
        step = min(self.looks[self.index][0], max(1, len(self.move.steps)))
        card = card_before(self.move, step)
        return WhatIf(position_before(self.move, step), partial(card_outlook, card=card))

    @property
    def page(self) -> Page:
        """The look's lines on the board, with the reasons; or what is tried out."""
        if self.what_if is not None:
            return self.what_if.page
        step, look = self.looks[self.index]
        steps = len(self.move.steps)
        result, rule = describe_decision(look, self._names, last=step > steps)
        board = replace(BoardView.of(position_before(self.move, step)), facing=look.before, look=look)
        unseen = reduce(together, describe_unseen(look, self._names), "")
        rows = (Row(result, detail=rule), *((Row(unseen),) if unseen else ()))
        return BoardPage(
            "look",
            say("Why? Last look") if step > steps else say("Why? Step {n} of {total}", n=step, total=steps),
            board,
            summarize_decision(look, self._names),
            rows,
            Tone.NOW,
            MONSTER,
            Keys(say("What if?"), say("Next"), say("Back"), back_hold=say("Menu"), draw_hold=say("Previous")),
            one_column=True,
        )


def step_to_explain(move: MonsterMove, segment: Segment) -> int:
    """Return the step whose look belongs to a moment of the move."""
    if segment.kind in (SegmentKind.LAST_LOOK, SegmentKind.END):
        return len(move.steps) + 1
    return max(1, segment.step)
