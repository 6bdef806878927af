"""Monster's move as it plays at the table, after a game, or just to watch."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from companion.device.language import language_in_use
from companion.games.finstere_flure.chimes import EATEN
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.learning.move_inspector import MoveInspector, step_to_explain
from companion.games.finstere_flure.learning.what_if import WhatIf
from companion.games.finstere_flure.options import FORESIGHT
from companion.games.finstere_flure.outlook import Deck, outlook
from companion.games.finstere_flure.playback.board_view import MoveFrame
from companion.games.finstere_flure.playback.chase import chase
from companion.games.finstere_flure.playback.meal import tension_of
from companion.games.finstere_flure.playback.playback import Playback
from companion.games.finstere_flure.playback.timeline import (
    CARD_PAUSE_SHARE,
    Segment,
    SegmentKind,
    timeline,
    turning_over,
)
from companion.games.finstere_flure.table.foresight import foreseen_page, foresight_mode
from companion.games.finstere_flure.table.inspection import InspectionStep
from companion.games.finstere_flure.table.ring import eaten_pattern, move_pattern
from companion.games.finstere_flure.table.running_game import (
    FinstereFlureSession,
    has_virtual_table,
    imagined_page,
    is_told_on_table,
    last_round_text,
    running,
)
from companion.games.finstere_flure.words.heard_words import (
    describe_heard_card,
    describe_heard_end,
    describe_heard_look,
    describe_heard_losses,
    describe_heard_teleport,
)
from companion.screen.pages import Keys, Page, PlayedPage, Tone
from companion.table.put_right import PutRightStep
from companion.table.step import Step
from companion.voice import Kind, Level
from engine.finstere_flure.deck import CARDS_A_STAGE
from engine.finstere_flure.forecast import deck_to_come
from engine.finstere_flure.trace import MonsterMove
from hardware.ring.patterns import Pattern

#: So long the end of the monster's move stays before the guide follows by itself.
AFTER_MOVE_S = 2.0
#: A chase to watch begins so long before the first bite at most (seconds at speed 1), if there is a look in that time.
TO_THE_BITE_S = 9.0
#: Before the chase of a watched game what may come is shown for so long (seconds).
FORESEEN_S = 2.5
#: That chase begins so long before the bite (seconds at speed 1): the first meal comes within ten seconds.
WATCHED_TO_THE_BITE_S = 6.5
#: There are so many chases.
CHASES = 20


class MovePlayedStep(Step[FinstereFlureSession]):
    """A move of the monster plays; each kind of step says what comes after it."""

    only_shows = True
    #: Whether the move is played on no table: nobody moves anything there.
    imagined = True
    #: Whether it belongs to a game, whose players' tokens are counted.
    standing_shown = True

    def __init__(self, session: FinstereFlureSession, move: MonsterMove, *, turns_over: bool) -> None:
        """Keep `turns_over`: the screen turns the card over before the move."""
        super().__init__(session)
        self.turns_over = turns_over
        self.play(move)

    def play(self, move: MonsterMove) -> None:
        """Play this move from its beginning."""
        self.move = move
        self.playback, self.language = Playback(self._segments()), language_in_use()
        self.before = self.session.now
        self.ended: float | None = None
        self.said = ""
        #: The tokens that are lost so far, as it was told by ear.
        self.told_losses: set[str] = set()
        #: The sounds of the beat of this index that are still to come, each with its moment in the beat (seconds).
        self.cues_of, self.cues = -1, deque[tuple[float, str]]()
        #: When somebody was eaten last.
        self.bitten_at: float | None = None

    @property
    def tension(self) -> int:
        """The tension of the move's meals."""
        return tension_of(self.move.start.stage)

    def _segments(self) -> tuple[Segment, ...]:
        segments = timeline(self.move, imagined=self.imagined)
        return (turning_over(self.move), *segments) if self.turns_over else segments

    def begin(self) -> None:
        """Describe what is to be seen, as it comes; after a menu it goes on where it stood.

        The language or the speed may be other than before.
        """
        self.before, self.ended, self.language = self.session.now, None, language_in_use()
        settings = self.session.settings
        self.playback = replace(self.playback, segments=self._segments(), speed=settings.speed, hurry=settings.hurry)
        self._announce()

    def tick(self) -> None:
        """Play on; when the move is over the next step follows by itself."""
        self.playback = self.playback.advanced(max(0.0, self.session.now - self.before))
        self.before = self.session.now
        self._announce()
        if not (self.playback.at_end and not self.playback.playing):
            self.ended = None
        elif self.ended is None:
            self.ended = self.session.now
        elif self.session.now - self.ended >= AFTER_MOVE_S:
            self.over()

    def over(self) -> None:
        """Handle that the move is over, or was passed over."""
        raise NotImplementedError

    def _announce(self) -> None:
        """Say the caption when it changes, and make the sounds whose moment has come."""
        segment = self.playback.segment
        if self.cues_of != self.playback.index:
            self.cues_of, self.cues = (
                self.playback.index,
                deque(_cues(segment, self.tension, turns_over=self.turns_over)),
            )
        chimes = []
        while self.cues and self.cues[0][0] <= self.playback.elapsed_s:
            chimes.append(self.cues.popleft()[1])
        text = self._heard_caption(segment) if self.session.settings.by_ear == "short" else self.playback.caption
        text = "" if segment.kind is SegmentKind.CARD or text == self.said else text
        first_or_last = segment.kind in (SegmentKind.CARD, SegmentKind.START, SegmentKind.END)
        level = Level.PHASE if first_or_last else Level.DETAIL
        if text or chimes:
            kind = Kind.EVENT if segment.kind in (SegmentKind.START, SegmentKind.END) else Kind.NOTE
            self.session.say(text, level, chimes[0] if chimes else "", kind)
        for chime in chimes[1:]:
            self.session.say("", level, chime)
        self.said = text or self.said
        if any(chime in EATEN for chime in chimes):
            self.bitten_at = self.session.now

    def _heard_caption(self, segment: Segment) -> str:
        """Return the caption for the ear; empty where nothing happens that is worth a word.

        It tells where the monster turns, the tokens that it sees and eats, and where it ends.
        """
        lost = [token for token in segment.after.eaten if token not in segment.before.eaten]
        if segment.kind is not SegmentKind.END:
            self.told_losses.update(lost)
        match segment.kind:
            case SegmentKind.START:
                return describe_heard_card(self.move.card)
            case SegmentKind.END:
                return describe_heard_end(self.move, self.told_losses)
            case SegmentKind.LOOK if segment.look is not None:
                return describe_heard_look(segment.look, self.move)
            case SegmentKind.TELEPORT:
                return describe_heard_teleport(segment.after.monster)
        return describe_heard_losses(lost, self.move, eats=segment.meal is not None) if lost else ""

    def advance(self) -> None:
        """Skip the card, then the rest of the move; go on if it is over."""
        if self.playback.at_end:
            self.over()
            return
        if self.playback.segment.kind is SegmentKind.CARD:
            self.playback = replace(self.playback.forward(), playing=True)
        else:
            self._skip_to_end()
        self._announce()

    def hurry(self) -> None:
        """End the move at once, with its card."""
        self._skip_to_end()
        self.over()

    def _skip_to_end(self) -> None:
        while not self.playback.at_end:
            self.playback = self.playback.forward()

    def skip_to_chase(self, seconds: float = TO_THE_BITE_S) -> None:
        """Jump to the first look at somebody at most so long before the monster eats (at speed 1)."""
        segments = self.playback.segments
        bite = next(number for number, segment in enumerate(segments) if segment.bite_s is not None)
        looks = [number for number in range(bite) if segments[number].kind is SegmentKind.LOOK]
        seeing = [number for number in looks if any(line.token for line in segments[number].sights)]
        near = (
            number for number in seeing if sum(segment.default_s for segment in segments[number : bite + 1]) <= seconds
        )
        self.playback = replace(self.playback, index=next(near, looks[-1]))

    def draw_held(self) -> None:
        """Explain the look of the step that is shown."""
        step = step_to_explain(self.move, self.playback.segment)
        self.session.open(InspectionStep(self.session, MoveInspector(self.move, step)))

    def draw(self) -> None:
        """Play the move again."""
        self.playback, self.said, self.cues_of = self.playback.replayed(), "", -1

    def back(self) -> None:
        """Stop the move, or let it go on."""
        self.playback = self.playback.toggled()

    def pattern(self) -> Pattern:
        """Return the steps that are left; a flare when somebody is eaten."""
        if self.bitten_at is not None:
            flare = eaten_pattern(self.bitten_at, self.tension)
            if 0.0 <= self.session.now - self.bitten_at < flare.seconds:
                return flare
        steps = len(self.move.steps)
        return move_pattern(steps - self.playback.segment.step, steps)

    def page(self) -> Page:
        """Return the move where it is."""
        moment = MoveFrame(
            self.move,
            self._told_playback(),
            self.session.notice or self.status() if self.imagined else self.session.status,
            self.tension,
            board_shown=self.board_shown(),
            imagined=self.imagined,
            standing_shown=self.standing_shown,
        )
        keys = replace(self.keys(), draw_hold=say("Why?"))
        headline, tone = self.headline()
        return PlayedPage(
            "move",
            moment,
            self.playback.moving,
            keys,
            headline=headline,
            tone=tone,
            imagined=self.imagined,
            alone=None if moment.board_shown else replace(moment, board_shown=True),
        )

    def _told_playback(self) -> Playback:
        """Return the playback, told in the language in use, which on a phone is another one."""
        if language_in_use() == self.language:
            return self.playback
        return replace(self.playback, segments=self._segments())

    def headline(self) -> tuple[str, Tone]:
        """Return no large sentence above the move."""
        return "", Tone.PLAIN

    def board_shown(self) -> bool:
        """Return True if the board is on the page, not in a virtual table's place."""
        return not has_virtual_table(self.session)

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(
            advance=say("Go on") if self.playback.at_end else say("Skip"),
            draw=say("Replay"),
            back=say("Stop") if self.playback.playing else say("Play"),
            back_hold=self.session.menu_name,
        )


