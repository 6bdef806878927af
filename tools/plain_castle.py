"""Whole games of Finstere Flure with plain pieces, of which only taken cells are seen.

Part of `tools.plain_games`, which has the spoilers and the table.
"""

import sys
from random import Random
from typing import Any

from companion.device.settings import NO_STICKERS, Settings
from companion.games.finstere_flure.game import GAME
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.monster import DrawStep, ShuffleStep
from companion.games.finstere_flure.table.move_played import MonsterMoveStep
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.plain_board import alike, figures, paved_cells
from companion.games.finstere_flure.table.plain_question import ALIKE
from companion.games.finstere_flure.table.put_right import PutBoardRightStep
from companion.games.finstere_flure.table.set_up import FinstereFlureSetUpStep
from companion.games.finstere_flure.table.set_up_check import BASIC_FLOOR, MONSTER_AT
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.journal import Journal
from companion.table.inference import Waiting
from companion.table.layout import PieceObservation, TableLayout
from companion.table.observation import TableObservation
from companion.table.session_start import open_session
from companion.virtual_table.bot_moves import next_move
from engine.finstere_flure.board import CELLS
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import position_after
from hardware.buttons import Button, Press
from tools.plain_record import HELD_S, HELD_SHARE, LOOK_S, PATIENCE_S, SIGHTS, SPOILED_S, Eyes, Record, simulated_looks

#: No game is longer (looks).
MOST_LOOKS = 20_000
_ADVANCE = Press(Button.ADVANCE, held=False)
_DRAW = Press(Button.DRAW, held=False)


