"""Test of a game through the camera with every possible mistake: reported and fixed."""

from pathlib import Path
from random import Random

import pytest

from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.games.finstere_flure.virtual_table.game import VIRTUAL, some_game
from companion.games.finstere_flure.virtual_table.placement import place_pieces
from companion.journal import Journal
from companion.table.inference import Problems, Waiting
from companion.virtual_table.autoplay import Autoplay
from engine.finstere_flure.board import is_cell
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.game import Game
from hardware.buttons import Button, Press
from tests.companion.games.finstere_flure.virtual_table.mistakes import ClumsyHands, Mistake

pytestmark = pytest.mark.slow

#: What must be told of each mistake, among what else is wrong then: one of these.
TOLD = {
    Mistake.NOT_FLIPPED: {ProblemKind.NOT_FLIPPED},
    Mistake.TOO_FAR: {ProblemKind.TOO_FAR},
    Mistake.OTHER_PLAYER: {ProblemKind.OTHER_PLAYER},
    # A second token may be another player's, and then that is what is wrong with it.
    Mistake.TWO_TOKENS: {ProblemKind.TWO_TOKENS, ProblemKind.OTHER_PLAYER},
    Mistake.STONE_MOVED: {ProblemKind.STONE_NOT_PUSHED},
    Mistake.PUSH_FORGOTTEN: {ProblemKind.PUSH_FORGOTTEN},
    Mistake.TAKEN_AWAY: {ProblemKind.MISSING},
    Mistake.ON_A_LINE: {ProblemKind.ON_A_LINE},
}


def wait(autoplay: Autoplay, seconds: float) -> None:
    for _ in range(round(seconds / 0.5)):
        autoplay.look()


def test_every_mistake_is_told_with_its_cells_and_can_be_mended(tmp_path: Path) -> None:
    autoplay = Autoplay(VIRTUAL, some_game(3, 7), Journal.open(tmp_path / "games.sqlite"), seed=7)
    session, rng = autoplay.session, Random(7)
    clumsy = ClumsyHands(autoplay.table, rng)
    to_make = set(Mistake)
    overruled = False
    while to_make or not overruled:
        assert session.game is None or session.game.state.outcome is None, "over before all mistakes were made"
        step = session.step
        if isinstance(step, TokenStep):
            autoplay.look()
            events = legal_moves(autoplay.game, rng)
            possible = (
                (mistake, event)
                for mistake in sorted(to_make)
                for event in events
                if is_possible_mistake(clumsy, autoplay, event, mistake)
            )
            mistake, event = next(possible, (None, events[0]))
            if mistake is None and not to_make:
                # The last mistake is one that the players want to keep: house rules.
                mistake, overruled = Mistake.NOT_FLIPPED, True
            if mistake is not None:
                to_make.discard(mistake)
                make(autoplay, clumsy, event, mistake, keep=overruled)
                continue
        autoplay.pilot.act(autoplay.now)
        autoplay.look()
    kept = len(autoplay.game.events)
    while len(autoplay.game.events) < kept + 3:
        autoplay.pilot.act(autoplay.now)
        autoplay.look()
    assert autoplay.counts.problems >= len(TOLD)
    assert any(isinstance(event, TokenMoved) and event.overruled for event in autoplay.game.events)
    assert Game.replay(autoplay.game.events).state == autoplay.game.state


def legal_moves(game: Game, rng: Random) -> list[TokenMoved]:
    """Return moves by the rules that end on a cell, as chance orders them."""
    assert game.state.turn is not None
    choices = [choice for token in game.state.tokens_to_move(game.state.turn) for choice in game.token_choices(token)]
    choices = [choice for choice in choices if is_cell(choice.to)]
    return rng.sample(choices, len(choices))


def is_possible_mistake(clumsy: ClumsyHands, autoplay: Autoplay, event: TokenMoved, mistake: Mistake) -> bool:
    """Return True if the mistake is possible with this move, and is a mistake.

    A push may be left out if the token can go round; a token beside the board need not be seen.
    """
    if mistake is Mistake.PUSH_FORGOTTEN:
        choices = autoplay.game.token_choices(event.token)
        if any(choice.to == event.to and not choice.stones for choice in choices):
            return False
    if mistake is Mistake.TAKEN_AWAY:
        token = autoplay.game.state.position.token(event.token)
        if token is None or token.cell is None:
            return False
    return bool(clumsy.apply_mistake(autoplay.game, event, mistake))


def make(autoplay: Autoplay, clumsy: ClumsyHands, event: TokenMoved, mistake: Mistake, *, keep: bool) -> None:
    """Make a mistake; then lays the table as it was, or overrule on it."""
    before, step = autoplay.game, autoplay.session.step
    assert isinstance(step, TokenStep)
    for piece in clumsy.apply_mistake(before, event, mistake):
        autoplay.table.put(piece)
    wait(autoplay, 12.0)
    assert autoplay.game == before, f"{mistake} was taken for a move"
    assert isinstance(step.inference, Problems | Waiting)
    assert autoplay.session.page.name in ("problem", "tokens")
    told = {problem.kind: problem for problem in step.inference.problems}
    if mistake is Mistake.TAKEN_AWAY and isinstance(step.inference, Waiting) and step.inference.maybe:
        # It stood where it might have left: then the players are asked.
        assert autoplay.session.page.keys.advance
    else:
        assert autoplay.session.page.name == "problem"
        assert told.keys() & TOLD[mistake], f"{mistake}: told only {sorted(told)}"
        problem = told[min(told.keys() & TOLD[mistake])]
        assert problem.sentence
        assert problem.fix
        assert problem.pieces
    if keep:
        autoplay.session.press(Press(Button.ADVANCE, held=True), autoplay.now)
        assert autoplay.game.events[:-1] == before.events
        return
    place_pieces(autoplay.table, before.state.position)
    wait(autoplay, 1.0)
    assert autoplay.session.page.name == "tokens"
    assert autoplay.game == before
