"""Tests of photographs of Lifeboat: a game or a state, with hands and piles face down.

They are read again as they lie.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.lifeboat.mat import AREAS, MAT, BoatCard, BoatMode
from companion.games.lifeboat.photographs import PHOTOGRAPHS
from companion.games.lifeboat.placement import lay, open_rows
from companion.games.lifeboat.public_table import LifeboatPublicTable, table_from_state
from companion.games.lifeboat.readings import READINGS
from companion.games.lifeboat.tags import PROVISION_OF
from companion.main import main
from engine.errors import NotationError
from engine.game import Game
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from tests.companion.games.lifeboat.mat_shots import CATALOGUE, TAG

STARTED = {
    "event": "started",
    "players": ["kid", "mate", "lauren", "captain", "stephen", "frenchy"],
    "variants": [],
    "navigation": "stand-in",
}
TOOK = [{"event": "took", "by": character} for character in ("lauren", "stephen", "captain", "mate", "frenchy", "kid")]
OPEN = {
    "mate": ["knife", "oar", "water", "cash", "cash", "painting-2"],
    "kid": ["parasol"],
    "lauren": ["gaff", "medkit"],
}
FIGHT: list[Mapping[str, Any]] = [
    STARTED,
    *TOOK,
    {"event": "corrected", "set": {"open": OPEN, "row": 2}, "why": "a test"},
    {"event": "passed", "by": "lauren"},
    {"event": "demanded", "by": "stephen", "of": "kid", "for": "seat"},
    {"event": "refused", "by": "kid"},
    {"event": "joined", "by": "captain", "side": "attack"},
]


def game_of(events: list[Mapping[str, Any]]) -> Game[Any, Any]:
    return RULES.replay([RULES.event_from_json(event) for event in events])


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    lines = [{"format": "lifeboat/game", "version": 1}, *FIGHT]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def photograph(source: Path, folder: Path, *words: str) -> tuple[Path, dict[str, Any]]:
    """Return a photo of a file, and the truth."""
    photo, truth = folder / "photo.jpg", folder / "truth.json"
    assert main(["render", "--game", "lifeboat", str(source), "-o", str(photo), "--truth", str(truth), *words]) == 0
    return photo, json.loads(truth.read_text())


@pytest.mark.slow
def test_a_photo_of_a_fight_is_read_as_it_lies(
    game_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo, truth = photograph(game_file, tmp_path, "--moment", "fight", "--seed", "5")
    capsys.readouterr()
    assert main(["read", "--game", "lifeboat", "--json", "--moment", "fight", str(photo)]) == 0
    read = json.loads(capsys.readouterr().out)

    def placed(pieces: list[dict[str, Any]]) -> dict[str, Any]:
        return {piece["id"]: [piece.get(key) for key in ("zone", "place", "side")] for piece in pieces}

    assert placed(read["pieces"]) == placed(truth["pieces"])
    assert read["unreadable"] == []
    boat = {piece["id"]: (piece["place"], piece["side"]) for piece in read["pieces"] if piece["zone"] == "boat"}
    assert boat["position-stephen"] == (2, "attack")
    assert boat["position-captain"] == (3, "attack")
    assert boat["position-kid"] == (6, "defend")
    assert boat["position-mate"] == (4, "line")
    for piece, true in zip(
        *(sorted(side["pieces"], key=lambda values: values["id"]) for side in (read, truth)), strict=True
    ):
        # The upper cards of a fan lie higher than one that lies alone.
        assert piece["at_mm"] == pytest.approx(true["at_mm"], abs=2.0)
        assert abs((piece["turn_deg"] - true["turn_deg"] + 180) % 360 - 180) < 1.5
    assert truth["state"] == RULES.public_state(game_of(FIGHT).state)


@pytest.mark.slow
def test_a_state_is_photographed_like_its_game(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    public = RULES.public_state(game_of(FIGHT).state)
    state.write_text(json.dumps({"game": "lifeboat", "events": 9, "ok": True, "state": public}))
    _, truth = photograph(state, tmp_path, "--moment", "choose", "--size", "640x360")
    assert truth["pieces"] == [], "the day's card is not there yet"
    assert {"knife", "position-kid"} <= {thing["id"] for thing in truth["others"]}
    assert truth["state"] == public


def table_of(events: list[Mapping[str, Any]]) -> LifeboatPublicTable:
    game = game_of(events)
    spread = game.state.revealed[-1] if game.state.revealed else None
    return table_from_state(RULES.public_state(game.state), game.state.started.players, spread)


def test_fronts_lie_only_where_cards_lie_open() -> None:
    cards = lay(table_of(FIGHT), CATALOGUE, BoatMode.ACT, Random(1))
    up = {card.tag_id: MAT.zone_at(*card.at_mm) for card in cards if not card.face_down}
    assert {zone.name if zone else None for zone in up.values()} == {"boat", "open-1", "open-2", "open-3"}
    kinds = sorted(str(PROVISION_OF[tag]) for tag in up if tag in PROVISION_OF)
    assert kinds == sorted(card for cards in OPEN.values() for card in cards)
    down = [card for card in cards if card.face_down]
    # Three piles are not empty, and everybody holds two cards.
    assert len(down) == 3 + sum(person.hand for person in game_of(FIGHT).state.people)
    assert not any(MAT.place_at(*card.at_mm) for card in down)


def test_a_fan_shows_every_tag() -> None:
    cards = [card for card in lay(table_of(FIGHT), CATALOGUE, BoatMode.ACT, Random(2)) if card.tag_id in PROVISION_OF]
    places = [card.at_mm for card in cards if not card.face_down]
    apart = [max(abs(x - a), abs(y - b)) for n, (x, y) in enumerate(places) for a, b in places[n + 1 :]]
    assert min(apart) > 26


def test_rows_are_spread_round_the_mat() -> None:
    players = list(Character)
    assert [open_rows(players[:4])[player] for player in players[:4]] == ["open-1", "open-3", "open-5", "open-7"]
    assert len(set(open_rows(players).values())) == 7


def test_characters_lie_in_their_rows_at_the_set_up() -> None:
    cards = lay(table_of([STARTED]), CATALOGUE, BoatMode.SET_UP, Random(1))
    rows = {card.tag_id: MAT.place_at(*card.at_mm) for card in cards if TAG[card.tag_id].kind == BoatCard.CHARACTER}
    assert rows["character-kid"] == "open-1"
    assert len(set(rows.values())) == 6


def test_the_last_player_s_cards_are_spread_in_the_boat_at_the_scoring() -> None:
    spread = RULES.event_from_json(
        {"event": "revealed", "by": "kid", "love": "mate", "hate": "kid", "hand": ["cash", "compass", "water"]}
    )
    table = table_from_state(RULES.public_state(game_of(FIGHT).state), tuple(Character)[:6], spread)  # type: ignore[arg-type]
    cards = [card for card in lay(table, CATALOGUE, BoatMode.SCORING, Random(1)) if not card.face_down]
    surface = READINGS.at_moment("scoring").tags_read(CATALOGUE).mat
    boat = [card.tag_id for card in cards if (zone := surface.zone_at(*card.at_mm)) and zone.name == "boat"]
    assert boat[:2] == ["love-mate", "hate-kid"]
    assert {PROVISION_OF[tag] for tag in boat[2:]} == {Provision.CASH, Provision.COMPASS, Provision.WATER}


def test_the_day_s_card_lies_there_and_one_that_is_told_has_no_tag() -> None:
    def day_card(card_id: str | None) -> Any:
        table = LifeboatPublicTable((Character.KID,), (Character.KID,), day=True, day_id=card_id)
        (card,) = (
            piece for piece in lay(table, CATALOGUE, BoatMode.CHOOSE, Random(1)) if not piece.tag_id.startswith("pos")
        )
        assert MAT.zone_at(*card.at_mm) == MAT.zone("day")
        return card

    assert (day_card("n07").tag_id, day_card("n07").blank) == ("n07", False)
    assert day_card(None).blank
    assert day_card("our-7").blank


def test_all_that_a_picture_must_hold_is_the_mat() -> None:
    points = PHOTOGRAPHS.required_points(CATALOGUE)
    assert (points.min(axis=0) <= 0).all()
    assert points.max(axis=0).tolist() == [840, 510]
    assert all(right <= 840 and bottom <= 510 for _, _, right, bottom in AREAS.values())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty; expected a game file or a state"),
        ("[1, 2]", "expected a state of lifeboat, found [1, 2]"),
        ("{", "not valid JSON at line 1"),
        ("{}", "players: expected an object, found null"),
        ('{"players": {"kid": {}}, "seats": ["mate"], "navigation": {}}', "seats: expected only characters who play"),
        (
            '{"players": {"kid": {"hand": -1}}, "seats": ["kid"], "navigation": {}}',
            "players.kid.hand: expected 0 to 100",
        ),
        (
            '{"players": {"kid": {"open": ["rum"]}}, "seats": ["kid"], "navigation": {}}',
            "players.kid.open: expected a list of water",
        ),
        ('{"players": {"rum": {}}, "seats": [], "navigation": {}}', "players: expected a list of lauren stephen"),
        (
            '{"players": {"kid": {}}, "seats": ["kid", "kid"], "navigation": {"day": 7}}',
            "seats: expected nothing twice",
        ),
        ('{"game": "coach-ride", "state": {}}', "game: expected lifeboat"),
        ('{"format": "lifeboat/game", "version": 1}\n{"event": "took", "by": "kid"}\n', "line 2"),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_a_sentence(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "state.json"
    source.write_text(text)
    assert main(["render", "--game", "lifeboat", str(source), "-o", str(tmp_path / "photo.png")]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
    assert not (tmp_path / "photo.png").exists()


def test_a_state_is_read_strictly() -> None:
    with pytest.raises(NotationError, match=r"bow: expected 0 to 100, found 999; navigation.row: expected"):
        table_from_state(
            {
                "players": {"kid": {}},
                "seats": ["kid"],
                "bow": 999,
                "navigation": {"row": "two"},
            }
        )
