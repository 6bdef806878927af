"""Tests of players who come and go: kept, passed over, taken back, gone on with."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.device.settings import Settings
from companion.games import CompanionGame, find_game
from companion.games.betrayal.lies import explorer_lie
from companion.games.finstere_flure.table.move_played import MonsterMoveStep
from companion.games.random_play import allowed_events
from companion.journal import Journal
from companion.screen.pages import ListPage
from companion.table.away import AwayStep
from companion.table.observation import TableObservation
from companion.table.seats import SeatChange, SeatChangeKind, Seats, seats_after
from companion.table.seats_menu import PlayerSeatStep, change_seats, undo_seats
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.undo_step import UndoStep
from companion.virtual_table.secret_hands import SecretHands
from engine.betrayal import events as e
from engine.coach_ride.cards import Person
from engine.coach_ride.events import Offered
from engine.lifeboat import events as boat
from engine.lifeboat.components import Character
from hardware.buttons import Button, Press
from hardware.ring.patterns import Seat
from tests.companion.games.betrayal.seen_house import seen_of, with_lies
from tests.companion.games.finstere_flure.screen import sample_pages
from tests.companion.games.lifeboat import hand_game as boat_hands

GAMES = ("finstere-flure", "lifeboat", "coach-ride", "betrayal")
LEFT, RESTS, BACK, SWAPPED, *_ = SeatChangeKind
LAUREN, STEPHEN, CAPTAIN, MATE = tuple(Character)[:4]


@contextmanager
def opened(path: Path, game_id: str) -> Iterator[Session]:
    """Return a table of this game without a camera."""
    journal = Journal.open(path)
    try:
        yield open_session(journal, Settings(), [find_game(game_id).table], sees=False)
    finally:
        journal.close()


def begin(session: Session, *, events: int = 0) -> Random:
    """Begin a game and play so many random events; return what the rest of it is played with."""
    rng = Random(3)
    session.start(_game(session).virtual.start(None, 3, {}))
    for _ in range(events):
        play_on(session, rng)
    session.go_on()
    return rng


def play_on(session: Session, rng: Random) -> None:
    """Let anything happen that may happen."""
    assert session.game is not None
    session.apply(rng.choice(allowed_events(_game(session), session.game, rng)))


def _game(session: Session) -> CompanionGame:
    return find_game(session.table_game.rules.id)


def put_right(session: Session) -> None:
    """Hand do what there is to do, the way players without a camera say it."""
    for _ in range(20):
        if session.page.name != "put-right":
            return
        session.press(Press(Button.ADVANCE, held=False), 0.0)


def random_change(session: Session, rng: Random) -> SeatChange:
    kind = rng.choice(list(SeatChangeKind))
    return SeatChange(kind, tuple(rng.sample(session.players, 2 if kind is SWAPPED else 1)))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_with_changes_of_seats_and_undo_goes_on_as_it_was(game_id: str, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with opened(path, game_id) as session:
        rng = begin(session, events=2)
        for number in range(30):
            assert session.game is not None
            if number % 7 == 6:
                session.undo(rng.randint(1, len(session.game.events)))
            elif number % 10 == 9 and session.seating.changes:
                undo_seats(session, rng.randrange(len(session.seating.changes)))
            elif number % 3 == 0:
                change_seats(session, random_change(session, rng))
            else:
                play_on(session, rng)
        change_seats(session, random_change(session, rng))
        assert session.game is not None
        kept, number_in_journal = (session.seating.changes, session.game.events), session.game_id
        assert number_in_journal is not None
    with opened(path, game_id) as session:
        session.resume(number_in_journal)
        assert session.game is not None
        assert (session.seating.changes, session.game.events) == kept


@pytest.mark.parametrize("game_id", GAMES)
def test_the_turn_of_whoever_is_away_passes_by_the_rules(game_id: str, tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", game_id) as session:
        rng = begin(session)
        while not _may_pass(session):
            play_on(session, rng)
        session.go_on()
        assert session.game is not None
        seat, events = session.table_game.actor(session.game.state), len(session.game.events)
        change_seats(session, SeatChange(LEFT, (seat,)))
        put_right(session)
        assert isinstance(session.step, AwayStep)
        session.press(Press(Button.DRAW, held=False), 0.0)
        session.press(Press(Button.ADVANCE, held=False), 0.0)
        assert len(session.game.events) > events
        session.undo(events)
        put_right(session)
        assert isinstance(session.step, AwayStep)
        session.press(Press(Button.ADVANCE, held=False), 0.0)
        assert not isinstance(session.step, AwayStep)
        session.seating.stand_in_for = ""
        session.go_on()
        session.touch("back", 0.0)
        assert session.seating.seats == Seats()


def _may_pass(session: Session) -> bool:
    game = session.game
    assert game is not None
    event = session.table_game.absence.passing_event(game.state)
    return bool(session.table_game.actor(game.state)) and event is not None and not game.problems(event)


@pytest.mark.parametrize("game_id", GAMES)
def test_whoever_sits_out_a_round_is_back_after_it(game_id: str, tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", game_id) as session:
        rng = begin(session)
        seat = session.players[0]
        change_seats(session, SeatChange(RESTS, (seat,)))
        assert session.seating.seats.away == {seat}
        while session.seating.seats.away:
            play_on(session, rng)
        assert session.seating.changes[-1][1] == SeatChange(BACK, (seat,))
        assert session.game is not None
        events = len(session.game.events)
        session.undo(events - 1)
        assert session.seating.seats.away == {seat}


@pytest.mark.slow
@pytest.mark.parametrize(("room", "events"), [("foyer", 1), ("basement-landing", 0)])
def test_a_camera_sees_that_others_play_for_whoever_is_away(room: str, events: int, tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(), [find_game("betrayal").table], sees=True)
    begin(session)
    assert session.game is not None
    state = session.game.state
    change_seats(session, SeatChange(LEFT, (state.turn,)))
    assert isinstance(session.step, AwayStep)
    seen = with_lies(seen_of(state), explorer_lie(state.turn, room))
    for time_s in (1.0, 2.0, 4.0):
        session.observe(TableObservation(seen), time_s)
        session.tick(time_s)
    assert session.game is not None
    # What the rules do not allow is shown on the turn's own page; whoever began the turn plays it.
    assert len(session.game.events) == 1 + events
    assert not isinstance(session.step, AwayStep)
    session.apply(e.TurnEnded(by=state.turn))
    session.go_on()
    assert session.seating.stand_in_for == ""
    journal.close()


@contextmanager
def opened_virtual(path: Path, game_id: str) -> Iterator[Session]:
    """Return a virtual table of this game, at which people play."""
    journal, game = Journal.open(path), find_game(game_id)
    try:
        around = SessionContext(watched=lambda _: None)
        session = open_session(journal, Settings(), [game.table], sees=True, around=around)
        table = game.virtual.table_before(game.virtual.start(None, 3, {}), 3)
        session.use_hidden_cards(game.virtual.secret_hands(session, table, 3))
        begin(session)
        yield session
    finally:
        journal.close()


@pytest.mark.parametrize("game_id", ["lifeboat", "coach-ride"])
def test_at_a_virtual_table_of_cards_a_bot_plays_for_whoever_is_away(game_id: str, tmp_path: Path) -> None:
    with opened_virtual(tmp_path / "games.sqlite", game_id) as session:
        hands = session.hidden_cards
        assert isinstance(hands, SecretHands)
        person, *others = session.players
        change_seats(session, SeatChange(LEFT, (person,)))
        hands.tick()
        assert {holder.id: holder.bot for holder in hands.holders()} == {person: True} | dict.fromkeys(others, False)
        change_seats(session, SeatChange(BACK, (person,)))
        assert not any(holder.bot for holder in hands.holders())


@pytest.mark.parametrize("game_id", ["finstere-flure", "betrayal"])
def test_at_a_virtual_table_hands_do_the_steps_of_whoever_is_away(game_id: str, tmp_path: Path) -> None:
    with opened_virtual(tmp_path / "games.sqlite", game_id) as session:
        assert session.game is not None
        actor = session.table_game.actor(session.game.state)
        other = next(player for player in session.players if player != actor)
        change_seats(session, SeatChange(LEFT, (other,)))
        assert not session.step.auto_move_requested
        change_seats(session, SeatChange(LEFT, (actor,)))
        assert session.step.auto_move_requested
        assert not isinstance(session.step, AwayStep)


def test_changes_are_told_in_one_menu_and_stand_in_log_and_undo(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", "betrayal") as session:
        begin(session, events=2)
        put_right(session)
        person, other, *_ = session.players
        for rows in ((person, "left"), (person, "back"), (other, f"with {person}")):
            session.press(Press(Button.BACK, held=True), 0.0)
            for row in ("seats", *rows):
                session.touch(row, 0.0)
            put_right(session)
        assert session.seating.seats == Seats(swaps=((other, person),))
        session.press(Press(Button.BACK, held=True), 0.0)
        session.touch("log", 0.0)
        page = session.page
        assert isinstance(page, ListPage)
        assert [row.id for row in page.rows[:4]] == ["seats 2", "seats 1", "seats 0", "2"]
        assert page.rows[1].text.endswith("back again.")
        session.press(Press(Button.BACK, held=False), 0.0)
        session.touch("undo", 0.0)
        session.touch("seats 1", 0.0)
        assert session.seating.seats == Seats(left=frozenset({person}))
        assert session.game is not None
        assert len(session.game.events) == 3


def test_a_change_is_taken_back_with_the_events_after_it(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", "betrayal") as session:
        rng = begin(session, events=1)
        change_seats(session, SeatChange(SWAPPED, session.players[:2]))
        play_on(session, rng)
        change_seats(session, SeatChange(LEFT, session.players[:1]))
        session.press(Press(Button.BACK, held=True), 0.0)
        session.touch("undo", 0.0)
        session.touch("seats 0", 0.0)
        assert session.game is not None
        assert (len(session.game.events), session.seating.changes) == (2, ())
        assert session.game_id is not None
        assert session.journal.seat_changes(session.game_id) == ()


def test_two_who_change_seats_change_their_places_on_the_ring(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", "betrayal") as session:
        begin(session)
        put_right(session)
        pattern = session.pattern
        assert isinstance(pattern, Seat)
        assert session.game is not None
        seat = session.game.state.turn
        other = next(player for player in session.players if player != seat)
        change_seats(session, SeatChange(SWAPPED, (seat, other)))
        put_right(session)
        moved = session.pattern
        assert isinstance(moved, Seat)
        assert (pattern.index, moved.index) == (session.players.index(seat), session.players.index(other))


def test_who_sits_where_follows_from_the_changes() -> None:
    changes = tuple((0, SeatChange(SWAPPED, pair)) for pair in (("a", "b"), ("a", "c")))
    assert seats_after(changes).in_order(("a", "b", "c")) == ("b", "c", "a")


def test_a_line_that_tells_no_change_is_refused() -> None:
    change = SeatChange(RESTS, ("red",))
    assert SeatChange.from_line(change.line()) == change
    for line in ("[]", "{}", '{"seats": "left"}'):
        with pytest.raises(ValueError, match="no change of seats"):
            SeatChange.from_line(line)


def test_somebody_leaves_in_the_monsters_move_and_it_plays_on() -> None:
    session = sample_pages.session(sample_pages.walked())
    session.switch(MonsterMoveStep(session))
    step = session.step
    assert isinstance(step, MonsterMoveStep)
    session.tick(session.now + 3.0)
    before = step.playback
    change_seats(session, SeatChange(LEFT, ("red",)))
    assert session.step is step
    session.open(UndoStep(session))
    session.touch("seats 0", session.now)
    assert session.step is step
    assert (step.playback.index, step.playback.playing) == (before.index, True)
    assert session.seating.changes == ()


def test_what_is_half_told_stays_told_when_somebody_else_leaves(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = boat_hands.open_table(journal)
    boat_hands.begin(session, boat.GameStarted((LAUREN, STEPHEN, CAPTAIN, MATE)))
    for row in ("all-took", "seat", "mate", "refused", "laid", "lauren"):
        session.touch(row, 0.0)
    before = session.page
    assert before.name == "fight"
    for changed in (SeatChange(LEFT, (CAPTAIN,)), SeatChange(BACK, (CAPTAIN,)), SeatChange(RESTS, (CAPTAIN,))):
        session.press(Press(Button.BACK, held=True), 0.0)
        for row in ("seats", CAPTAIN, changed.kind):
            session.touch(row, 0.0)
        assert session.page == before
    journal.close()


def test_where_the_turn_cannot_pass_the_page_says_that_somebody_else_plays(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", "coach-ride") as session:
        begin(session)
        assert session.game is not None
        turn = session.table_game.actor(session.game.state)
        other = next(player for player in session.players if player != turn)
        session.apply(Offered(Person(turn), Person(other)))
        session.go_on()
        change_seats(session, SeatChange(LEFT, (turn,)))
        put_right(session)
        assert session.page.name == "offer"
        assert session.status.endswith("is away: somebody else plays this turn.")


def test_a_person_who_plays_for_a_bot_of_somebody_away_is_there() -> None:
    """A bot that plays for whoever is away may give up: then somebody sits down."""
    for gone in (SeatChangeKind.LEFT, SeatChangeKind.RESTS):
        kinds = (gone, SeatChangeKind.FAILED, SeatChangeKind.PERSON)
        seats = seats_after(tuple((1, SeatChange(kind, ("a",), "careful")) for kind in kinds))
        assert seats.away == frozenset()
        assert seats.unnoticed == frozenset()


@pytest.mark.parametrize("game", ["lifeboat", "coach-ride", "betrayal", "finstere-flure"])
def test_a_bot_that_has_failed_neither_leaves_nor_sits_out(game: str, tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite", game) as session:
        begin(session)
        seat = session.players[0]
        seats = session.seating
        assert session.game is not None
        seats.change(SeatChange(SeatChangeKind.FAILED, (seat,), "strong"), len(session.game.events))
        ids = [row.id for row in PlayerSeatStep(session, seat).rows()]
        assert ids == [SeatChangeKind.PERSON]
        # Whoever plays there now may leave.
        change_seats(session, SeatChange(SeatChangeKind.PERSON, (seat,)))
        assert SeatChangeKind.LEFT in [row.id for row in PlayerSeatStep(session, seat).rows()]
