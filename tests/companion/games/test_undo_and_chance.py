"""Undo and chance: what it brought comes again, and who has seen it is bound or named."""

import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion.device.errors import UserError
from companion.games import find_game
from companion.games.betrayal.table.roll_dialog import AGAIN, THROWN
from companion.games.betrayal.table.steps import HouseStep
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.virtual_table.hands import ITEMS, SIDE
from companion.games.finstere_flure.table.monster import DrawStep, ShuffleStep
from companion.journal import Journal
from companion.table.seats import SeatChange, SeatChangeKind
from engine.betrayal import events as house
from engine.betrayal.ways import ways
from engine.coach_ride import events as coach
from engine.coach_ride.cards import Person
from engine.coach_ride.dealt import Move as CoachMove
from engine.coach_ride.state import Phase
from engine.finstere_flure.events import CardDrawn, DeckShuffled
from engine.lifeboat import events as boat
from engine.lifeboat.components import Provision
from engine.lifeboat.dealt import Move as BoatMove
from engine.lifeboat.dealt import Plan
from engine.lifeboat.state import Phase as BoatPhase
from engine.values import replaced
from tests.companion.phones.evening import VirtualEvening
from tools.phone_secrets import start_game

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display", "faultless_reading")]

#: So many moves are drawn until a state comes that is looked for.
_MOVES = 900


class Table:
    """A game at the virtual table, played by chance until something can be begun."""

    def __init__(self, game_id: str, journal: Journal) -> None:
        self.evening = VirtualEvening(find_game(game_id), journal)
        self.evening.begin()
        assert self.evening.hands is not None
        self.session: Any = self.evening.session
        self.hands: Any = self.evening.hands
        self.play, self.rng = self.session.table_game.play, Random(2)
        self.hands.tick()
        self.said()

    @property
    def whole(self) -> Any:
        return self.hands.whole_state()

    def apply(self, event: Any) -> None:
        self.session.apply(event, already_placed=True)
        self.session.go_on()
        self.hands.tick()

    def play_until(self, wanted: Any) -> None:
        """Draw moves until a whole state is as wanted, and something has happened before it."""
        for _ in range(_MOVES):
            if len(self.session.game.events) > 2 and wanted(self.whole):
                return
            move = self.play.draw(self.whole, self.rng)
            event = self.play.event(move)
            if not self.hands.secrets.begins_act(move):
                self.hands.keep_move(move)
            if event is not None:
                self.apply(event)
        raise AssertionError(self.whole)

    def undo(self, events: int = 1) -> list[Any]:
        """Take back the last events; return them."""
        before = self.session.game.events
        self.session.undo(len(before) - events)
        self.hands.tick()
        return list(before[len(before) - events :])

    def said(self) -> str:
        return " ".join(said.text for said in self.session.announcements())

    def is_refused(self, event: Any) -> bool:
        """Enter an event at the table; return True if it was refused for what was begun."""
        count = len(self.session.game.events)
        assert not self.session.game.problems(event), "the rules allow it"
        self.session.step.enter_event(event)
        return len(self.session.game.events) == count


def turn_over(table: Table) -> Any:
    """Turn over a tile behind a door, after a step; return the move that was announced."""
    seat, state = table.session.game.state.turn, table.session.game.state
    move = next(
        move
        for move in table.play.moves_of(table.whole, seat)
        if isinstance(getattr(move, "event", None), house.Discovered)
    )
    table.hands.keep_move(table.hands.completed(move))
    assert table.session.game.state == state
    return table.whole.announced


@pytest.fixture
def betrayal(journal: Journal) -> Table:
    table = Table("betrayal", journal)
    seat = table.session.game.state.turn
    table.apply(house.Moved(by=seat, to=next(iter(ways(table.session.game.state, seat)))))
    return table


