"""Hidden things of each game by its rules, without the `view` that pages are made of.

`exchanged` gives whole states in which two hidden things have changed places, and who may notice; `card_names` names
the cards of which there is one; `may_know` tells whether somebody has met such a card in any lawful way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

from companion.cards.game import CardGame
from companion.cards.play import Dealt as DealtZones
from companion.games.betrayal.names import card_name as house_card_name
from companion.games.betrayal.names import room_name
from companion.games.coach_ride.words import card_name
from companion.games.lifeboat.words import provision_name
from companion.table.game import TableGame
from engine.betrayal.components import CARDS, stack_tiles
from engine.betrayal.full_state import FullState
from engine.coach_ride.cards import Item, is_single
from engine.coach_ride.dealt import Dealt as DealtCoach
from engine.coach_ride.state import Phase
from engine.coach_ride.windows import must_act
from engine.lifeboat.components import provisions
from engine.lifeboat.dealt import Dealt as DealtBoat
from engine.values import replaced

#: A place in which cards lie: its name, and the seat that holds it (empty: a pile).
Place = tuple[str, str]
#: Nobody.
NOBODY = frozenset[str]()


@dataclass(frozen=True)
class ExchangedSecret:
    """Whole state in which something hidden is another thing, and the seats that may notice."""

    what: str
    state: Any
    knowers: frozenset[str]


def exchanged(state: Any, rng: Random) -> Iterator[ExchangedSecret]:
    """Yield other states; there are none while all lies open."""
    match state:
        case DealtBoat():
            yield from _in_the_boat(state, rng)
        case DealtCoach():
            yield from _in_the_coach(state, rng)
        case FullState() if state.stacks is not None:
            stacks = state.stacks
            for name in ("all_tiles", "all_cards"):
                cards = getattr(stacks, name)
                changed: dict[str, Any] = {name: tuple(rng.sample(cards, len(cards)))}
                mixed = replace(stacks, **changed)
                yield ExchangedSecret(f"order of {name}", replaced(state, stacks=mixed), NOBODY)
            yield ExchangedSecret("dice", replaced(state, stacks=replace(stacks, seed=stacks.seed + 1)), NOBODY)
        case DealtZones():
            held = {("hand", str(seat)): cards for seat, cards in state.hands.items()}
            for places, what, knowers in _swaps(held, rng):
                hands = {seat: places["hand", str(seat)] for seat in state.hands}
                yield ExchangedSecret(what, replace(state, hands=hands), knowers)


def _swaps(
    held: Mapping[Place, Sequence[Any]], rng: Random, fixed: Mapping[Place, Sequence[Any]] | None = None
) -> Iterator[tuple[dict[Place, tuple[Any, ...]], str, frozenset[str]]]:
    """Yield all places with a card of one exchanged for another one's, and the two seats.

    `fixed`: cards that stay where they are.
    """
    for first, second in rng.sample([*combinations(held, 2)], len(held) * (len(held) - 1) // 2):
        pairs = [
            (index, other_index)
            for index, mine in enumerate(held[first])
            for other_index, other in enumerate(held[second])
            if mine != other and mine not in (fixed or {}).get(first, ()) and other not in (fixed or {}).get(second, ())
        ]
        if pairs:
            index, other_index = rng.choice(pairs)
            cards_of_first, cards_of_second = list(held[first]), list(held[second])
            cards_of_first[index], cards_of_second[other_index] = cards_of_second[other_index], cards_of_first[index]
            places = {place: tuple(cards) for place, cards in held.items()}
            places |= {first: tuple(cards_of_first), second: tuple(cards_of_second)}
            yield places, f"{first} and {second}", frozenset({first[1], second[1]}) - {""}


def _in_the_boat(dealt: DealtBoat, rng: Random) -> Iterator[ExchangedSecret]:
    """Yield exchanges of hands, love, hate and piles (L1 to L3, L7, L9, L17; section 14)."""
    state, hidden = dealt.state, dealt.hidden
    shown = {revealed.by for revealed in state.revealed}
    secret = [seat for seat in hidden.hands if seat not in shown]
    # Whoever is asked sees the uppermost provisions, draws by rowing, and chooses among the row's cards.
    asked = "" if state.turn is None else str(state.turn)
    held: dict[Place, tuple[Any, ...]] = {("hand", str(seat)): hidden.hands[seat] for seat in secret}
    held |= {("bow", asked): hidden.bow, ("passing", asked): hidden.passing}
    held |= {(name, ""): getattr(hidden, name) for name in ("removed", "gone")}
    offered: dict[Place, list[Any]] = {}
    for offer in dealt.offers:
        offered.setdefault(("hand", str(offer.by)), []).append(offer.card)
    if dealt.owed is None:
        for places, what, knowers in _swaps(held, rng, offered):
            hands = {seat: places.get(("hand", str(seat)), hidden.hands[seat]) for seat in hidden.hands}
            piles = {name: cards for (name, _), cards in places.items() if name != "hand"}
            yield ExchangedSecret(what, replaced(dealt, hidden=replaced(hidden, hands=hands, **piles)), knowers)
    for name in ("love", "hate"):
        loved: Mapping[Any, Any] = getattr(hidden, name)
        for places, what, knowers in _swaps({(name, str(seat)): (loved[seat],) for seat in secret}, rng):
            other = {seat: places.get((name, str(seat)), (loved[seat],))[0] for seat in loved}
            yield ExchangedSecret(what, replaced(dealt, hidden=replaced(hidden, **{name: other})), knowers)
    for places, what, knowers in _swaps({("deck", asked): hidden.deck, ("row", asked): hidden.row}, rng):
        piles = {name: cards for (name, _), cards in places.items()}
        yield ExchangedSecret(what, replaced(dealt, hidden=replaced(hidden, **piles)), knowers)
    if len(hidden.deck) > 1:
        mixed = replaced(hidden, deck=tuple(rng.sample(hidden.deck, len(hidden.deck))))
        yield ExchangedSecret("order of the deck", replaced(dealt, hidden=mixed), frozenset({asked}))
    for offer in dealt.offers:
        left = tuple([other for other in dealt.offers if other is not offer])
        parties = frozenset({str(offer.by), str(offer.to)})
        yield ExchangedSecret("offer", replaced(dealt, offers=left), parties)


def _in_the_coach(dealt: DealtCoach, rng: Random) -> Iterator[ExchangedSecret]:
    """Yield exchanges of hands, sides, professions, piles, offers and looks of Coach Ride.

    Section 8 of its rules names them.
    """
    state, cards = dealt.state, dealt.cards
    shown = {*state.claim.shown} if state.claim is not None else set()
    secret = [seat for seat in cards.hands if seat not in shown]
    looking = _looking(dealt)
    held: dict[Place, tuple[Any, ...]] = {("hand", str(seat)): cards.hands[seat] for seat in secret}
    held["pile", ""] = cards.pile
    parties = frozenset({str(state.trade.active), str(state.trade.passive)}) if state.trade is not None else NOBODY
    traded = [item for item in (cards.offered, *(cards.traded or ())) if item is not None]
    fixed = {place: [*traded, *_picked(dealt, place[1])] for place in held}
    for places, what, knowers in _swaps(held, rng, fixed):
        hands = {seat: places.get(("hand", str(seat)), cards.hands[seat]) for seat in cards.hands}
        other = replaced(cards, hands=hands, pile=places["pile", ""])
        yield ExchangedSecret(what, replaced(dealt, cards=other), knowers | looking)
    down = {
        seat: profession
        for seat, profession in cards.professions.items()
        if seat in secret and seat not in state.professions
    }
    held = {("profession", str(seat)): (profession,) for seat, profession in down.items()}
    held["profession pile", ""] = cards.profession_pile
    for places, what, knowers in _swaps(held, rng):
        professions = {
            seat: places.get(("profession", str(seat)), (profession,))[0]
            for seat, profession in cards.professions.items()
        }
        other = replaced(cards, professions=professions, profession_pile=places["profession pile", ""])
        yield ExchangedSecret(what, replaced(dealt, cards=other), knowers | looking)
    for places, what, knowers in _swaps({("side", str(seat)): cards.sides[seat] for seat in secret}, rng):
        sides = {seat: places.get(("side", str(seat)), cards.sides[seat]) for seat in cards.sides}
        yield ExchangedSecret(what, replaced(dealt, cards=replaced(cards, sides=sides)), knowers | looking)
    if state.trade is not None and cards.offered is not None:
        for item in {*cards.hands[state.trade.active]} - {cards.offered}:
            yield ExchangedSecret("offered", replaced(dealt, cards=replaced(cards, offered=item)), parties)
    if cards.traded is not None:
        yield ExchangedSecret("traded", replaced(dealt, cards=replaced(cards, traded=cards.traded[::-1])), parties)
    for number, sighting in enumerate(cards.sightings):
        # All know of what moves; of what somebody was shown alone nobody else knows.
        if (seer := getattr(sighting, "seer", None)) is not None:
            remaining = (*cards.sightings[:number], *cards.sightings[number + 1 :])
            yield ExchangedSecret(
                "sighting", replaced(dealt, cards=replaced(cards, sightings=remaining)), frozenset({str(seer)})
            )
    for seat in dealt.declined:
        # Who must go on may know that nobody else wants to.
        knowers = frozenset({str(seat), str(must_act(state)), *map(str, dealt.actors[:1])})
        yield ExchangedSecret("declined", replaced(dealt, declined=dealt.declined - {seat}), knowers)
    if dealt.picking is not None:
        for seat in dealt.picking.gives:
            for item in {*cards.hands[seat]} - {dealt.picking.gives[seat]}:
                picking = replaced(dealt.picking, gives={**dealt.picking.gives, seat: item})
                yield ExchangedSecret("picked", replaced(dealt, picking=picking), frozenset({str(seat)}))


def _picked(dealt: DealtCoach, seat: str) -> list[Any]:
    return (
        [] if dealt.picking is None else [item for player, item in dealt.picking.gives.items() if str(player) == seat]
    )


def _looking(dealt: DealtCoach) -> frozenset[str]:
    """Return the seats that may look at cards of others now.

    They are a fight's winner, the parties of a trade with an effect, and who uses a Clairvoyant.
    """
    state, people = dealt.state, set[Any]()
    if state.fight is not None and state.fight.winner_and_loser is not None:
        people.add(state.fight.winner_and_loser[0])
    if state.phase is Phase.EFFECT and state.trade is not None:
        people |= {state.trade.active, state.trade.passive}
    if dealt.looked:
        people.add(state.turn)
    return frozenset(map(str, people))


def card_names(game: TableGame[Any]) -> dict[str, str]:
    """Return the names of all cards of which there is one, in the language in use, by their ids."""
    match game.rules.id:
        case "lifeboat":
            return {str(kind): provision_name(kind) for kind, count in provisions(()).items() if count == 1}
        case "coach-ride":
            # A window for a profession is told to all, whoever has it; each claim is judged by the Pearl.
            return {str(item): card_name(item) for item in Item if is_single(item) and item is not Item.PEARL}
        case "betrayal":
            return {tile: room_name(tile) for tile in stack_tiles(())} | {card: house_card_name(card) for card in CARDS}
    return {card: game.piece_name(card) for card in game.tag_set.cards} if isinstance(game, CardGame) else {}


def held_by(state: Any, seat: str) -> tuple[str, ...]:
    """Return what a seat holds face down, as ids."""
    match state:
        case DealtBoat():
            return next((tuple(map(str, cards)) for player, cards in state.hidden.hands.items() if player == seat), ())
        case DealtCoach():
            cards = state.cards
            hand = next((items for player, items in cards.hands.items() if player == seat), ())
            return (
                *map(str, hand),
                *(str(profession) for player, profession in cards.professions.items() if player == seat),
            )
        case DealtZones():
            return tuple(map(str, state.hands.get(seat, ())))
    return ()


def lawfully_seen(state: Any, seat: str) -> str:
    """Return all that a seat has met of others' cards, as a text in which the ids stand."""
    match state:
        case DealtBoat():
            own = (state.hidden.memory(hand) for hand in state.hidden.hands if hand == seat)
            asked = str(state.state.turn) == seat
            return repr((*own, asked and (state.hidden.bow, state.hidden.passing), state.offers))
        case DealtCoach():
            trade = state.state.trade
            party = trade is not None and seat in (trade.active, trade.passive)
            looks = seat in _looking(state)
            met = [
                sighting
                for sighting in state.cards.sightings
                if seat in repr(sighting) or "seer=None" in repr(sighting)
            ]
            return repr((met, party and (state.cards.offered, state.cards.traded), looks and state.cards))
    return ""
