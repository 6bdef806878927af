"""Tests of secrecy (section 8): every kind of card in every zone, in gaps and outside.

They cover each moment. A game before the camera also goes on exactly alike with any secrets that lie open where
they may not be read.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from companion.cards.laid_cards import PlacedCard, with_middle
from companion.cards.things import Sleeves
from companion.device.errors import UserError
from companion.games.coach_ride.mat import AREAS, CLAIM, ITEM_PILE, MAT, PROFESSION_PILE, open_place, person_place
from companion.games.coach_ride.photographs import CARDS
from companion.games.coach_ride.readings import READINGS, observation_from_reading
from companion.games.coach_ride.table.captions import caption, facts
from companion.games.coach_ride.table.dialog import ask
from companion.games.coach_ride.tags import TAGS
from companion.games.coach_ride.virtual_table.views import public_part
from companion.journal import Journal
from companion.main import main
from companion.table.questions import Question
from companion.table.recording import Recorder
from companion.virtual_table.piece import Piece
from engine.coach_ride.cards import UNSEALED, Variant
from engine.coach_ride.state import Phase, State
from tests.companion.games.coach_ride.evening import CoachEvening
from tests.engine.coach_ride.hidden_table import HiddenTable
from vision.decode.codes import CodeDetection
from vision.decode.symbologies import find_codes_of
from vision.model.pinhole import looking_at
from vision.model.surface import Mat, Zone
from vision.picture import Pixels
from vision.reading import Reader, read_picture
from vision.redaction import redacted
from vision.sources.camera import Frame
from vision.virtual import LIGHTS, Viewpoint, render
from vision.watching import TableWatch, debug_view

CATALOGUE = TAGS.catalogue()
TAG = {tag.id: tag for tag in CATALOGUE.tags}
KINDS = ("person", "profession", "association", "item")
#: Between the zones and beyond the mat.
OUTSIDE = ((120, 200), (540, 440), (280, 430), (800, 430), (540, 120), (300, -55), (800, 655), (-60, 300))
#: Everything on the table, as somebody would read it who knows no secrets.
ALL_OPEN = replace(CATALOGUE, surface=Mat(MAT.size_mm, (Zone("all", (-400, -400, 1480, 1000)),)))
#: From 1.1 m above the middle of the mat.
CAMERA = Viewpoint(looking_at((540, 300), 1100.0, 2160.0, (2560, 1600)), (2560, 1600))


def may_be_read(kind: str, zone: str | None, moment: str) -> bool:
    """Return the permission of section 8."""
    if zone is None or zone in (ITEM_PILE, PROFESSION_PILE):
        return False
    if zone == CLAIM:
        return moment == "claim" and kind != "person"
    if zone.endswith("/person"):
        return kind == "person" and moment in ("set-up", "fight")
    kinds = {"turn": {"profession"}, "fight": {"profession", "item"}, "claim": {"association", "profession"}}
    return kind in kinds.get(moment, set())


@dataclass(frozen=True, eq=False)
class Table:
    """Cards, where each lies (None: in no zone), a photo of them, and all codes in it."""

    cards: tuple[PlacedCard, ...]
    zones: tuple[str | None, ...]
    picture: Pixels
    codes: list[CodeDetection]


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    """Tables with a card in each zone, of another kind in each table.

    Some more are in the gaps and beyond the mat.
    """
    made = []
    for turn in range(len(KINDS)):
        left = {kind: [tag.id for tag in CATALOGUE.tags if tag.kind == kind] for kind in KINDS}
        spots = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in AREAS.values()]
        cards = []
        for number, at in enumerate((*spots, *OUTSIDE)):
            tag = TAG[left[KINDS[(number + turn) % len(KINDS)]].pop(0)]
            cards.append(with_middle(tag, at, 90.0 * (number % 4) + 5 * turn))
        picture = render(CARDS.scene(cards, CATALOGUE, Sleeves(0.0, 1)), CAMERA, LIGHTS["normal"], 1).picture
        zones = tuple(zone.name if (zone := MAT.zone_at(*one.at_mm)) else None for one in cards)
        made.append(
            Table(
                tuple(cards),
                zones,
                picture,
                find_codes_of("qr", np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)),
            )
        )
    return made


@pytest.mark.slow
def test_nothing_is_known_of_what_the_moment_does_not_read(tables: list[Table]) -> None:
    """Nothing is known of cards that the moment does not read.

    The cards that it reads are read, so that silence is no blindness; saved pictures hold no more.
    """
    read = 0
    for number, table in enumerate(tables):
        there = {TAG[one.tag_id].payload for one in table.cards}
        assert len(there & {code.text for code in table.codes}) > 0.6 * len(there)
        for moment in READINGS.moments:
            then = READINGS.at_moment(moment)
            reading = Reader(then.tags_read(CATALOGUE)).read(table.picture, codes=list(table.codes))
            told = "\n".join(
                (
                    repr((reading.placed_tags, reading.spots, reading.notes, reading.unreadable, reading.foreign)),
                    repr([code.text for code in reading.codes]),
                    json.dumps(then.to_json(reading)),
                    *then.lines(reading),
                    then.count(reading),
                    repr(then.places(reading)),
                    repr(observation_from_reading(reading)),
                )
            )
            for one, zone in zip(table.cards, table.zones, strict=True):
                readable = may_be_read(str(TAG[one.tag_id].kind), zone, moment)
                assert readable == (TAG[one.tag_id].payload in told), (one, zone, moment)
                assert readable or f"'{one.tag_id}'" not in told
                read += readable
            assert reading.foreign == 0
            if moment == READINGS.moments[number]:
                kept = redacted(table.picture, reading, then.tags_read(CATALOGUE))
                again = {one.tag.id for one in read_picture(kept, ALL_OPEN).placed_tags}
                assert again <= {one.tag.id for one in reading.placed_tags}
    assert read > 50


def test_no_picture_of_it_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "evening"
    with pytest.raises(UserError, match="no pictures are kept of Coach Ride"):
        Recorder(folder, READINGS, CATALOGUE)
    camera = str(tmp_path / "photo.png")
    assert main(["record", "--game", "coach-ride", camera, "--out", str(folder)]) == 2
    assert main(["watch", "--game", "coach-ride", camera, "--debug", "--out", str(folder)]) == 2
    assert main(["play", "--game", "coach-ride", "--camera", camera, "--record", str(folder), "--silent"]) == 2
    assert capsys.readouterr().err.count("no pictures are kept of Coach Ride") == 3
    assert not folder.exists()


@pytest.mark.slow
def test_the_debug_view_shows_nothing_of_it(tables: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it were drawn as large as the camera's picture."""
    table, mat = tables[1], READINGS.at_moment("fight").tags_read(CATALOGUE)
    monkeypatch.setattr(debug_view, "WIDTH_PX", CAMERA.size_px[0])
    watch, read = TableWatch(mat), 0
    for number in range(4):
        frame = Frame(table.picture, number / 10)
        watched = watch.see(frame)
        may_be_seen = {one.tag.payload for one in watched.reading.placed_tags} if watched.reading else set()
        read = max(read, len(may_be_seen))
        if number in (0, 3):
            view = debug_view.debug_view(frame, watched, watch, mat)
            grey = np.asarray(cv2.cvtColor(view, cv2.COLOR_BGR2GRAY), np.uint8)
            seen = {code.text for code in find_codes_of("qr", grey)}
            assert not (seen & {TAG[one.tag_id].payload for one in table.cards}) - may_be_seen
    assert watched.settled
    assert read > 0