def test_a_tile_that_was_turned_over_is_laid_when_the_step_before_is_told_again(betrayal: Table) -> None:
    begun = turn_over(betrayal)
    [moved] = betrayal.undo()
    assert betrayal.whole.announced is None, "hands err: what is taken back is free"
    assert "has already turned over" in betrayal.said()
    assert "has already turned over" in str(betrayal.session.page.status), "it stands there for all"
    betrayal.apply(moved)
    assert betrayal.whole.announced == begun
    assert betrayal.is_refused(house.TurnEnded(by=moved.by))
    # After a crash, too.
    betrayal.undo()
    kept = betrayal.hands.secrets
    again = type(kept)(betrayal.session, 1)
    again.follow()
    assert again.kept is not None
    assert again.kept.unnoticed == ()
    betrayal.session.apply(moved, already_placed=True)
    again.follow()
    assert again.kept.unnoticed == (begun,)


def test_a_tile_that_was_laid_is_laid_again(betrayal: Table) -> None:
    begun = turn_over(betrayal)
    laid = next(move for move in betrayal.play.possible(betrayal.whole))
    betrayal.apply(laid)
    betrayal.said()
    betrayal.undo()
    assert betrayal.whole.announced == begun
    assert "already" not in betrayal.said(), "whoever is bound is not told of"


def test_another_way_leads_away_from_a_tile_for_all_to_hear(betrayal: Table) -> None:
    turn_over(betrayal)
    [moved] = betrayal.undo()
    betrayal.said()
    betrayal.apply(house.TurnEnded(by=moved.by))
    assert betrayal.whole.announced is None


def test_who_overrules_a_tile_away_is_told_of_to_all(betrayal: Table) -> None:
    begun = turn_over(betrayal)
    betrayal.session.step.overrule()
    betrayal.session.step.enter_event(house.TurnEnded(by=begun.event.by))
    betrayal.hands.tick()
    assert betrayal.whole.announced is None
    assert "has already turned over" in betrayal.said()


def test_dice_fall_as_before_whatever_is_done_first(betrayal: Table) -> None:
    state, seat = betrayal.session.game.state, betrayal.session.game.state.turn

    def faces() -> Any:
        return betrayal.whole.stacks.chance(betrayal.session.game.events).choices((0, 1, 2), k=4)

    before = faces()
    betrayal.apply(house.Moved(by=seat, to=next(iter(ways(state, seat)))))
    assert faces() == before, "a step more changes no dice"
    step = betrayal.session.step
    assert isinstance(step, HouseStep)
    assert step._throw(4) == before, "the table throws what a phone would"
    step.answers = (f"{THROWN}{before[0]}{before[1]}", f"{AGAIN}0:{before[2]}")
    assert step._throw(1) == before[3:]
    step.forget_answers()
    roll = house.Crossed(by=seat, faces=tuple(before))
    events = (*betrayal.session.game.events, roll)
    assert betrayal.whole.stacks.chance(events).random() != betrayal.whole.stacks.chance(events[:-1]).random()


def thrown(step: HouseStep, number: int) -> Sequence[int]:
    faces = step._throw(number)
    assert faces is not None
    return faces


def test_dice_of_a_real_table_fall_as_before(journal: Journal) -> None:
    session = start_game(find_game("betrayal"), journal, 1)
    step = session.step
    assert isinstance(step, HouseStep)
    before = thrown(step, 4)
    step.answers = (f"{THROWN}{before[0]}{before[1]}",)
    assert thrown(step, 2) == before[2:]
    step.forget_answers()
    session.go_on()
    assert isinstance(session.step, HouseStep)
    assert thrown(session.step, 8)[:4] == before