class MonsterMoveStep(MovePlayedStep):
    """The card is turned over, the monster's move plays; then the table is put right."""

    imagined = False

    session: FinstereFlureSession

    def __init__(self, session: FinstereFlureSession) -> None:
        state = running(session).state
        assert state.monster_move is not None
        # A card of a real deck has been turned over on the table already.
        is_real = not state.deck.order_known and session.chance.is_told(real=True)
        super().__init__(session, state.monster_move, turns_over=not is_real)

    def board_shown(self) -> bool:
        """Return True if no virtual table shows the move on itself."""
        return not is_told_on_table(self.session)

    @property
    def tension(self) -> int:
        """The tension by the stage, and by the cards that are left in it."""
        played = len(running(self.session).state.deck.played)
        return tension_of(self.move.start.stage, CARDS_A_STAGE - played)

    def over(self) -> None:
        """Go on to the next step."""
        self.session.go_on()

    def status(self) -> str:
        """Return the round that the move ends."""
        return last_round_text(self.session)


class WatchedChaseStep(MonsterMoveStep):
    """The first move of a game to be watched: it begins in the midst of a chase."""

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session)
        #: The cards that could come, which are shown with the risks.
        self.deck = deck_to_come(running(session).undo(1).state)
        #: They are shown until this moment; None before the first tick: the window may still be opening.
        self.foreseen_until: float | None = None
        self.skip_to_chase(WATCHED_TO_THE_BITE_S)

    @property
    def foresees(self) -> bool:
        """True while what may come is shown."""
        if not self.session.watching:
            return False
        return self.foreseen_until is None or self.session.now < self.foreseen_until

    def begin(self) -> None:
        """Wait while what may come is shown."""
        if not self.foresees:
            super().begin()

    def tick(self) -> None:
        """Play after what may come; who takes over comes to a move at once."""
        if self.foreseen_until is None:
            self.foreseen_until = self.session.now + FORESEEN_S
        if not self.session.watching:
            self.hurry()
        elif not self.foresees:
            super().tick()
        else:
            self.before = self.session.now

    def over(self) -> None:
        """Go on to the next step; put the table right automatically for those who took over hands."""
        super().over()
        step = self.session.step
        step.auto_move_requested = not self.session.watching and isinstance(step, PutRightStep)

    def page(self) -> Page:
        """Return the page of what may come, then that of the move."""
        if self.foresees:
            keys = Keys(advance=say("Turn over"), back_hold=self.session.menu_name)
            return foreseen_page(self.session, self.move.start, self.deck, keys)
        return super().page()

    def advance(self) -> None:
        """Turn the card over, or on as in every move."""
        if self.foresees:
            self.foreseen_until = self.session.now
            self.begin()
        else:
            super().advance()

    def draw(self) -> None:
        """Play the move again, if it plays already."""
        if not self.foresees:
            super().draw()

    def draw_held(self) -> None:
        """Explain the look that is shown, if one is."""
        if not self.foresees:
            super().draw_held()


