"""Tests of the pages of games, statistics and players, as players go through them."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from companion.device.settings import Settings
from companion.figures import facts, kept_facts
from companion.figures.facts import CountedGame, GameFacts
from companion.games import find_game
from companion.journal import Journal
from companion.journal.entries import KeptGame
from companion.journal.player_names import PlayerNames
from companion.journal.summaries import Summaries
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import ListPage, Row
from companion.table.past_games import PastGamesStep
from companion.table.session import Session
from companion.table.session_start import open_session
from tests.companion.commands.test_games import write
from tests.engine.finstere_flure.whole_game import whole_game

KINDS = ("finstere-flure", "lifeboat")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A table at a box with two finished games and one that goes on."""
    journal = Journal.open(tmp_path / "games.sqlite")
    for game in (whole_game(1), whole_game(2), whole_game(3).undo(20)):
        write(journal, game)
    games = [find_game(kind).table for kind in KINDS]
    session = open_session(journal, Settings(language="en", camera="none"), games, sees=False)
    session.open_start_page()
    yield session
    journal.close()


def page(session: Session) -> ListPage:
    assert isinstance(session.page, ListPage)
    return session.page


def rows(session: Session) -> dict[str, Row]:
    """Return the rows that can be touched, by their texts."""
    return {row.text: row for row in (*page(session).tiles, *page(session).rows) if row.id}


def touch(session: Session, *texts: str) -> None:
    for text in texts:
        session.touch(rows(session)[text].id, session.now + 1)


def open_past(session: Session) -> None:
    touch(session, "Games and players")
    assert isinstance(session.step, PastGamesStep)
    session.step.counter.wait()


def write_name(session: Session, name: str) -> None:
    session.typed(name, session.now + 1)
    touch(session, "Done")


def test_newcomers_see_no_way_to_games_that_are_not_there(tmp_path: Path) -> None:
    games = [find_game("finstere-flure").table]
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(language="en", camera="none"), games, sees=False)
    session.open_start_page()
    assert "Games and players" not in rows(session)
    journal.close()


def test_the_list_is_searched_by_game_player_day_and_length(session: Session) -> None:
    session.names.add("Anna")
    session.names.sit(session.journal.key(1), {str(whole_game(1).state.players[0]): "Anna"})
    open_past(session)
    touch(session, "Games")
    assert sum(row.id.startswith("game ") for row in page(session).rows) == 3
    touch(session, "Search", "Player")
    session.close()
    found = [row for row in page(session).rows if row.id.startswith("game ")]
    assert [row.id for row in found] == ["game 1"]
    assert found[0].text == "Finstere Flure"
    assert "Anna" in found[0].detail
    touch(session, "Search", "Game", "Game")
    session.close()
    assert [row.text for row in page(session).rows if not row.id] == ["No game was found."]


def test_a_game_that_is_not_over_goes_on_from_the_list(session: Session) -> None:
    open_past(session)
    touch(session, "Games")
    session.touch("game 3", 9.0)
    touch(session, "Continue")
    assert session.game_id == 3


def test_a_game_that_another_program_has_added_meanwhile_is_opened_and_goes_on(session: Session) -> None:
    with closing(Journal.open(session.journal.path)) as elsewhere:
        elsewhere.branch(1, elsewhere.events(1)[:30])
    open_past(session)
    touch(session, "Games")
    session.touch("game 4", 9.0)
    touch(session, "Continue")
    assert session.game_id == 4
    session.journal.undo(4, 20)
    with closing(Journal.open(session.journal.path)) as elsewhere:
        assert len(elsewhere.events(4)) == 20


def test_a_mend_from_the_list_ends_where_it_is_told_and_taken_back(session: Session) -> None:
    before = session.journal.kept(1)
    open_past(session)
    touch(session, "Games")
    session.touch("game 1", 9.0)
    played = page(session).text
    assert "minute" in played
    touch(session, "Watch it again")
    session.touch("moment 40", 10.0)
    session.touch("from here", 11.0)
    session.touch("drop", 12.0)
    assert page(session).text == "Red 1 stays at the entrance. Red 1 was moved, but it is Green's turn."
    touch(session, "Stop here")
    session.step.advance()
    cut = len(before.events) - 41
    assert session.page.name == "past-game"
    assert page(session).text.endswith(f"Mended: event 41 was left out. {cut} events after it were left out, too.")
    assert "40 events" in page(session).text
    touch(session, "Take the last mend back")
    assert page(session).text == f"{played} · Taken back."
    assert session.journal.events(1) == before.events
    assert (session.journal.kept(1).record, session.journal.result(1)) == (before.record, before.result)


def test_a_seat_of_an_old_game_gets_a_name(session: Session) -> None:
    open_past(session)
    touch(session, "Games")
    session.touch("game 1", 9.0)
    seat = page(session).rows[0]
    session.touch(seat.id, 10.0)
    touch(session, "New name")
    write_name(session, "Zoë")
    assert page(session).rows[0].value == "Zoë"
    assert PlayerNames(session.journal.path).sitting(session.journal.key(1)) == {seat.id: "Zoë"}


def test_a_name_is_written_by_three_keys_too(session: Session) -> None:
    open_past(session)
    touch(session, "Players", "New name")
    touch(session, "A B C D E F", "A", "m n o p q r", "n", "m n o p q r", "n", "Space", "A B C D E F", "B", "Done")
    assert session.names.names() == ("Ann B",)


