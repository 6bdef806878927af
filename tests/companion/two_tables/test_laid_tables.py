"""Pieces of a virtual table that joins or continues: they lie as after the set-up."""

from pathlib import Path

import pytest

from companion.games.coach_ride.mat import CoachCard
from companion.games.lifeboat.mat import BoatCard
from companion.games.lifeboat.placement import open_rows
from companion.games.lifeboat.tags import character_tag
from companion.table.put_right import PutRightStep
from engine.coach_ride.cards import Person
from engine.lifeboat.components import Character
from tests.companion.two_tables.test_tables import Table
from tools.walk.games import games


def continued(folder: Path, kind: str, players: int) -> Table:
    """Return a table with pieces of other players, and a game that is gone on with."""
    game = games()[kind]
    table = Table(folder, invites=False, games=(game,), is_virtual=True)
    table.session.table_game = game.table
    table.session.start(game.virtual.start(players, 7, {}))
    table.session.open_start_page()
    table.session.resume(1)
    game.virtual.bring(table.session, table.cards)
    return table


def test_in_the_boat_each_row_shows_whose_it_is_and_nobody_else_s_card_is_there(tmp_path: Path) -> None:
    table = continued(tmp_path, "lifeboat", 4)
    mat, playing = table.cards.catalogue.mat, table.session.game.state.started.players  # type: ignore[union-attr]
    for character, row in open_rows(playing).items():
        zone = mat.zone_at(*table.cards.pieces[character_tag(BoatCard.CHARACTER, character)].centre_mm)
        assert zone is not None
        assert zone.name == row
    assert not isinstance(table.session.step, PutRightStep), "nothing is left to do"
    laid = {c for c in Character if character_tag(BoatCard.POSITION, c) in table.cards.pieces}
    assert laid == {*playing}
    table.close()


@pytest.mark.parametrize("players", [3, 6])
def test_in_the_coach_each_player_has_a_person_card_and_nobody_else(tmp_path: Path, players: int) -> None:
    table = continued(tmp_path, "coach-ride", players)
    laid = {person for person in Person if f"{CoachCard.PERSON}-{person}" in table.cards.pieces}
    assert laid == {*table.session.game.state.players}  # type: ignore[union-attr]
    assert not any(table.cards.areas.shows(piece.centre_mm) for piece in table.cards.pieces.values())
    table.close()