class MoveReplayStep(MovePlayedStep):
    """Step that plays the monster's moves of a game one after the other.

    After the last move the page before is there again. `decks` are the cards that could come before each move: with
    foresight they are shown first, with the risks.
    """

    session: FinstereFlureSession

    def __init__(self, session: FinstereFlureSession, moves: Sequence[MonsterMove], decks: Sequence[Deck] = ()) -> None:
        self.decks = deque(decks)
        #: The cards that are shown before the move; none while it plays.
        self.foreseen: Deck = ()
        super().__init__(session, moves[0], turns_over=True)
        self.later = deque(moves)
        self.later.popleft()
        self.total = len(moves)

    def play(self, move: MonsterMove) -> None:
        """Show first what may come, then the move."""
        deck = self.decks.popleft() if self.decks else ()
        self.foreseen = () if foresight_mode(self.session) == FORESIGHT.default else deck
        super().play(move)

    def begin(self) -> None:
        """Wait while what may come is shown."""
        if not self.foreseen:
            super().begin()

    def tick(self) -> None:
        """Wait while what may come is shown."""
        if not self.foreseen:
            super().tick()

    def page(self) -> Page:
        """Return the page of what may come, then that of the move."""
        if not self.foreseen:
            return super().page()
        keys = Keys(advance=say("Turn over"), back=say("Back"), draw_hold=say("What if?"))
        return imagined_page(self.session, foreseen_page(self.session, self.move.start, self.foreseen, keys))

    def draw(self) -> None:
        """Play the move again."""
        if not self.foreseen:
            super().draw()

    def draw_held(self) -> None:
        """Explain the look that is shown, or try out what if."""
        if self.foreseen:
            what_if = WhatIf(self.move.start, partial(outlook, deck=self.foreseen))
            self.session.open(InspectionStep(self.session, what_if))
        else:
            super().draw_held()

    def over(self) -> None:
        """Play the next move, or close after the last."""
        if not self.later:
            self.session.close()
            return
        self.play(self.later.popleft())
        self.begin()

    def status(self) -> str:
        """Return which of the moves it is."""
        return say("The monster's move {n} of {total}", n=self.total - len(self.later), total=self.total)

    def overrule(self) -> None:
        """Pass over all moves."""
        self.session.close()

    def back(self) -> None:
        """Leave the page."""
        self.session.close()

    def keys(self) -> Keys:
        """Return the meaning of the buttons: they lead on or away."""
        return Keys(advance=say("Next move"), draw=say("Replay"), back=say("Back"))

    def advance(self) -> None:
        """Show the card, or play the next move."""
        if self.foreseen:
            self.foreseen = ()
            self.begin()
        else:
            self.over()


