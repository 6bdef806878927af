"""Tests of the guide's tasks done almost right: each discrepancy gets a sentence."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.games.betrayal.observation import FigurePlace, HouseObservation, TokenPlace
from companion.games.betrayal.table.layout import expected_layout
from companion.games.betrayal.table.put_right import PutHouseRightStep
from companion.games.betrayal.table.tokens import tokens_by_tag
from companion.journal import Journal
from engine.betrayal.components import Dir
from engine.betrayal.game import RULES
from engine.betrayal.house import Place, turn_matters
from engine.values import replaced
from tests.companion.games.betrayal.hand_house import open_table
from tests.companion.games.betrayal.test_table_parts import seen_of
from tests.engine.betrayal.random_games import BetrayalGame, random_game


def lying(game: BetrayalGame) -> HouseObservation:
    """Return the table as the game says."""
    tags = {token: tag for tag, token in tokens_by_tag(game.events).items()}
    monsters = {tags[token]: TokenPlace(one.room, one.stunned) for token, one in game.state.monsters.items()}
    return seen_of(game.state, monsters=monsters)


def wrong_variants(was: BetrayalGame, now: BetrayalGame) -> Iterator[tuple[str, HouseObservation]]:
    """Yield the table of `now` with one piece wrong that was moved since `was`.

    It lies turned, flipped, or elsewhere.
    """
    seen, before, wanted = lying(now), expected_layout(was.state), expected_layout(now.state)
    for room, place in wanted.rooms.items():
        if before.rooms.get(room) != place and before.rooms and turn_matters(room):
            wrong = next(turn for turn in range(4) if turn not in (place.turn, turn_of(before.rooms.get(room))))
            yield room, replace(seen, tiles={**seen.tiles, room: replaced(place, turn=wrong)})
    for who, (room, side) in wanted.figures.items():
        if before.figures.get(who) == (room, side):
            continue
        others = [other for other in wanted.rooms if other not in (room, before.figures.get(who, ("", None))[0])]
        yield who, replace(seen, figures={**seen.figures, who: FigurePlace(others[0])})
        if side is not None and before.figures.get(who, ("", None))[0] != room:
            turned = next(one for one in Dir if one is not side)
            yield who, replace(seen, figures={**seen.figures, who: FigurePlace(room, turned)})
    tags = {token: tag for tag, token in tokens_by_tag(now.events).items()}
    for token, (room, stunned) in wanted.tokens.items():
        if before.tokens.get(token, ("", False))[0] != room:
            flipped = TokenPlace(room, not stunned)
            yield token, replace(seen, monsters={**seen.monsters, tags[token]: flipped})


def turn_of(place: Place | None) -> int | None:
    return None if place is None else place.turn


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_piece_laid_almost_right_is_named(tmp_path: Path, seed: int) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session, named = open_table(journal), 0
    games = [game for game in random_game(Random(seed), 3, most=160) if RULES.over(game.state) is None][::10]
    try:
        for was, now in pairwise(games):
            for piece, seen in wrong_variants(was, now):
                session.game, session.layout = now, expected_layout(was.state)
                step = PutHouseRightStep(session)
                found = step.progress(step.tasks or (), seen)
                assert any(piece in problem.pieces for problem in found.problems), (piece, step.tasks)
                named += 1
            session.game, session.layout = now, expected_layout(was.state)
            step = PutHouseRightStep(session)
            assert step.progress(step.tasks or (), lying(now)).matches
    finally:
        journal.close()
    assert named > 20
