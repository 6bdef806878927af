"""Layout of the public cards and tokens, and the tasks for hands where they lie otherwise."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from companion.device.language import extended
from companion.device.sentences import capitalised, join_items, listed
from companion.games.lifeboat.captions import name, names
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.options import TOKENS
from companion.games.lifeboat.readings import MatObservation, ObservationMemory
from companion.games.lifeboat.words import character_name, provision_name
from companion.table.session import GameSession, Session
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from engine.lifeboat.state import State


class Pile(Enum):
    """Cards that lie face down, and those that go round in the supply."""

    BOW = auto()
    PASSING = auto()
    DECK = auto()
    ROW = auto()


@dataclass(frozen=True)
class TableLayout:
    """Public things on the table: the boat row, open cards, wounds, tokens, birds.

    Open cards are those of each player. `day_card`: whether the day's card lies open; `pushed`: whether position
    cards are pushed out of their row. `hands`: who has how many hand cards; `piles`: how many cards each pile has.
    Both empty: nobody knows. `discard`: what lies on the discard pile.
    """

    seats: tuple[Character, ...] = ()
    open: tuple[tuple[Character, tuple[Provision, ...]], ...] = ()
    wounds: tuple[tuple[Character, int], ...] = ()
    rowed: tuple[Character, ...] = ()
    fought: tuple[Character, ...] = ()
    birds: int = 0
    day_card: bool = False
    pushed: bool = False
    hands: tuple[tuple[Character, int], ...] = ()
    piles: tuple[tuple[Pile, int], ...] = ()
    discard: tuple[Provision, ...] = ()

    def with_counts_of(self, other: "TableLayout") -> "TableLayout":
        """With its hands and piles as they are there."""
        return replace(self, hands=other.hands, piles=other.piles)

    def with_tokens_of(self, other: "TableLayout") -> "TableLayout":
        """With its tokens as they are there, where no token lies and the screen keeps them."""
        return replace(self, wounds=other.wounds, rowed=other.rowed, fought=other.fought, birds=other.birds)


@dataclass(frozen=True)
class PlacementTask:
    """Task for hands, in a translated sentence.

    `kind` says about what, `players` about whom.
    """

    kind: str
    sentence: str
    players: tuple[Character, ...] = ()
    cards: tuple[Provision, ...] = ()


#: So many have other places after a change of seats.
_SWAPPED = 2
#: What hands have done already when it is told: the table shows it.
_DONE_ALREADY = (
    e.Took,
    e.Laid,
    e.Traded,
    e.Passed,
    e.Rowed,
    e.Refused,
    e.Objected,
    e.Joined,
    e.Chummed,
    e.Haunted,
    e.Navigated,
    e.Drank,
    e.Suffered,
    e.Used,
    e.Revealed,
    e.Corrected,
)


def expected_layout(state: State) -> TableLayout:
    """As it must lie in this state."""
    aboard = state.aboard
    return TableLayout(
        state.seats,
        tuple((person.who, person.open) for person in aboard if person.open),
        tuple((person.who, person.wounds) for person in aboard if person.wounds),
        tuple(person.who for person in aboard if person.rowed),
        tuple(person.who for person in aboard if person.fought),
        state.birds,
        state.card is not None,
        state.fight is not None or (state.demand is not None and state.demand.want is not e.DemandKind.EAT),
        tuple((person.who, person.hand) for person in aboard),
        ((Pile.BOW, state.bow), (Pile.PASSING, state.passing), (Pile.DECK, state.deck), (Pile.ROW, state.row)),
        state.discard,
    )


def layout_after_event(
    layout: TableLayout | None, before: State | None, event: e.GameEvent, after: State
) -> TableLayout | None:
    """Return the layout after an event was told, before hands have done what follows from it."""
    if before is None:
        return expected_layout(after)
    if layout is None:
        return None
    carried_out = isinstance(event, e.Demanded) and after.demand is None
    if isinstance(event, _DONE_ALREADY) or (isinstance(event, e.Demanded) and not carried_out):
        return expected_layout(after)
    # Who takes a hand card has it, and piles grow and shrink, before anything is told.
    layout = layout.with_counts_of(expected_layout(after))
    return replace(layout, pushed=True) if carried_out else layout


def tasks(layout: TableLayout | None, wanted: TableLayout) -> tuple[PlacementTask, ...]:
    """Return the tasks for hands; every task if the present layout is unknown."""
    there = layout or TableLayout()
    return (*_seats(there, wanted), *_open_cards(there, wanted), *_counts(there, wanted))


def _seats(there: TableLayout, wanted: TableLayout) -> Iterator[PlacementTask]:
    out = tuple(who for who in there.seats if who not in wanted.seats)
    for who in out:
        yield PlacementTask("out", say("{player} is out: all their cards leave the mat.", player=name(who)), (who,))
    before = tuple(who for who in there.seats if who not in out)
    changed = tuple(who for who, other in zip(wanted.seats, before, strict=False) if who is not other)
    if len(before) != len(wanted.seats) or len(changed) > _SWAPPED:
        yield PlacementTask("seats", say("Lay the boat row as the picture shows."), wanted.seats)
    elif changed:
        yield PlacementTask("seats", say("These change places: {players}.", players=names(changed)), changed)
    if there.pushed and not wanted.pushed:
        yield PlacementTask("line", say("Push all cards back into the boat row."))


def _open_cards(there: TableLayout, wanted: TableLayout) -> Iterator[PlacementTask]:
    """Open cards that go or come; after an undo they go back to where they came from."""
    before = {who: Counter(cards) for who, cards in there.open if who in wanted.seats or not there.seats}
    after = {who: Counter(cards) for who, cards in wanted.open}
    gone = [(who, card) for who, cards in before.items() for card in (cards - after.get(who, Counter())).elements()]
    come = [(who, card) for who, cards in after.items() for card in (cards - before.get(who, Counter())).elements()]
    to_discard = Counter(wanted.discard) - Counter(there.discard)
    from_discard = Counter(there.discard) - Counter(wanted.discard)
    # Whose hand holds more than on the table: cards go back into it.
    grown = Counter(dict(wanted.hands)) - Counter(dict(there.hands)) if there.hands else Counter()
    discarded: dict[Character, list[Provision]] = {}
    for who, card in gone:
        values = {"card": provision_name(card), "player": character_name(who)}
        to = next((taker for taker, taken in come if taken is card), None)
        if to is not None:
            come.remove((to, card))
            instruction = say("{card}: from {player} to {other}, open.", other=character_name(to), **values)
            yield PlacementTask("moved", capitalised(instruction), (who, to), (card,))
        elif to_discard[card]:
            to_discard[card] -= 1
            discarded.setdefault(who, []).append(card)
        elif owner := next((one for one in (who, *grown) if grown[one] > 0), None):
            grown[owner] -= 1
            instruction = say("{card} ({player}): back into the hand.", **values)
            if owner is not who:
                instruction = say(
                    "{card}: from {player} back into the hand: {other}.", other=character_name(owner), **values
                )
            yield PlacementTask("hand", capitalised(instruction), (who,), (card,))
        else:
            instruction = say("{card} ({player}): back into the bow deck.", **values)
            yield PlacementTask("bow", capitalised(instruction), (who,), (card,))
    for who, cards in discarded.items():
        together = listed([provision_name(card) for card in cards])
        instruction = say("{card} ({player}): to the discard pile.", card=together, player=character_name(who))
        yield PlacementTask("discard", capitalised(instruction), (who,), tuple(cards))
    for who, card in come:
        values = {"card": provision_name(card), "player": character_name(who)}
        if from_discard[card]:
            from_discard[card] -= 1
            instruction = say("{card}: from the discard pile, open before {player}.", **values)
        else:
            instruction = say("{card}: open before {player}.", **values)
        yield PlacementTask("open", capitalised(instruction), (who,), (card,))
    yield from _discard_pile_tasks(sorted(from_discard.elements()), [*(+grown).elements()])


def _discard_pile_tasks(cards: Sequence[Provision], owners: Sequence[Character]) -> Iterator[PlacementTask]:
    """Cards that were used out of a hand, after an undo."""
    if not cards:
        return
    counted = Counter(cards)
    names_of_cards = listed([provision_name(card) + (f" ×{n}" if n > 1 else "") for card, n in counted.items()])
    if len({*owners}) == 1:
        owner = character_name(owners[0])
        instruction = say(
            "{cards}: from the discard pile back into the hand ({player}).", cards=names_of_cards, player=owner
        )
    else:
        instruction = say("{cards}: from the discard pile back into the hands.", cards=names_of_cards)
    yield PlacementTask("returned", capitalised(instruction), tuple(dict.fromkeys(owners)))


def _counts(there: TableLayout, wanted: TableLayout) -> Iterator[PlacementTask]:
    before, after = dict(there.wounds), dict(wanted.wounds)
    for who in wanted.seats:
        if before.get(who, 0) != after.get(who, 0):
            instruction = say_count(
                "{player}: {n} wound token.", "{player}: {n} wound tokens.", after.get(who, 0), player=name(who)
            )
            yield PlacementTask("wounds", instruction, (who,))
    for kind, had, has in (("rowed", there.rowed, wanted.rowed), ("fought", there.fought, wanted.fought)):
        if {*had} & {*wanted.seats} != {*has}:
            players = names(has) if has else say("nobody")
            rowing, fight = (
                say("Rowing tokens: {players}.", players=players),
                say("Fight tokens: {players}.", players=players),
            )
            yield PlacementTask(kind, rowing if kind == "rowed" else fight, has)
    if there.birds != wanted.birds:
        yield PlacementTask("birds", say_count("{n} bird token lies out.", "{n} bird tokens lie out.", wanted.birds))
    yield from _hidden(there, wanted)
    if there.day_card and not wanted.day_card:
        yield PlacementTask("day", say("The day's card goes under the navigation deck."))


def _hidden(there: TableLayout, wanted: TableLayout) -> Iterator[PlacementTask]:
    """Hands and piles as numbers, those that differ."""
    hands = [(who, held) for who, held in wanted.hands if dict(there.hands).get(who) != held]
    if hands:
        counts = join_items(extended(name(who), f" {held}") for who, held in hands)
        yield PlacementTask("hands", say("Hand cards: {counts}.", counts=counts))
    # Where nobody knows, a pile that is empty need not be told.
    piles = [(pile, count) for pile, count in wanted.piles if dict(there.piles).get(pile, 0) != count]
    if piles:
        yield PlacementTask("piles", say("Cards: {counts}.", counts=join_items(_describe_pile(*one) for one in piles)))


def _describe_pile(pile: Pile, count: int) -> str:
    match pile:
        case Pile.BOW:
            return say("bow deck {n}", n=count)
        case Pile.PASSING:
            return say("going round {n}", n=count)
        case Pile.DECK:
            return say("navigation deck {n}", n=count)
        case Pile.ROW:
            return say("row stack {n}", n=count)


#: A session in which Lifeboat is played.
LifeboatSession = GameSession[State, e.GameEvent, TableLayout, MatObservation, ObservationMemory]


def are_tokens_used(session: Session) -> bool:
    """Return True if tokens lie on this table, as its settings say; a virtual table has none."""
    return session.watching is None and bool(session.settings.of_game(RULES.id, (TOKENS,))[TOKENS.id])
