"""Tests of secrecy in a game: open secrets where nothing may be read change nothing."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games.coach_ride.mat import AREAS, CLAIM, ITEM_PILE, PROFESSION_PILE, open_place, person_place
from companion.games.coach_ride.table.captions import caption, facts
from companion.games.coach_ride.table.dialog import ask
from companion.games.coach_ride.tags import TAGS
from companion.journal import Journal
from companion.main import main
from companion.table.questions import Question
from companion.virtual_table.piece import Piece
from engine.coach_ride.cards import UNSEALED, Variant
from engine.coach_ride.dealt import without_sets
from engine.coach_ride.state import Phase, State
from tests.companion.games.coach_ride.evening import CoachEvening
from tests.engine.coach_ride.hidden_table import HiddenTable

TAG = {tag.id: tag for tag in TAGS.catalogue().tags}
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
            places = dict((*ALWAYS, *AT["fight" if fight else "turn"]))
            for tag in SECRETS - places.keys():
                self.table.remove(tag)
            for tag, place in places.items():
                if tag not in self.table.pieces:
                    self.table.put(self._put(tag, place))
        super().look()
        page = repr((self.page, self.session.status, self.session.observation, self.session.memory))
        if page not in self.story[-1:]:
            self.story.append(page)

    @staticmethod
    def _put(tag: str, place: str | tuple[float, float]) -> Piece:
        if isinstance(place, str):
            left, top, right, bottom = AREAS[place]
            place = (left + right) / 2, (top + bottom) / 2
        return Piece(tag, "", place, 4.0)


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
            state, public = table.state, without_sets(table.state)
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
    for row_id in question.ids:
        yield (row_id,)
