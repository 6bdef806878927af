"""Tests of events that contradict the virtual table's hidden cards: they are refused.

Known answers are marked.
"""

import pytest

from companion.games.lifeboat.table.dialog import ALL_REVEALED
from companion.games.lifeboat.table.event_answers import event_answers
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.journal import Journal
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.events import Deck
from engine.lifeboat.navigation import Bird, NavigationCard
from engine.lifeboat.state import Phase
from hardware.buttons import Button, Press
from tests.companion.games.lifeboat.test_hands import PEOPLE, Boat, all_took

LAUREN = Character.LAUREN
KID = Character.KID


pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def boat(journal: Journal) -> Boat:
    boat = Boat(journal)
    all_took(boat)
    return boat


def step_of(boat: Boat) -> LifeboatStep:
    step = boat.session.step
    assert isinstance(step, LifeboatStep), step
    return step


def tell(boat: Boat, event: e.GameEvent) -> str:
    """Touch the rows that tell it; why it was refused, if it was."""
    step = step_of(boat)
    for row in event_answers(event):
        if boat.session.step is step and row in step._ids():
            boat.session.touch(row, 0.0)
    return step.refusal


def not_in_hand(boat: Boat, character: Character) -> Provision:
    state = step_of(boat).state
    return next(card for card in Provision if state.unseen[card] and card not in boat.hand(character))


def days_card(boat: Boat) -> LifeboatStep:
    """Play until the day's card is to be chosen."""
    while step_of(boat).state.step is Phase.ACT:
        turn = step_of(boat).state.turn
        assert turn is not None
        boat.tell(e.Passed(turn))
    return step_of(boat)


def scoring(boat: Boat) -> None:
    """The game has ended: all are asked for their cards."""
    while step_of(boat).state.step is not Phase.REVEAL:
        days_card(boat)
        state, hidden = step_of(boat).state, boat.hands.secrets.now
        assert hidden is not None
        if state.step is Phase.CHOOSE:
            boat.session.apply(e.Corrected(e.Correction(birds=3), "counted"))
            card = next(navigation for navigation in (*hidden.row, *hidden.deck) if navigation.bird is Bird.BIRD)
            boat.tell(e.Navigated(state.turn, str(card.id), overruled=True))


def test_a_card_that_is_not_in_the_hand_cannot_be_laid(boat: Boat) -> None:
    card = not_in_hand(boat, LAUREN)
    assert "not in the hand" in tell(boat, e.Laid(LAUREN, card))
    assert not step_of(boat).state.person(LAUREN).open
    card = boat.hand()[0]
    assert not tell(boat, e.Laid(LAUREN, card))
    assert step_of(boat).state.person(LAUREN).open == (card,)


def test_the_table_may_have_it_so_all_the_same(boat: Boat) -> None:
    """Holding Advance takes what was refused: the hidden cards are made to fit."""
    card = not_in_hand(boat, LAUREN)
    tell(boat, e.Laid(LAUREN, card))
    boat.session.press(Press(Button.ADVANCE, held=True), 0.0)
    assert step_of(boat).state.person(LAUREN).open == (card,)


def test_the_days_card_comes_from_the_row_stack(boat: Boat) -> None:
    kept = boat.hands.secrets.now
    assert kept is not None
    boat.tell(e.Rowed(LAUREN, 1))
    days_card(boat)
    hidden = boat.hands.secrets.now
    assert hidden is not None
    other = hidden.deck[0]
    assert "not among those to choose from" in tell(boat, e.Navigated(KID, str(other.id)))
    assert not tell(boat, e.Navigated(KID, str(hidden.row[0].id)))


def test_the_card_that_was_chosen_for_the_day_is_marked(boat: Boat) -> None:
    boat.tell(e.Rowed(LAUREN, 2))
    days_card(boat)
    shown = [card for group in boat.hands.look(str(KID)) for card in group.cards if card.key.startswith("day")]
    boat.hands.choose(str(KID), shown[1].key)
    boat.session.touch("card", 0.0)
    step = step_of(boat)
    assert step._selected_id() == shown[1].key.split(" ")[1]


def test_ticked_signs_are_those_of_a_card_of_the_row_stack(journal: Journal) -> None:
    boat = Boat(journal, deck=Deck.TOLD)
    all_took(boat)
    boat.tell(e.Rowed(LAUREN, 1))
    days_card(boat)
    no_such = NavigationCard(None, Bird.CROSSED, overboard=PEOPLE, thirsty=PEOPLE)
    assert "not among those to choose from" in tell(boat, e.Navigated(KID, signs=no_such))


