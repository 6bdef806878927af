"""State of a game: all public facts. Hands are numbers until they are revealed."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from engine.names import Name
from engine.values import replaced, value

from .components import SIZE, Character, Provision, Variant, provisions
from .events import Deck, DemandKind, GameStarted, Revealed, Side
from .navigation import STAND_IN, STAND_IN_EXTRA, NavigationCard


class Phase(Name):
    """Event that the game waits for."""

    TAKE = "take"
    ACT = "act"
    ANSWER = "answer"
    OBJECTION = "objection"
    FIGHT = "fight"
    CHOOSE = "choose"
    OVERBOARD = "overboard"
    THIRST = "thirst"
    REVEAL = "reveal"
    OVER = "over"


class Condition(Name):
    """Condition of a character (L5)."""

    CONSCIOUS = "conscious"
    UNCONSCIOUS = "unconscious"
    DEAD = "dead"
    OUT = "out"


class DepartureReason(Name):
    """Way in which a character went out of the game."""

    DROWNED = "drowned"
    EATEN = "eaten"


class Ending(Name):
    """Reason why the game ended."""

    LANDED = "landed"
    NOBODY_ALIVE = "nobody-alive"


class Cause(Name):
    """Cause of a character's thirst (L21)."""

    ROWED = "rowed"
    FOUGHT = "fought"
    NAMED = "named"


class Note(Name):
    """Automatic effect of an event; the number of its rule stands in `NOTE_RULES`."""

    SUPPLY_LEFT_OUT = "supply-left-out"
    SUPPLY_ENDED_EARLY = "supply-ended-early"
    NOBODY_CONSCIOUS = "nobody-conscious"
    PASSED_OVER = "passed-over"
    CANNOT_REFUSE = "cannot-refuse"
    KID_TAKES = "kid-takes"
    NOTHING_TAKEN = "nothing-taken"
    ATTACKERS_WON = "attackers-won"
    DEFENDERS_WON = "defenders-won"
    NOT_ABOARD = "not-aboard"
    CLIMBED_BACK = "climbed-back"
    DROWNED = "drowned"
    EATEN = "eaten"
    SHADED = "shaded"
    LANDED = "landed"
    NOBODY_ALIVE = "nobody-alive"


#: The rule or ruling by which each of these happens.
NOTE_RULES: Mapping[Note, str] = {
    Note.SUPPLY_LEFT_OUT: "L7",
    Note.SUPPLY_ENDED_EARLY: "LR4",
    Note.NOBODY_CONSCIOUS: "LR5",
    Note.PASSED_OVER: "L8",
    Note.CANNOT_REFUSE: "L6",
    Note.KID_TAKES: "L13",
    Note.NOTHING_TAKEN: "LR14",
    Note.ATTACKERS_WON: "L16",
    Note.DEFENDERS_WON: "L16",
    Note.NOT_ABOARD: "LR6",
    Note.CLIMBED_BACK: "L20",
    Note.DROWNED: "L20",
    Note.EATEN: "V4",
    Note.SHADED: "L22",
    Note.LANDED: "L18",
    Note.NOBODY_ALIVE: "LR5",
}


@value
class Person:
    """Character in play.

    `size` is that in effect (V2); a character who is out keeps the wounds and has nothing else.
    """

    who: Character
    size: int
    wounds: int
    hand: int
    open: tuple[Provision, ...] = ()
    parasol: bool = False
    rowed: bool = False
    fought: bool = False
    left: DepartureReason | None = None

    @property
    def condition(self) -> Condition:
        """Fewer wounds than size: conscious; as many: unconscious; more: dead (L5)."""
        if self.left is not None:
            return Condition.OUT
        if self.wounds < self.size:
            return Condition.CONSCIOUS
        return Condition.UNCONSCIOUS if self.wounds == self.size else Condition.DEAD

    @property
    def conscious(self) -> bool:
        """True if they may do anything (L5)."""
        return self.left is None and self.wounds < self.size

    @property
    def alive(self) -> bool:
        """Conscious or unconscious."""
        return self.left is None and self.wounds <= self.size

    def with_open(self, *cards: Provision) -> Self:
        """Return the same with these cards laid open besides."""
        return replaced(self, open=tuple(sorted((*self.open, *cards))))

    def without_open(self, card: Provision) -> Self:
        """Return the person without one open card; a parasol that is gone is closed again (LR11)."""
        kept = list(self.open)
        kept.remove(card)
        return replaced(self, open=tuple(kept), parasol=self.parasol and card is not Provision.PARASOL)


@dataclass(frozen=True)
class Demand:
    """Demand of `by` to `of`; with `DemandKind.EAT`, `of` is the body."""

    by: Character
    of: Character
    want: DemandKind
    card: Provision | None = None