class PlainCastle:
    """Session of one game before eyes that see only which cells are taken."""

    def __init__(
        self,
        journal: Journal,
        sight: str,
        rng: Random,
        record: Record,
        looks: str = "none",
        *,
        bots: bool = False,
        most: int = sys.maxsize,
        eyes: Eyes | None = None,
    ) -> None:
        """`looks` tells how pieces look, one of `LOOKS`; `bots` choose sensible moves.

        The game is broken off after `most` moves. `eyes` see positions.
        """
        self._most, self._eyes = most, eyes
        self._sight, self._rng, self._record, self._looks, self._bots = sight, rng, record, looks, bots
        settings = Settings(language="en", stickers=NO_STICKERS)
        self._session = open_session(journal, settings, [GAME.table], sees=True, rng=rng)
        self._now, self._number = 0.0, 0
        self._stuck: frozenset[str] = frozenset()

    def play(self, seed: int) -> None:
        """Play a whole game."""
        session, counts = self._session, self._record.counts
        session.open_start_page()
        GAME.table.begin(session, GAME.virtual.start(4, seed, {}), {})
        counts["games"] += 1
        while self._number < MOST_LOOKS:
            step, game = session.step, session.game
            if game is not None and (game.rules.over(game.state) is not None or counts["moves"] >= self._most):
                counts["rounds"] += game.state.round
                return
            match step:
                case FinstereFlureSetUpStep():
                    self._look(Position(*MONSTER_AT, (), BASIC_FLOOR), LOOK_S)
                case ShuffleStep():
                    session.press(_ADVANCE, self._now)
                case DrawStep():
                    session.press(_DRAW, self._now)
                case MonsterMoveStep():
                    step.hurry()
                case PutBoardRightStep():
                    self._put_right(step)
                case TokenStep():
                    self._hold_something(step)
                    self._move(step, self._chosen(step))
                case _:
                    session.press(_ADVANCE, self._now)
                    assert game is not None
                    self._look(game.state.position, LOOK_S)
        counts["missed"] += 1
        self._record.faults.append("no end")

    def _put_right(self, step: PutBoardRightStep) -> None:
        for _ in range(80):
            self._look(step.target, LOOK_S, spoiled=self._sight == "moment")
            if self._session.step is not step:
                return
            if step.found is not None and step.found.matches and step.found.unsure and step.age_s > 1.0:
                self._record.counts["confirmed"] += 1
                self._session.press(_ADVANCE, self._now)
                return
        self._record.counts["missed"] += 1
        self._record.faults.append(f"put right: {step.found}")
        step.overrule()

    def _chosen(self, step: TokenStep) -> TokenMoved:
        """Return the move that is made: a bot's, or one at random of any token."""
        if self._bots:
            move = next_move(RULES, step.state, self._rng)
            assert isinstance(move, TokenMoved)
            return move
        token = self._rng.choice(step.state.tokens_to_move(step.turn))
        return self._rng.choice(list(step.game.token_choices(token)))

    def _hold_something(self, step: TokenStep) -> None:
        """Hold a token over the table now and then, and lay it back: no move may come of it."""
        on_board = [token.id for token in step.state.position.tokens if token.cell is not None]
        if not on_board or self._rng.random() >= HELD_SHARE:
            return
        held = self._rng.choice(on_board)
        tokens = tuple(token for token in step.state.position.tokens if token.id != held)
        self._look(
            Position(step.state.position.monster, step.state.position.facing, tokens, step.state.position.tiles), HELD_S
        )
        self._look(step.state.position, 2.0)
        if self._session.step is not step:
            self._record.counts["not made"] += 1
            self._record.faults.append(f"taken while {held} was held")
            self._session.undo(1)

    def _move(self, step: TokenStep, move: TokenMoved) -> None:
        session, counts, before = self._session, self._record.counts, step.state.position
        after = position_after(before, move)
        counts["moves"] += 1
        counts[f"moves {_stage(step)}"] += 1
        self._stuck = frozenset(self._rng.sample(sorted(CELLS), round(len(CELLS) * SIGHTS[self._sight])))
        if taken_cells(before) == taken_cells(after):
            counts["unseen"] += 1
            step.enter_event(move)
            return
        begun, asked = self._now, False
        while self._now - begun < PATIENCE_S and session.step is step:
            spoiled = self._sight == "moment" or self._now - begun < SPOILED_S
            self._look(after, LOOK_S, spoiled=spoiled)
            if session.step is not step:
                break
            if step.alike:
                asked = True
                counts["asked"] += 1
                counts[f"asked {_stage(step)}"] += 1
                row = next(
                    (n for n, event in enumerate(step.alike) if _same(position_after(before, event), after)), None
                )
                if row is None:
                    self._record.faults.append(f"asked without {move}")
                    step.forget_observation()
                else:
                    session.touch(f"{ALIKE}{row}", self._now)
            elif isinstance(step.inference, Waiting) and len(step.inference.maybe) == 1 and step.age_s > 1.0:
                event = step.inference.maybe[0]
                if _same(position_after(before, event), after):
                    asked = True
                    counts["confirmed"] += 1
                    counts["escapes"] += move.to is Place.OUT
                    session.press(_ADVANCE, self._now)
        if session.step is step:
            counts["missed"] += 1
            self._record.faults.append(f"missed {move}: {getattr(session.page, 'caption', '')}")
            step.enter_event(move)
        elif not _same(_position_made(session, before), after):
            counts["not made"] += 1
            self._record.faults.append(f"{_made(session)} instead of {move}")
            session.undo(1)
            session.confirm_layout(layout_of(before))
            session.go_on()
            if isinstance(session.step, TokenStep):
                session.step.enter_event(move)
        elif not asked:
            self._record.waits_s.append(self._now - begun)

    def _look(self, position: Position, seconds: float, *, spoiled: bool = False) -> None:
        end = self._now + seconds
        while self._now < end:
            self._session.observe(self._observed(position, spoiled=spoiled), self._now)
            self._session.tick(self._now)
            self._session.announcements()
            self._now += LOOK_S
            self._number += 1

    def _observed(self, position: Position, *, spoiled: bool) -> TableObservation[PieceObservation]:
        """Return what is seen in one look."""
        if self._eyes is not None and (seen := self._eyes(self._session, position, self._now)) is not None:
            return seen
        taken, share = taken_cells(position), SIGHTS[self._sight]
        if spoiled and self._sight == "stuck":
            taken ^= self._stuck
        elif spoiled:
            taken ^= {cell for cell in CELLS if self._rng.random() < share}
        return TableObservation(BoardObservation(unreadable=taken, looks=self._seen_looks(position)))

    def _seen_looks(self, position: Position) -> dict[str, tuple[float, ...]]:
        if self._looks == "none":
            return {}
        sides = figures(layout_of(position)).sides
        is_coarse = self._looks == "colours"
        names = {cell: side.partition("-")[0] if is_coarse else alike(side) for side, cell in sides.items()}
        return simulated_looks(names, self._rng)


def _stage(step: TokenStep) -> str:
    return "entrance" if step.state.round == 1 else "later"


def taken_cells(position: Position) -> frozenset[str]:
    """Return the cells that figures and tiles take."""
    layout = layout_of(position)
    return frozenset(figures(layout).sides.values()) | paved_cells(layout)


def _same(made: Position, other: Position) -> bool:
    looks = [TableLayout.from_sides(figures(layout_of(position)).sides, alike) for position in (made, other)]
    return looks[0].counts == looks[1].counts


def _made(session: Any) -> TokenMoved | None:
    return next((event for event in reversed(session.game.events) if isinstance(event, TokenMoved)), None)


def _position_made(session: Any, before: Position) -> Position:
    event = _made(session)
    assert event is not None
    return position_after(before, event)