def test_what_is_revealed_is_what_was_dealt(boat: Boat) -> None:
    scoring(boat)
    hidden = boat.hands.secrets.now
    assert hidden is not None
    love, hate, hand = hidden.love[LAUREN], hidden.hate[LAUREN], tuple(sorted(hidden.hands[LAUREN]))
    step = step_of(boat)
    wrong = next(character for character in PEOPLE if character is not hate)
    assert "hate card shows another" in step.contradiction(e.Revealed(LAUREN, love, wrong, hand))
    wrong = next(character for character in PEOPLE if character is not love)
    assert "love card shows another" in step.contradiction(e.Revealed(LAUREN, wrong, hate, hand))
    assert not step.contradiction(e.Revealed(LAUREN, love, hate, hand))


@pytest.mark.parametrize("row", [str(LAUREN), ALL_REVEALED])
def test_one_touch_reveals_what_was_dealt(boat: Boat, row: str) -> None:
    """A touch reveals the cards of one player, or of everybody at once."""
    scoring(boat)
    hidden, game = boat.hands.secrets.now, boat.session.game
    assert hidden is not None
    assert game is not None
    boat.session.touch(row, 0.0)
    assert boat.session.game is not None
    told = boat.session.game.events[len(game.events) :]
    players = PEOPLE if row == ALL_REVEALED else (LAUREN,)
    assert {*told} == {
        e.Revealed(character, hidden.love[character], hidden.hate[character], tuple(sorted(hidden.hands[character])))
        for character in players
    }
    assert boat.session.page.name == "sums"


def test_a_flare_turns_the_cards_on_top_of_the_deck(boat: Boat) -> None:
    state, hidden = step_of(boat).state, boat.hands.secrets.now
    assert hidden is not None
    boat.session.apply(e.Corrected(e.Correction(open=((LAUREN, (Provision.FLARE,)),)), "counted"))
    boat.session.go_on()
    boat.look()
    while not isinstance(boat.session.step, LifeboatStep):
        boat.session.press(Press(Button.ADVANCE, held=False), 0.0)
    top = tuple(str(card.id) for card in hidden.deck[:3])
    other = tuple(str(card.id) for card in hidden.deck[3:6])
    step, wrong = step_of(boat), e.Used(LAUREN, Provision.FLARE, e.CardSource.OPEN, cards=other)
    assert "turns other cards" in step.contradiction(wrong)
    assert not {*top}.intersection(step.contradiction(wrong).split()), "nobody hears what the flare would turn"
    for answer in ("use", "flare"):
        boat.session.touch(answer, 0.0)
    # It comes from one place alone: nothing is asked any more, and nothing was shown before it is told.
    assert boat.session.game is not None
    assert boat.session.game.events[-1] == e.Used(LAUREN, Provision.FLARE, e.CardSource.OPEN, cards=top)
    assert state.step is Phase.ACT


def test_a_card_laid_open_by_mistake_goes_back_into_the_hand(boat: Boat) -> None:
    """The card is dragged onto the own cover after the undo; nobody else's cover takes it."""
    card = boat.hand()[0]
    key = next(held.key for held in boat.seen() if held.key.startswith(f"{card} "))
    boat.choose(key)
    piece = next(iter(boat.hands.secrets.out))
    boat.drag(piece, boat.hands._rows[LAUREN])
    boat.tell(e.Laid(LAUREN, card))
    assert boat.session.game is not None
    boat.session.undo(len(boat.session.game.events) - 1)
    boat.look()
    assert not boat.hands.give(str(KID), piece) or boat.hand(KID).count(card)
    if piece in boat.table.pieces:
        assert boat.hands.give(str(LAUREN), piece)
    assert piece not in boat.table.pieces
    assert card in boat.hand()


def test_who_reveals_next_is_asked_once_the_sums_are_closed(boat: Boat) -> None:
    scoring(boat)
    asks = "Who lays love, hate and hand open"
    boat.session.announcements()
    boat.session.touch(str(LAUREN), 0.0)
    told = [said.text for said in boat.session.announcements()]
    assert any("points" in text for text in told)
    assert not any(asks in text for text in told)
    boat.session.press(Press(Button.ADVANCE, held=False), 0.0)
    assert any(asks in said.text for said in boat.session.announcements())