def test_the_cards_of_the_monster_lie_as_before(journal: Journal) -> None:
    session: Any = start_game(find_game("finstere-flure"), journal, 1)
    # The deck is shuffled by itself when the game begins.
    shuffled = [isinstance(event, DeckShuffled) for event in session.game.events].index(True)

    def draw() -> tuple[Any, ...]:
        rng = Random(1)
        while not isinstance(event := session.table_game.play.draw(session.game.state, rng), CardDrawn):
            session.apply(event, already_placed=True)
        DrawStep(session).draw()
        return tuple(session.game.events[shuffled:])

    first = draw()
    assert isinstance(first[-1], CardDrawn)
    for _ in range(3):
        session.undo(shuffled)
        ShuffleStep(session).begin()
        assert session.game.events[shuffled:] == first[:1]
        assert draw() == first


def begin_row(table: Table) -> BoatMove:
    """Let whoever is on turn look at cards of the deck."""
    table.play_until(lambda whole: whole.state.step is BoatPhase.ACT and whole.state.deck > 3)
    move = BoatMove(None, by=table.session.game.state.turn, plan=Plan.ROW)
    table.hands.keep_move(move)
    assert table.whole.plan is Plan.ROW
    return move


def other_act(table: Table, looked: BoatMove) -> Any:
    """Return another act than rowing of whoever has looked."""
    moves = table.play.possible(replaced(table.whole, plan=None))
    events = [move.event for move in moves if move.event is not None and move.event.by is looked.by]
    return next(event for event in events if not isinstance(event, boat.Rowed))


@pytest.fixture
def lifeboat(journal: Journal) -> Table:
    return Table("lifeboat", journal)


def test_who_has_drawn_rows_when_the_event_before_is_told_again(lifeboat: Table) -> None:
    looked = begin_row(lifeboat)
    [before] = lifeboat.undo()
    assert "has already looked at hidden cards" in lifeboat.said()
    assert lifeboat.whole.plan is None
    lifeboat.apply(before)
    assert lifeboat.whole.plan is Plan.ROW
    assert lifeboat.is_refused(other_act(lifeboat, looked))


def test_a_bot_ends_what_a_player_has_begun(lifeboat: Table) -> None:
    """A player looks and leaves: the bot has to row, and nobody tells another act for it."""
    looked = begin_row(lifeboat)
    seat, session = str(looked.by), lifeboat.session
    other = other_act(lifeboat, looked)
    session.seating.change(SeatChange(SeatChangeKind.BOT, (seat,), "greedy"), len(session.game.events))
    assert lifeboat.is_refused(other)
    assert {type(move.event) for move in lifeboat.play.possible(lifeboat.whole)} == {boat.Rowed}


def test_a_look_is_told_of_though_a_bot_had_the_seat_at_the_moment_before(lifeboat: Table) -> None:
    """The undo takes back that a person plays: who looked counts, not who plays then."""
    lifeboat.play_until(lambda whole: whole.state.step is BoatPhase.ACT and whole.state.deck > 3)
    game, seating = lifeboat.session.game, lifeboat.session.seating
    seat, count = str(game.state.turn), len(game.events)
    seating.change(SeatChange(SeatChangeKind.BOT, (seat,), "greedy"), count - 1)
    seating.change(SeatChange(SeatChangeKind.PERSON, (seat,)), count)
    lifeboat.hands.keep_move(BoatMove(None, by=game.state.turn, plan=Plan.ROW))
    lifeboat.undo()
    assert seat in seating.seats.bots
    assert "has already looked at hidden cards" in lifeboat.said()


def test_a_look_is_told_of_though_a_bot_has_the_seat_when_it_is_overruled(lifeboat: Table) -> None:
    looked = begin_row(lifeboat)
    other = other_act(lifeboat, looked)
    seat, session = str(looked.by), lifeboat.session
    session.seating.change(SeatChange(SeatChangeKind.BOT, (seat,), "greedy"), len(session.game.events))
    lifeboat.said()
    lifeboat.apply(other)
    assert "has already looked at hidden cards" in lifeboat.said()