class ChaseStep(MovePlayedStep):
    """A chase for those who only want to watch the monster: it begins in its midst."""

    standing_shown = False

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session, chase(session.rng.randrange(CHASES)), turns_over=False)
        self.skip_to_chase()

    def over(self) -> None:
        """Do nothing: the end stays to be seen, and the buttons lead on."""

    def advance(self) -> None:
        """Show another chase."""
        self.play(chase(self.session.rng.randrange(CHASES)))
        self.skip_to_chase()
        self.begin()

    def back(self) -> None:
        """Leave the page."""
        self.session.close()

    def keys(self) -> Keys:
        """Return the meaning of the buttons: they lead on or away."""
        return Keys(advance=say("Another chase"), draw=say("Replay"), back=say("Back"))


def _cues(segment: Segment, tension: int, *, turns_over: bool) -> Iterator[tuple[float, str]]:
    """Yield the sounds of a beat, each with its moment in it (seconds)."""
    if segment.kind is SegmentKind.CARD:
        yield 0.0, "breath"
        yield CARD_PAUSE_SHARE * segment.motion_s, "card"
    elif segment.kind is SegmentKind.START and not turns_over:
        yield 0.0, "card"
    elif segment.kind is SegmentKind.PUSH:
        yield 0.0, "push"
    elif segment.hops:
        yield 0.0, "step"
    if segment.bite_s is not None:
        yield segment.bite_s, EATEN[tension - 1]