@dataclass(frozen=True)
class Fight:
    """Fight: the members of each side, in the order of joining."""

    attack: tuple[Character, ...]
    defend: tuple[Character, ...]

    def side(self, side: Side) -> tuple[Character, ...]:
        """Return the members of a side."""
        return self.attack if side is Side.ATTACK else self.defend


@dataclass(frozen=True)
class Overboard:
    """People who fall in, the number of chum used, and the drowned who have called the sharks."""

    falling: tuple[Character, ...]
    chum: int = 0
    called: tuple[Character, ...] = ()


@dataclass(frozen=True)
class Thirst:
    """The causes for which somebody is still to be asked."""

    who: Character
    causes: tuple[Cause, ...]


@value
class State:
    """State of a game. `people` in the order of the boat row at the start; cards sorted as text.

    `notes` tells the automatic effects of the last event, and the people concerned.
    """

    started: GameStarted
    people: tuple[Person, ...]
    seats: tuple[Character, ...]
    step: Phase
    bow: int
    removed: int
    deck: int
    birds: int = 0
    day: int = 0
    order: tuple[Character, ...] = ()
    waiting: tuple[Character, ...] = ()
    passing: int = 0
    discard: tuple[Provision, ...] = ()
    gone_hands: int = 0
    gone_open: tuple[Provision, ...] = ()
    row: int = 0
    card: NavigationCard | None = None
    demand: Demand | None = None
    fight: Fight | None = None
    overboard: Overboard | None = None
    thirst: tuple[Thirst, ...] = ()
    ended: Ending | None = None
    revealed: tuple[Revealed, ...] = ()
    notes: tuple[tuple[Note, Character | None], ...] = ()

    def plays(self, variant: Variant) -> bool:
        """Return True if the game is played with a variant."""
        return variant in self.started.variants

    def person(self, character: Character) -> Person:
        """Return a character in play."""
        for person in self.people:
            if person.who is character:
                return person
        raise KeyError(character)

    @property
    def aboard(self) -> list[Person]:
        """All in the boat from the bow to the stern, the dead included."""
        return [self.person(seat) for seat in self.seats]

    @property
    def conscious(self) -> tuple[Character, ...]:
        """The conscious from the bow to the stern."""
        return tuple(person.who for person in self.aboard if person.conscious)

    @property
    def turn(self) -> Character | None:
        """Character on turn: to take, to act, to answer, to navigate (L17), or to answer a thirst."""
        match self.step:
            case Phase.TAKE | Phase.ACT:
                return self.waiting[0]
            case Phase.ANSWER:
                assert self.demand is not None
                return self.demand.of
            case Phase.CHOOSE:
                conscious = self.conscious
                return conscious[-1] if conscious else None
            case Phase.THIRST:
                return self.thirst[0].who
        return None

    @cached_property
    def unseen(self) -> Mapping[Provision, int]:
        """Number of each kind that was never open nor revealed."""
        seen: Counter[Provision] = Counter(self.discard)
        seen.update(self.gone_open)
        for person in self.people:
            seen.update(person.open)
        for revealed in self.revealed:
            seen.update(revealed.hand)
        return {kind: n - seen[kind] for kind, n in provisions(self.started.variants).items()}

    def changed(self, character: Character, **changes: Any) -> Self:
        """Return the same with something of a character changed."""
        return self.with_person(replaced(self.person(character), **changes))

    def with_person(self, *people: Person) -> Self:
        """Return the same with these people as they are now."""
        time_s = {person.who: person for person in people}
        return replaced(self, people=tuple(time_s.get(person.who, person) for person in self.people))

    def noting(self, note: Note, *character: Character) -> Self:
        """Return the same with a note, about each of these if it is about somebody."""
        return replaced(self, notes=(*self.notes, *((note, character) for character in character or (None,))))

    def discarding(self, *cards: Provision) -> Self:
        """Return the same with these cards on the discard pile too."""
        return replaced(self, discard=tuple(sorted((*self.discard, *cards))))


def own_cards(started: GameStarted) -> tuple[NavigationCard, ...] | None:
    """Return the navigation cards of a game, V4's included; None if they are told."""
    if started.navigation is Deck.TOLD:
        return None
    if isinstance(started.navigation, Deck):
        return STAND_IN + STAND_IN_EXTRA if Variant.CANNIBALISM in started.variants else STAND_IN
    return started.navigation


def navigation_count(started: GameStarted) -> int:
    """Return the number of navigation cards.

    A deck that is told is the published one, with 4 more in V4.
    """
    cards = own_cards(started)
    if cards is not None:
        return len(cards)
    return len(STAND_IN) + (len(STAND_IN_EXTRA) if Variant.CANNIBALISM in started.variants else 0)


def size_in_effect(character: Character, variants: Iterable[Variant]) -> int:
    """Return the size for states and fights: the sharks (V2) make everybody one larger."""
    return SIZE[character] + (Variant.SHARKS in variants)