def test_what_a_bot_looked_at_is_nothing_to_tell_of(lifeboat: Table) -> None:
    lifeboat.play_until(lambda whole: whole.state.step is BoatPhase.ACT and whole.state.deck > 3)
    game, seating = lifeboat.session.game, lifeboat.session.seating
    seating.change(SeatChange(SeatChangeKind.BOT, (str(game.state.turn),), "greedy"), 1)
    lifeboat.hands.keep_move(BoatMove(None, by=game.state.turn, plan=Plan.ROW))
    lifeboat.said()
    lifeboat.undo()
    assert "already" not in lifeboat.said()


def test_a_compass_that_was_overruled_away_is_told_of(lifeboat: Table) -> None:
    lifeboat.play_until(lambda whole: whole.state.step is BoatPhase.CHOOSE and whole.state.row)
    seat = lifeboat.session.game.state.turn
    cards = (*lifeboat.session.game.state.person(seat).open, Provision.COMPASS)
    lifeboat.apply(boat.Corrected(boat.Correction(open=((seat, cards),)), "counted"))
    lifeboat.hands.keep_move(BoatMove(None, by=seat, plan=Plan.COMPASS))
    with_compass = lifeboat.play.possible(lifeboat.whole)[0].event
    assert with_compass.compass
    without = lifeboat.play.possible(replaced(lifeboat.whole, plan=None))
    plain = next(move.event for move in without if isinstance(move.event, boat.Navigated) and not move.event.compass)
    lifeboat.said()
    lifeboat.session.step.overrule()
    lifeboat.session.step.enter_event(plain)
    lifeboat.hands.tick()
    assert "has already looked at hidden cards" in lifeboat.said()


def test_the_compass_told_in_the_end_is_nothing_to_tell_of(lifeboat: Table) -> None:
    begin_row(lifeboat)
    rowed = next(move for move in lifeboat.play.possible(lifeboat.whole))
    lifeboat.said()
    lifeboat.hands.keep_move(rowed)
    lifeboat.apply(rowed.event)
    assert "already" not in lifeboat.said()


def test_who_has_looked_into_a_pile_is_bound_when_the_event_before_is_told_again(journal: Journal) -> None:
    table = Table("coach-ride", journal)
    table.play_until(lambda whole: whole.state.phase is Phase.TURN)
    seat = table.session.game.state.turn
    table.hands.keep_move(CoachMove(None, None, seat, looks=True))
    assert table.whole.looked
    [before] = table.undo()
    assert "has already looked at hidden cards" in table.said()
    assert not table.whole.looked
    table.apply(before)
    assert table.whole.looked
    assert table.is_refused(coach.Passed(seat))
    seating, events = table.session.seating, len(table.session.game.events)
    seating.change(SeatChange(SeatChangeKind.BOT, (str(seat),), "greedy"), events)
    assert table.is_refused(coach.Passed(seat)), "a bot in the seat is bound, too"


def won_fight(table: Table) -> str:
    """Play until somebody may look at a loser's cards; return their seat."""

    def may_look(whole: Any) -> bool:
        fight = whole.state.fight
        if whole.state.phase is not Phase.RESULT or fight is None or not fight.winner_and_loser:
            return False
        return bool(whole.cards.hands[fight.winner_and_loser[1]])

    table.play_until(may_look)
    step = table.session.running_step
    assert isinstance(step, CoachRideStep)
    # Nobody speaks.
    step.close_window()
    return str(table.session.game.state.fight.winner_and_loser[0])