# --- a live game -----------------------------------------------------------------------------------------------------

#: Secrets that lie open all the time: on the piles, and held or put down beside the mat.
ALWAYS: tuple[tuple[str, str | tuple[float, float]], ...] = (
    ("item-pearl", ITEM_PILE),
    ("profession-thug", PROFESSION_PILE),
    ("item-key-3", (120.0, 250.0)),
    ("association-order-5", (540.0, 118.0)),
    ("association-brotherhood-5", (480.0, 535.0)),
)
#: And those that lie where something else is read: before Sarah and Theodora, and where claims are shown.
AT: dict[str, tuple[tuple[str, str | tuple[float, float]], ...]] = {
    "turn": (
        ("item-ring", open_place("seat-5")),
        ("association-order-4", open_place("seat-9")),
        ("profession-priest", CLAIM),
    ),
    "fight": (
        ("association-order-4", open_place("seat-5")),
        ("profession-hypnotist", person_place("seat-9")),
        ("item-goblet-1", CLAIM),
    ),
}
SECRETS = {tag for tag, _ in (*ALWAYS, *AT["turn"], *AT["fight"])}


class Observation(CoachEvening):
    """Five play; `story` is all that the companion gave away of it."""

    def __init__(self, journal: Journal, *, secrets: bool) -> None:
        self._secrets = secrets
        self.story: list[str] = []
        super().__init__(journal)

    def look(self) -> None:
        if self._secrets and self.session.game is not None:
            fight = self.state.phase in (Phase.SUPPORT, Phase.POWERS, Phase.RESULT)
            now = dict((*ALWAYS, *AT["fight" if fight else "turn"]))
            for tag in SECRETS - now.keys():
                self.table.remove(tag)
            for tag, at in now.items():
                if tag not in self.table.pieces:
                    self.table.put(self._put(tag, at))
        super().look()
        page = repr((self.page, self.session.status, self.session.observation, self.session.memory))
        if page not in self.story[-1:]:
            self.story.append(page)

    @staticmethod
    def _put(tag: str, at: str | tuple[float, float]) -> Piece:
        if isinstance(at, str):
            left, top, right, bottom = AREAS[at]
            at = (left + right) / 2, (top + bottom) / 2
        return Piece(tag, "", at, 4.0)


