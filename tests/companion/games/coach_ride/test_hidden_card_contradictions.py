"""Tests of events that contradict the virtual table's hidden cards: they are refused.

Known answers are marked.
"""

import pytest

from companion.games.coach_ride.table.dialog import event_answers
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.virtual_table.truth import contradiction, shown
from companion.journal import Journal
from companion.table.own_screens import SeatScreens
from companion.table.seats import SeatChange, SeatChangeKind
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Profession
from engine.coach_ride.state import Phase
from hardware.buttons import Button, Press
from tests.companion.games.coach_ride.test_hands import FIRST, SECOND, Coach

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def coach(journal: Journal) -> Coach:
    return Coach(journal)


def tell(coach: Coach, event: e.GameEvent) -> str:
    """Touch the rows that tell it; why it was refused, if it was."""
    step = coach.session.step
    assert isinstance(step, CoachRideStep)
    for row in event_answers(event, step.state):
        if coach.session.step is step and row in step._ids():
            coach.session.touch(row, 0.0)
    return step.refusal


def green_only(coach: Coach) -> None:
    """Press Advance until the step is done."""
    step = coach.session.step
    while coach.session.step is step:
        coach.session.press(Press(Button.ADVANCE, held=False), 0.0)


def test_a_claim_with_cards_that_are_not_held_is_refused(coach: Coach) -> None:
    coach.tell(e.Claimed(FIRST, e.ClaimKind.OWN))
    true = shown(coach.hidden, coach.state, FIRST)
    assert true.association
    assert true.items
    other = next(side for side in Association if side is not true.association[0])
    assert "has other cards" in tell(coach, e.Shown(FIRST, (other,), true.profession, true.items))
    profession = next(profession for profession in Profession if profession is not true.profession)
    assert "has other cards" in tell(coach, e.Shown(FIRST, true.association, profession, true.items))
    item = next(item for item in coach.state.items if item not in true.items)
    wrong = tuple(sorted((*true.items[1:], item)))
    assert "has other cards" in tell(coach, e.Shown(FIRST, true.association, true.profession, wrong))
    assert coach.state.phase is Phase.CLAIM
    assert not tell(coach, true)
    assert coach.state.phase is not Phase.CLAIM


def test_green_alone_shows_the_cards_of_a_claim_as_they_are(coach: Coach) -> None:
    coach.tell(e.Claimed(FIRST, e.ClaimKind.OWN))
    true = shown(coach.hidden, coach.state, FIRST)
    green_only(coach)
    game = coach.session.game
    assert game is not None
    assert game.events[-1] == true


@pytest.mark.parametrize("held", [True, False])
def test_a_demanded_item_is_handed_over_exactly_if_it_is_there(coach: Coach, *, held: bool) -> None:
    """K11; what is true is marked."""
    item = next(
        candidate
        for candidate in coach.state.items
        if (candidate in coach.hidden.hands[SECOND]) is held and "bag" not in candidate
    )
    coach.tell(e.DiplomatUsed(FIRST, SECOND, item, overruled=True))
    wrong = e.Denied(SECOND) if held else e.Handed(SECOND)
    assert tell(coach, wrong)
    assert coach.state.phase is Phase.DEMAND
    green_only(coach)
    game = coach.session.game
    assert game is not None
    assert game.events[-1] == (e.Handed(SECOND) if held else e.Denied(SECOND))


@pytest.mark.parametrize("is_bot", [False, True])
def test_nobody_learns_of_a_bot_s_cards_by_telling_that_it_uses_them(coach: Coach, is_bot: bool) -> None:
    session = coach.session
    if is_bot:
        session.seating.change(SeatChange(SeatChangeKind.BOT, (str(SECOND),), "random"), 1)
    screens = SeatScreens(session)
    for card in (*Profession, *Item):
        refusal = screens.refusal(e.Used(SECOND, card))
        assert refusal.endswith("is played by a bot, which uses its own cards.") is is_bot
    assert not screens.refusal(e.Passed(SECOND))


def test_a_profession_is_used_by_whoever_has_it(coach: Coach) -> None:
    state, hidden = coach.state, coach.hidden
    mine = hidden.professions[FIRST]
    assert not contradiction(hidden, state, e.Used(FIRST, mine))
    for other in Profession:
        if other is not mine:
            assert "is not that" in contradiction(hidden, state, e.Used(FIRST, other))
    missing = next(item for item in Item if item not in hidden.hands[FIRST])
    assert "does not hold this" in contradiction(hidden, state, e.Used(FIRST, missing))
    assert not contradiction(hidden, state, e.Used(FIRST, hidden.hands[FIRST][0]))
