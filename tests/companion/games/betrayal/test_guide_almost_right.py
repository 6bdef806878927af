"""Tests of the guide's tasks done almost right: each discrepancy gets a sentence."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.games.betrayal.lies import FIGURES, HousePieceKind, kind_of, name_of
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.table.layout import expected_layout
from companion.games.betrayal.table.put_right import PutHouseRightStep
from companion.games.betrayal.table.tokens import tokens_by_tag
from companion.games.betrayal.tags import TokenFace
from companion.journal import Journal
from engine.betrayal.components import Dir
from engine.betrayal.game import RULES
from engine.betrayal.house import turn_matters
from tests.companion.games.betrayal.hand_house import open_table
from tests.companion.games.betrayal.seen_house import seen_of, with_lies
from tests.engine.betrayal.random_games import BetrayalGame, random_game


def lying(game: BetrayalGame) -> HouseObservation:
    """Return the table as the game says."""
    return seen_of(game.state, {token: tag for tag, token in tokens_by_tag(game.events).items()})


def wrong_variants(was: BetrayalGame, after: BetrayalGame) -> Iterator[tuple[str, HouseObservation]]:
    """Yield the table of `now` with one piece wrong that was moved since `was`.

    It lies turned, flipped, or elsewhere.
    """
    seen, before, wanted = lying(after), expected_layout(was.state).lies, expected_layout(after.state)
    tags = {token: tag for tag, token in tokens_by_tag(after.events).items()}
    for lie in wanted.counts:
        kind, name, old = kind_of(lie.piece), name_of(lie.piece), before.get(lie.piece)
        if lie == old:
            continue
        if kind is HousePieceKind.TILE and turn_matters(name):
            wrong = next(turn for turn in range(4) if turn not in (lie.turn, None if old is None else old.turn))
            yield lie.piece, with_lies(seen, lie._replace(turn=wrong))
        if kind is HousePieceKind.EXPLORER:
            other = next(room for room in after.state.house.rooms if room not in (lie.place, old and old.place))
            yield lie.piece, with_lies(seen, lie._replace(place=other, face=""))
        if kind in FIGURES and lie.face and (old is None or old.place != lie.place):
            faces = Dir if kind is HousePieceKind.EXPLORER else TokenFace
            flipped = lie._replace(face=str(next(face for face in faces if face != lie.face)))
            shown = f"{kind}:{tags.get(name, name)}"
            yield lie.piece, with_lies(seen, flipped._replace(piece=shown))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_piece_laid_almost_right_is_named(tmp_path: Path, seed: int) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session, named = open_table(journal), 0
    games = [game for game in random_game(Random(seed), 3, most=160) if RULES.over(game.state) is None][::10]
    try:
        for was, after in pairwise(games):
            for piece, seen in wrong_variants(was, after):
                session.game, session.layout = after, expected_layout(was.state)
                step = PutHouseRightStep(session)
                found = step.progress(step.tasks or (), seen)
                assert any(piece in problem.pieces for problem in found.problems), (piece, step.tasks)
                named += 1
            session.game, session.layout = after, expected_layout(was.state)
            step = PutHouseRightStep(session)
            assert step.progress(step.tasks or (), lying(after)).matches
    finally:
        journal.close()
    assert named > 20