@pytest.mark.slow
def test_a_game_goes_on_alike_whatever_secrets_lie_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game goes on alike with any open secrets.

    Its pages, sentences, readings and log with these cards are the same, line for line, as without them.
    """
    told = []
    for name in ("without", "with"):
        path = tmp_path / name / "games.sqlite"
        path.parent.mkdir()
        journal = Journal.open(path)
        evening = Observation(journal, secrets=name == "with")
        evening.play(
            "offered M G; accepted G; announced G null; announced M null;"
            "attacked G M; supported S sword; supported R none; supported T shield; used G dagger; counted; looked G;"
            "attacked S T; supported R none; supported M sword; supported G none; counted; looked S"
        )
        assert evening.counts.problems == 0
        journal.close()
        told.append((evening.story, evening.said, capsys.readouterr()))
    assert {*evening.table.pieces} | {tag for tag, _ in AT["fight"]} >= SECRETS
    assert told[0] == told[1]
    assert len(told[0][0]) > 10

    # What is written of it names none of them either.
    kept, report = path, tmp_path / "report.txt"
    assert main(["games", "--journal", str(kept), "export", "1", "-o", str(tmp_path / "game.jsonl")]) == 0
    config = tmp_path / "config.toml"
    config.write_text(f'[games]\njournal = "{kept}"\n')
    main(["doctor", "--config", str(config), "--report", str(report)])
    written = kept.read_bytes() + (tmp_path / "game.jsonl").read_bytes() + report.read_bytes()
    written += capsys.readouterr().out.encode()
    for tag in SECRETS:
        assert tag.encode() not in written
        assert TAG[tag].payload.encode() not in written


def test_questions_are_the_same_wherever_single_items_can_be() -> None:
    """Questions are the same for any place of single items.

    K25: the question, its list and order, captions and facts do not depend on the only possible place of an item.
    """
    asked = 0
    for seed, players in ((1, 3), (2, 5), (3, 7)):
        table = HiddenTable(Random(seed), players, (Variant.FORTUNE_TELLING,), UNSEALED, claims=0.01)
        while table.state.phase is not Phase.OVER and len(table.game.events) < 120:
            state, public = table.state, public_part(table.state)
            assert (caption(state), [*facts(state)]) == (caption(public), [*facts(public)])
            for answers in _first_answers(state):
                assert ask(state, answers) == ask(public, answers)
                asked += 1
            table.step()
    assert asked > 500


def _first_answers(state: State) -> Iterator[tuple[str, ...]]:
    yield ()
    question = ask(state, ())
    assert isinstance(question, Question)
    for one in question.ids:
        yield (one,)
