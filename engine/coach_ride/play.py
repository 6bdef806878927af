"""Coach Ride as bots play it: the rules, with the cards that lie face down."""

from collections.abc import Sequence
from random import Random

from engine.game import Play, Result
from engine.values import replaced

from . import events as e
from .cards import Item, Person, Profession
from .dealt import Dealt, Move, determinized, view_of
from .hidden import answers, deal, follow_cards, must_be_accepted
from .moves import (
    announced_item,
    demandable,
    draw_move,
    moves_of_player,
    possible_moves,
    shown_event,
)
from .rules import RULE_OF
from .setup import begin
from .state import State
from .windows import actors_of, asked_order
from .worth import worth_of

_USES: dict[type[e.GameEvent], Profession] = {
    e.ClairvoyantUsed: Profession.CLAIRVOYANT,
    e.DiplomatUsed: Profession.DIPLOMAT,
    e.PriestUsed: Profession.PRIEST,
    e.DoctorUsed: Profession.DOCTOR,
    e.Hypnotised: Profession.HYPNOTIST,
}


class CoachRidePlay(Play[Dealt, Move]):
    """Public states, hands, associations, professions and piles."""

    def deal(self, started: e.GameEvent, rng: Random) -> Dealt:
        """The cards shuffled and dealt."""
        assert isinstance(started, e.Started)
        state = begin(started)
        return Dealt(state, deal(started, state, rng))

    def follow(self, state: Dealt, move: Move) -> Dealt:
        """The state after a move; one who declines is not asked again before somebody acts."""
        event, before = move.event, state.state
        if event is None:
            assert move.by is not None
            return replaced(state, asked=asked_order(before).index(move.by) + 1)
        after = RULE_OF[type(event)].follow(before, event)
        cards = follow_cards(state.cards, before, event, move.give)
        plan = move.plan if isinstance(event, e.Claimed) else state.plan
        return Dealt(after, cards, 0, state.known, plan)

    def over(self, state: Dealt) -> Result | None:
        """As the rules end."""
        return state.state.result

    def actors(self, state: Dealt) -> Sequence[str]:
        """Return the seats that may act, first who is asked first; nobody when a fight is counted."""
        return actors_of(state.state, state.asked)

    def possible(self, state: Dealt) -> Sequence[Move]:
        """All moves of all who may act."""
        return possible_moves(state)

    def moves_of(self, state: Dealt, seat: str) -> Sequence[Move]:
        """All that a seat may do."""
        return moves_of_player(state, Person(seat))

    def draw(self, state: Dealt, rng: Random) -> Move:
        """Draw a kind of event, then one of that kind."""
        return draw_move(state, rng)

    def event(self, move: Move) -> e.GameEvent | None:
        """The rules' event."""
        return move.event

    def public(self, state: Dealt) -> State:
        """The rules' state."""
        return state.state

    def view(self, state: Dealt, seat: str) -> Dealt:
        """The own cards, and what follows from all that was seen."""
        return view_of(state, Person(seat))

    def determinize(self, view: Dealt, seat: str, rng: Random) -> Dealt:
        """Deal what the seat does not know."""
        return determinized(view, Person(seat), rng)

    def reward(self, result: Result, seat: str) -> float:
        """A side wins as a whole."""
        return float(seat in result.winners)

    def worth(self, state: Dealt, seat: str) -> float:
        """Estimate the side's chance to win by its victory items, and who knows of them."""
        return worth_of(state, Person(seat))

    def hides(self, state: Dealt, event: e.GameEvent) -> bool:
        """Return True if only face-down cards, or who has declined, forbid an allowed event."""
        cards, public = state.cards, state.state
        by = event.by if isinstance(event, e.By) else None
        if by is None:
            return False
        declined = by in asked_order(public)[: state.asked]
        profession = _USES.get(type(event))
        if profession is not None:
            lacks = cards.professions[by] is not profession
            return lacks or declined or (isinstance(event, e.DiplomatUsed) and event.item not in demandable(state, by))
        match event:
            case e.Used(card=card, winner=winner):
                # No file can say that another card names a winner.
                is_written = (winner is not None) is (card is Profession.POISON_MIXER)
                return declined or not is_written or card not in (*cards.hands[by], cards.professions[by])
            case e.Accepted():
                return not any(move.event == event for move in moves_of_player(state, by))
            case e.Refused():
                return cards.offered is not None and must_be_accepted(cards.offered)
            case e.Handed() | e.Denied():
                trade = public.trade
                assert trade is not None
                assert trade.demanded is not None
                has_it = any(item in cards.hands[by] for item in answers(trade.demanded, public.pile))
                return has_it is isinstance(event, e.Denied)
            case e.Named(players=players):
                return state.plan is not None and players != state.plan
            case e.Announced(item=item):
                return item is not announced_item(state)
            case e.Shown():
                shown = shown_event(state, by)
                return _sorted(event) != _sorted(shown)
        return False


def _sorted(shown: e.Shown) -> tuple[tuple[str, ...], Profession | None, tuple[Item, ...]]:
    return tuple(sorted(shown.association or ())), shown.profession, tuple(sorted(shown.items or ()))


PLAY = CoachRidePlay()
