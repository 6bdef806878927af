"""Players who hear alone end whole games, and the census finds what is not said."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from companion.cells.game import CellGame
from companion.device.language import use_language
from companion.screen.pages import BoardPage
from companion.table.ear import Ear as SessionEar
from companion.voice import Kind
from engine.finstere_flure.state import Phase
from hardware.buttons import Button
from tools.ear_census.walker import CensusWalker
from tools.ear_pilot.hands import Hands
from tools.ear_pilot.keys import Senses
from tools.ear_pilot.people import ButtonChoice, People, evening_of
from tools.ear_pilot.pilot import Listener, LostError
from tools.ear_pilot.referee import Referee
from tools.ear_pilot.table import HeardTable, open_display
from tools.ear_pilot.words import Phrases, Row, join_row, words
from tools.walk.games import games
from tools.walk.opened import TablePlace

#: Each kit once, in each language: a die and rows, pieces on cells, questions. The longest one is also in `.ci/run`.
EVENINGS = (("noughts-and-crosses", "en"), ("brandubh", "de"), ("lifeboat", "fr"), ("mancala", "zh"))


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open a small window: letters need one."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    open_display()


@pytest.fixture
def open_table() -> Iterator[Callable[..., HeardTable]]:
    """Open tables by ear, and close them."""
    tables: list[HeardTable] = []

    def open_(game_id: str, language: str = "en", by_ear: str = "short") -> HeardTable:
        tables.append(HeardTable(TablePlace.HAND, (game_id, "coach-ride"), language=language, by_ear=by_ear))
        return tables[-1]

    yield open_
    for table in tables:
        table.close()


def play(table: HeardTable, game_id: str) -> tuple[People, Referee]:
    """Let somebody who hears play a game from the first page; raise LostError where lost."""
    pilot, referee, game = Listener(Senses(table)), Referee(table), games()[game_id]
    pilot.on_event = referee.check
    return pilot.play(game, evening_of(game, Random(1)), Random(1)), referee


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("game_id", ["lifeboat", "coach-ride", "betrayal"])
def test_a_game_is_ended_by_ear_at_a_virtual_table(game_id: str) -> None:
    game = games()[game_id]
    with HeardTable(TablePlace.VIRTUAL, (game.id, "alquerque"), language="en", by_ear="short") as table:
        referee = Referee(table)
        evening = evening_of(game, Random(1), virtual=True)
        Listener(Senses(table)).play_with_hands(game, evening, Hands(table))
        assert referee.is_over
    assert not referee.taken_back
    assert referee.presses <= 1.5 * referee.needed


@pytest.mark.slow
@pytest.mark.thorough(but=["noughts-and-crosses"])
@pytest.mark.parametrize("game_id", ["noughts-and-crosses", "nine-mens-morris"])
def test_a_game_is_ended_with_three_keys_at_a_virtual_table_and_lies_there(game_id: str) -> None:
    with HeardTable(TablePlace.VIRTUAL, (game_id, "coach-ride"), language="en", by_ear="short") as table:
        people, referee = play(table, game_id)
        assert people.result is not None
        assert referee.is_over
        cells = games()[game_id].table
        assert isinstance(cells, CellGame)
        assert table.room is not None
        lying = cells.lying(people.state)
        on_board = {piece.id: table.room.table.cell_of(piece) for piece in table.room.table.pieces.values()}
        assert {piece: cell for piece, cell in on_board.items() if cell} == lying
    assert not referee.taken_back
    assert referee.presses <= 1.5 * referee.needed


@pytest.mark.slow
@pytest.mark.thorough(but=[f"{game_id}-{language}" for game_id, language in EVENINGS if game_id != "lifeboat"])
@pytest.mark.parametrize(("game_id", "language"), EVENINGS)
def test_a_game_is_ended_by_ear_alone(game_id: str, language: str, open_table: Callable[..., HeardTable]) -> None:
    people, referee = play(open_table(game_id, language), game_id)
    assert people.result is not None
    assert referee.is_over
    assert not referee.wrong
    assert not referee.taken_back
    assert referee.presses <= 1.5 * referee.needed


@pytest.mark.slow
def test_the_row_that_a_film_leads_to_is_heard_without_a_press() -> None:
    class FilmSeenError(Exception):
        """The first film is over."""

    game = games()["finstere-flure"]
    with HeardTable(TablePlace.VIRTUAL, (game.id, "alquerque"), language="en", by_ear="short") as table:
        pilot, phases = Listener(Senses(table)), [Phase.PLACE_TILE]

        def look(people: People) -> None:
            phases.append(people.state.phase)
            if phases[-2:] == [Phase.DRAW_CARD, Phase.MOVE_TOKEN]:
                raise FilmSeenError

        pilot.on_event = look
        with pytest.raises(FilmSeenError):
            pilot.play(game, evening_of(game, Random(1), virtual=True), Random(1))
        page = table.session.page
        assert isinstance(page, BoardPage)
        assert pilot._is_marked(ButtonChoice(page.rows[0].id, page.rows[0].text))


def test_whoever_hears_no_marks_gets_lost(open_table: Callable[..., HeardTable]) -> None:
    with pytest.raises(LostError):
        play(open_table("noughts-and-crosses", by_ear="off"), "noughts-and-crosses")


def test_a_busy_machine_takes_no_press_away(open_table: Callable[..., HeardTable]) -> None:
    table = open_table("noughts-and-crosses")
    before = table.app._clock()
    table.wait(1.0)
    assert table.app._clock() - before == pytest.approx(1.0), "only the table's own time passes"


def test_a_question_that_begins_with_a_player_is_no_row() -> None:
    use_language("zh")
    phrases = Phrases(str)
    assert phrases.is_row("大副，未选。", "大副", "", (), "")
    assert not phrases.is_row("大副恨谁？", "大副", "", (), "")
    assert not phrases.is_row("Frenchy: kogo kocha?", "Frenchy", "", (), "")


@pytest.mark.slow
def test_the_census_counts_no_page_twice_where_a_game_begins() -> None:
    counts = counts_of(walker())
    assert counts.pages
    assert not any(counts.wordless.values())


def counts_of(walker: CensusWalker) -> Any:
    """Walk through a small game, and return what was counted."""
    with walker.table:
        walker.play("noughts-and-crosses", 20)
    return walker.ledger.counts["noughts-and-crosses"]


def walker(by_ear: str = "short") -> CensusWalker:
    return CensusWalker(("noughts-and-crosses", "coach-ride"), language="en", by_ear=by_ear, seed=1)


@pytest.mark.slow
def test_by_ear_marks_choices_and_events_are_said() -> None:
    counts = counts_of(walker())
    assert counts.marks_moved
    assert counts.marks_said == counts.marks_moved
    assert counts.choices_heard == counts.choices
    assert counts.events_told == counts.events == 9
    assert counts.silent_presses == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "part", "whole"), [(Kind.MARK, "marks_said", "marks_moved"), (Kind.DONE, "own_told", "own")]
)
def test_the_census_finds_what_is_not_said(kind: Kind, part: str, whole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hear = SessionEar.hear
    monkeypatch.setattr(
        SessionEar, "hear", lambda ear, *said: [told for told in hear(ear, *said) if told.kind is not kind]
    )
    counts = vars(counts_of(walker()))
    assert counts[part] < counts[whole]


def test_the_census_finds_pages_without_a_word() -> None:
    silent = walker("off")
    with silent.table:
        silent.look_round_start_page()
    assert silent.ledger.counts["start page"].wordless["start page: start"]


def test_a_sentence_that_is_cut_off_is_not_heard_to_its_end(open_table: Callable[..., HeardTable]) -> None:
    table = open_table("noughts-and-crosses")
    table.wait(3.0)
    table.ear.take()
    for _ in range(6):
        table.press(Button.DRAW)
        table.wait(0.9)
    cut = [heard.text for heard in table.ear.take() if heard.text and not heard.whole]
    assert cut
    assert not any(text.endswith(".") for text in cut)


def test_a_whole_row_that_begins_like_a_part_of_the_one_before_is_no_end_of_it() -> None:
    phrases, rows = Phrases(str), frozenset[Row]()
    for heard in ("l4 to k4 and m7 to l7.", "l4 to l2 and m7 to k7."):
        rows = join_row(rows, words(heard))
    assert phrases.is_row("to l7.", "l4 to l2 and m7 to l7", "", rows, "")
    assert not phrases.is_row("to l7.", "l4 to l2 and m7 to l6", "", rows, "")