def test_players_who_were_named_before_a_game_sit_in_it(session: Session) -> None:
    touch(session, "Finstere Flure", "Red", "Blue", "Settings of this game", "Names", "Red", "New name")
    write_name(session, "Anna")
    assert rows(session)["Red"].value == "Anna"
    session.touch("blue", 9.0)
    assert "Anna" not in rows(session)
    touch(session, "New name")
    write_name(session, "anna")
    assert rows(session)["A guest"], "nobody sits in two seats"
    for _ in range(3):
        session.close()
    touch(session, "Start")
    for _ in range(3):
        session.step.advance()
    assert session.game_id is not None
    assert session.names.sitting(session.journal.key(session.game_id)) == {"red": "Anna"}


def test_a_name_that_was_forgotten_meanwhile_sits_nowhere(session: Session) -> None:
    session.names.add("Anna")
    session.seating.planned_names["finstere-flure"] = {"red": "Anna"}
    PlayerNames(session.journal.path).forget("Anna")
    touch(session, "Finstere Flure", "Red", "Blue", "Settings of this game", "Names")
    assert rows(session)["Red"].value == "guest"


def test_statistics_count_finished_games_alone_and_bars_compare(session: Session) -> None:
    open_past(session)
    assert rows(session)["Statistics"].value == "2"
    touch(session, "Statistics")
    assert rows(session)["Finstere Flure"].value == "2"
    touch(session, "Finstere Flure", "Wins by seat")
    bars = [row for row in page(session).rows if row.bar is not None]
    assert sum(int(row.value) for row in bars) == 2
    assert max(row.bar or 0 for row in bars) == 1.0
    touch(session, "Shown")
    assert {row.value for row in page(session).rows if row.bar is not None} <= {"0 %", "50 %", "100 %"}


def test_pages_stay_the_same_while_nothing_happens(session: Session) -> None:
    open_past(session)
    touch(session, "Games")
    assert session.page == session.page
    session.close()
    touch(session, "Statistics", "Finstere Flure", "Wins by seat")
    assert session.page == session.page


@pytest.mark.usefixtures("display")
def test_signs_are_those_of_the_game_whatever_was_played_last(session: Session) -> None:
    open_past(session)
    touch(session, "Statistics", "Finstere Flure", "Wins by seat")
    fonts = Fonts()
    other = find_game("lifeboat").table
    canvas = PageView(fonts, other.pictures(fonts)).painted((800, 480), session.page)
    assert list(fit_problems(canvas)) == []


def test_the_rating_is_off_until_somebody_wants_it(session: Session) -> None:
    pytest.importorskip("openskill")
    for name in ("Anna", "Ben"):
        session.names.add(name)
    for number in (1, 2):
        players = list(map(str, whole_game(number).state.players))
        session.names.sit(session.journal.key(number), dict(zip(players, ("Anna", "Ben"), strict=False)))
    open_past(session)
    touch(session, "Statistics", "Finstere Flure")
    assert [row.value for row in page(session).rows if row.id == "rating"] == ["off"]
    session.touch("rating", 9.0)
    assert session.settings.rating
    session.touch([row.id for row in page(session).rows if row.id.startswith("table ")][-1], 10.0)
    assert {row.text for row in page(session).rows} >= {"Anna", "Ben"}


def test_a_name_is_forgotten_after_a_question(session: Session) -> None:
    session.names.add("Anna")
    open_past(session)
    touch(session, "Players", "Anna", "Forget this name")
    assert page(session).selected == 0
    touch(session, "Keep the name")
    assert session.names.names() == ("Anna",)
    touch(session, "Forget this name", "Forget it")
    assert session.names.names() == ()


def test_facts_are_counted_again_only_for_games_that_have_changed(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []

    def facts_of(kept: KeptGame, game: CountedGame, names: Mapping[str, str]) -> GameFacts | None:
        counted.append(kept.id)
        return facts.facts_of(kept, game, names)

    monkeypatch.setattr(kept_facts, "facts_of", facts_of)
    open_past(session)
    assert sorted(counted) == [1, 2]
    before = session.journal.result(2)
    assert before is not None
    for _ in range(2):
        session.close()
        session.journal.undo(2, 50)
        for line in session.journal.as_of(2, len(whole_game(2).events)).events[50:]:
            session.journal.append(2, line)
        session.journal.finish(2, before)
        open_past(session)
    assert counted[2:] == [2, 2]
    assert isinstance(session.step, PastGamesStep)
    assert len(session.step.counter.facts) == 2


# --- writing ---------------------------------------------------------------------------------------------------------


def test_whoever_types_where_somebody_sits_begins_a_name(session: Session) -> None:
    touch(session, "Finstere Flure", "Red", "Blue", "Settings of this game", "Names", "Red")
    for letter in "Anna":
        session.typed(letter, session.now + 1)
    assert (page(session).name, page(session).text) == ("write-name", "Anna_")
    session.step.advance()
    assert rows(session)["Red"].value == "Anna"


def test_the_last_letter_is_rubbed_out_and_return_keeps_the_name(session: Session) -> None:
    open_past(session)
    touch(session, "Players", "New name")
    assert not session.rub_out(9.0), "with nothing written the key is the red button"
    session.typed("Annab", 9.0)
    assert session.rub_out(9.0)
    touch(session, "Delete the last letter")
    assert page(session).text == "Ann_"
    session.step.advance()
    assert session.names.names() == ("Ann",)


def test_a_name_is_left_only_after_a_question(session: Session) -> None:
    open_past(session)
    touch(session, "Players", "New name")
    session.typed("Anna", 9.0)
    session.step.back()
    touch(session, "Go on writing")
    assert page(session).text == "Anna_"
    session.step.back()
    touch(session, "Leave without it")
    assert page(session).name == "players-list"
    touch(session, "New name")
    session.step.back()
    assert page(session).name == "players-list", "nothing was written"


def test_a_count_that_fails_says_so(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(Summaries, "records", fail)
    open_past(session)
    assert page(session).text == "The games could not be counted. Leave this page and open it again."
    assert "Games" not in rows(session)