@pytest.mark.parametrize("look", [ITEMS, f"{SIDE}-1"])
def test_who_has_looked_under_the_cover_is_bound_or_told_of(journal: Journal, look: str) -> None:
    table = Table("coach-ride", journal)
    seat = won_fight(table)
    table.hands.choose(seat, look)
    assert table.whole.looked is (look == ITEMS)
    kept = table.hands.secrets.kept
    assert (kept.awaited, kept.looker) == (("searched",) if look == ITEMS else ("looked",), seat)
    searched = coach.Searched(Person(seat), took=False)
    looked = coach.Looked(Person(seat), None)
    first, other = (searched, looked) if look == ITEMS else (looked, searched)
    assert table.is_refused(other)
    events = len(table.session.game.events)
    table.session.seating.change(SeatChange(SeatChangeKind.BOT, (seat,), "greedy"), events)
    # What a bot cannot know of is free, and what it can is not.
    assert bool(table.hands.unfinished_act(other)) is (look == ITEMS)
    assert not table.hands.unfinished_act(first)
    table.said()
    table.session.seating.change(SeatChange(SeatChangeKind.PERSON, (seat,)), events)
    table.apply(other)
    assert "has already looked at hidden cards" in table.said()


def test_begun_acts_of_a_strange_file_are_no_game(betrayal: Table) -> None:
    turn_over(betrayal)
    secrets = betrayal.hands.secrets
    events = betrayal.session.game.events
    kept = json.loads(json.dumps(secrets.to_json(secrets.kept)))
    assert secrets.from_json(kept, events) == secrets.kept
    del kept["begun"], kept["looker"]
    assert secrets.from_json(kept, events).begun == (), "a file of an earlier version has none"
    broken: tuple[Any, ...] = (
        5,
        [5],
        [{}],
        [{"moment": [1], "seat": "x", "ends": [], "moves": []}],
        [{"moment": "ab"}],
    )
    for strange in broken:
        with pytest.raises(UserError, match="damaged"):
            secrets.from_json({**kept, "begun": strange}, events)


def demand_hand_card(table: Table, of: Any) -> Any:
    """Demand a hand card of somebody, who agrees; return the kind that was taken."""
    actor = table.session.game.state.turn
    before = table.whole.hidden.hands[of]
    table.apply(boat.Demanded(actor, of, boat.DemandKind.HAND))
    if table.session.game.state.demand is not None:
        table.apply(boat.Agreed(of))
    [taken] = (Counter(before) - Counter(table.whole.hidden.hands[of])).elements()
    return taken


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_a_card_that_chance_takes_out_of_a_hand_is_the_same_whatever_is_done_first(lifeboat: Table, seed: int) -> None:
    def kinds(whole: Any) -> dict[Any, int]:
        others = [seat for seat in whole.state.conscious if seat is not whole.state.turn]
        return {seat: len(set(whole.hidden.hands[seat])) for seat in others}

    lifeboat.rng = Random(seed)
    lifeboat.play_until(lambda whole: whole.state.step is BoatPhase.ACT and max(kinds(whole).values(), default=0) > 1)
    count, found = len(lifeboat.session.game.events), kinds(lifeboat.whole)
    of = max(found, key=lambda seat: found[seat])
    taken = demand_hand_card(lifeboat, of)
    lifeboat.undo(len(lifeboat.session.game.events) - count)
    # Others lay cards open first, and perhaps the one who loses a card.
    for character in lifeboat.session.game.state.conscious:
        card = next((card for card in sorted(lifeboat.whole.hidden.hands[character]) if card is not taken), None)
        if card is None or (character is of and seed % 2):
            continue
        if not lifeboat.session.game.problems(boat.Laid(character, card)):
            lifeboat.apply(boat.Laid(character, card))
    assert len(lifeboat.session.game.events) > count
    assert demand_hand_card(lifeboat, of) is taken


def test_a_hand_of_a_game_of_an_earlier_version_stays_as_it_was(lifeboat: Table) -> None:
    """File of that version does not count what chance has taken: the event's number counts."""
    lifeboat.play_until(lambda whole: whole.state.step is BoatPhase.ACT)
    secrets = lifeboat.hands.secrets
    kept = json.loads(json.dumps(secrets.to_json(secrets.kept)))
    assert kept["taken"] == 0
    del kept["taken"]
    assert secrets.from_json(kept, secrets.kept.events).deal.taken is None
