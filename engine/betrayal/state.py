"""The state of a game: what everybody at the table sees (section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.names import Name
from engine.values import replaced

from .components import (
    CARDS,
    CHARACTERS,
    PAIR,
    TILES,
    WIDOWS_WALK,
    Barrier,
    CardKind,
    Dir,
    Floor,
    Harm,
    LeaveRoll,
    Trait,
    cards_in_game,
    floors_in_play,
)
from .house import House

#: Whose turn it is when no explorer's.
MONSTERS = "monsters"
#: Where a card is that is out of the game until it is drawn again.
GONE = "gone"
#: A trait's highest place above the skull.
TOP = 8


class Phase(Name):
    """The parts of a game."""

    EXPLORE = "explore"
    SETUP = "setup"
    HAUNT = "haunt"
    OVER = "over"


class Role(Name):
    """Role of an explorer in the haunt."""

    HERO = "hero"
    TRAITOR = "traitor"


class Side(Name):
    """Side that may win."""

    HEROES = "heroes"
    TRAITOR = "traitor"


ROLE_OF: Mapping[Side, Role] = {Side.HEROES: Role.HERO, Side.TRAITOR: Role.TRAITOR}


@dataclass(frozen=True)
class Explorer:
    """Explorer in the game.

    `traits`: indices 1 to 8, 0 is the skull; `once`: rooms whose gain was had (B36).

    `side`: in a barrier room with two sides the own direction of the door on whose side they stand.
    """

    id: str
    room: str
    traits: Mapping[Trait, int]
    side: Dir | None = None
    role: Role | None = None
    dead: bool = False
    once: frozenset[str] = frozenset()

    def value(self, trait: Trait) -> int:
        """Return the trait's value, 0 on the skull."""
        return CHARACTERS[self.id].value(trait, self.traits[trait])

    @property
    def is_traitor(self) -> bool:
        """True if they are a traitor."""
        return self.role is Role.TRAITOR


@dataclass(frozen=True)
class CardAt:
    """Place of a card: with an explorer, in a room, or gone.

    `applied`: the part of its gains that its holder has (BR11).
    """

    at: str
    gains: Mapping[Trait, int] = field(default_factory=dict)
    applied: Mapping[Trait, int] = field(default_factory=dict)


@dataclass(frozen=True)
class MonsterValues:
    """Values of the monsters of a kind. None: they do not have this trait."""

    speed: int
    might: int | None
    sanity: int | None
    knowledge: int | None

    def value(self, trait: Trait) -> int | None:
        """Return the trait's value."""
        found: int | None = getattr(self, trait.word)
        return found


@dataclass(frozen=True)
class Monster:
    """A monster's token. It has no side: it stands on both (BR13)."""

    kind: str
    room: str
    stunned: bool = False
    spent: int = 0
    steps: int = 0
    attacked: bool = False


@dataclass(frozen=True)
class Owed:
    """Event that must come before others.

    `card`: of a draw; `kind`, `points`, `steal`: of damage.

    `of_room`: the room demands it, so that an explorer who is taken out of it owes it no longer (BR31).
    """

    event: str
    by: str
    card: str | None = None
    kind: Harm | None = None
    points: int = 0
    steal: str | None = None
    of_room: bool = False


@dataclass(frozen=True)
class Due:
    """A haunt roll at the turn's end: who rolls, for which omen, drawn in which room (B16)."""

    by: str
    omen: str
    room: str


@dataclass(frozen=True)
class Claim:
    """Claim of a player that a side has won; the other has not answered yet (B34)."""

    by: str
    side: Side


@dataclass(frozen=True)
class Haunt:
    """Public facts of the haunt. `traitor`: None if there is none, or a hidden one (BR16)."""

    number: int
    revealer: str
    omen: str
    room: str
    traitor: str | None
    counters: Mapping[str, int] = field(default_factory=dict)
    claim: Claim | None = None


@dataclass(frozen=True)
class State:
    """A game. `sequence`: the explorers, dead too, in the order of their turns.

    From `spent` to `ran` all is of the running turn; `allowance_set`: its number of spaces as put right; `walked`: who
    has left which rooms by steps since anything else happened.
    """

    variants: tuple[str, ...]
    players: tuple[str, ...]
    sequence: tuple[str, ...]
    house: House
    explorers: Mapping[str, Explorer]
    phase: Phase = Phase.EXPLORE
    turn: str | None = None
    cards: Mapping[str, CardAt] = field(default_factory=dict)
    aside: frozenset[str] = frozenset()
    omens: int = 0
    due: Due | None = None
    spent: int = 0
    steps: int = 0
    walked: tuple[tuple[str, str], ...] = ()
    allowance_set: int | None = None
    stopped: bool = False
    attacked: bool = False
    done: frozenset[str] = frozenset()
    handled: frozenset[str] = frozenset()
    tried: Mapping[str, frozenset[str]] = field(default_factory=dict)
    exits: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    ran: frozenset[str] = frozenset()
    side_ran: bool = False
    owed: tuple[Owed, ...] = ()
    vault_empty: bool = False
    collapsed: bool = False
    under: str | None = None
    haunt: Haunt | None = None
    kinds: Mapping[str, MonsterValues] = field(default_factory=dict)
    monsters: Mapping[str, Monster] = field(default_factory=dict)
    rolls: Mapping[str, int] = field(default_factory=dict)
    waking: frozenset[str] = frozenset()
    winning: Side | None = None

    # --- who ----------------------------------------------------------------------------------------------------------

    @cached_property
    def living(self) -> tuple[str, ...]:
        """The explorers who live, in the order of their turns."""
        return tuple(explorer for explorer in self.sequence if not self.explorers[explorer].dead)

    @property
    def order(self) -> tuple[str, ...]:
        """The order of turns: the living, in the haunt the monsters last, if there are any (B18)."""
        return (*self.living, MONSTERS) if self.monsters else self.living

    def room_of(self, figure: str) -> str:
        """Return the room of an explorer or a monster."""
        explorer = self.explorers.get(figure)
        return explorer.room if explorer else self.monsters[figure].room

    def is_traitors_side(self, figure: str) -> bool:
        """Return True if it is a monster or a traitor."""
        explorer = self.explorers.get(figure)
        return explorer.is_traitor if explorer else True

    @property
    def traitors(self) -> tuple[str, ...]:
        """The traitors, dead too, in seat order."""
        return tuple(player for player in self.players if self.explorers[player].is_traitor)

    def figures_in(self, room: str) -> tuple[str, ...]:
        """Return the living explorers and the monsters in a room."""
        explorers = [explorer for explorer in self.living if self.explorers[explorer].room == room]
        return (*explorers, *(token for token, monster in self.monsters.items() if monster.room == room))

    def are_enemies(self, figure: str, other: str) -> bool:
        """Return True if they stand on different sides of the haunt (B19)."""
        return self.haunt is not None and self.is_traitors_side(figure) != self.is_traitors_side(other)

    def in_one_spot(self, figure: str, other: str) -> bool:
        """Return True if both are in one room, and explorers on one side of it (B25, BR13)."""
        if self.room_of(figure) != self.room_of(other):
            return False
        if figure in self.monsters or other in self.monsters:
            return True
        return self.explorers[figure].side == self.explorers[other].side

    # --- this turn ----------------------------------------------------------------------------------------------------

    @property
    def allowance(self) -> int | None:
        """Number of spaces for the explorer on turn: Speed, or as put right; None if nobody is."""
        if self.turn is None or self.turn == MONSTERS:
            return None
        if self.allowance_set is not None:
            return self.allowance_set
        return self.explorers[self.turn].value(Trait.SPEED)

    def leave_roll(self, figure: str) -> LeaveRoll | None:
        """Return the leave roll that the figure's room asks of it: of heroes only (B23, B24, B26)."""
        explorer = self.explorers.get(figure)
        if explorer is None or explorer.is_traitor:
            return None
        return TILES[explorer.room].leave

    def leave_roll_passed(self, explorer: str) -> bool | None:
        """Return True if the leave roll in the explorer's room was passed this turn.

        None: not rolled.
        """
        return self.exits.get(explorer, {}).get(self.explorers[explorer].room)

    def has_tried(self, explorer: str, what: str) -> bool:
        """Return True if the explorer has tried this roll in this turn (B9)."""
        return what in self.tried.get(explorer, ())

    def barrier_of(self, figure: str) -> Barrier | None:
        """Return the roll for crossing the explorer's room; None elsewhere, and for monsters."""
        explorer = self.explorers.get(figure)
        return TILES[explorer.room].cross if explorer else None

    # --- tiles and cards ----------------------------------------------------------------------------------------------

    @property
    def undiscovered(self) -> frozenset[str]:
        """The tiles that are not laid, those set aside among them."""
        return self.house.undiscovered

    @property
    def stack(self) -> frozenset[str]:
        """The tiles that are in the stack."""
        return self.undiscovered - self.aside

    @property
    def floors(self) -> tuple[Floor, ...]:
        """The floors in play."""
        return floors_in_play(self.variants)

    @property
    def with_widows_walk(self) -> bool:
        """True if the game is played with the expansion."""
        return WIDOWS_WALK in self.variants

    @cached_property
    def _cards_at(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for name in sorted(self.cards):
            place = self.cards[name].at
            found[place] = (*found.get(place, ()), name)
        return found

    def cards_at(self, place: str) -> tuple[str, ...]:
        """Return the cards that an explorer holds, or that lie in a room; sorted."""
        return self._cards_at.get(place, ())

    def cards_left(self, kind: CardKind) -> int | None:
        """Return the number of cards of a kind that can still be drawn.

        Returns None for events, which nobody counts (BR23).
        """
        if kind is CardKind.EVENT:
            return None
        all_of_them = sum(card.kind is kind for card in cards_in_game(self.variants).values())
        return all_of_them - sum(CARDS[name].kind is kind for name, card in self.cards.items() if card.at != GONE)

    # --- traits -------------------------------------------------------------------------------------------------------

    @property
    def lowest(self) -> int:
        """The lowest place of a trait: the skull in the haunt only (B10, B21)."""
        return 0 if self.haunt else 1

    def can_lose(self, explorer: str, trait: Trait) -> int:
        """Return the number of steps that a trait can go down (BR10)."""
        return max(0, self.explorers[explorer].traits[trait] - self.lowest)

    def damage_taken(self, explorer: str, kind: Harm, points: int) -> int:
        """Return the number of points that both traits of the pair can take (BR10)."""
        return min(points, sum(self.can_lose(explorer, trait) for trait in PAIR[kind]))

    # --- changes ------------------------------------------------------------------------------------------------------

    def with_explorer(self, explorer: str, **changes: object) -> "State":
        """Return the state with something of an explorer changed."""
        return replaced(self, explorers={**self.explorers, explorer: replaced(self.explorers[explorer], **changes)})

    def with_monster(self, token: str, **changes: object) -> "State":
        """Return the state with something of a monster changed."""
        return replaced(self, monsters={**self.monsters, token: replaced(self.monsters[token], **changes)})

    def owing(self, *owed: Owed) -> "State":
        """Return the state in which these are owed too, after what was owed before."""
        return replaced(self, owed=(*self.owed, *owed)) if owed else self

    def with_tried(self, explorer: str, what: str) -> "State":
        """Return the state after the explorer has tried a roll."""
        return replaced(self, tried={**self.tried, explorer: self.tried.get(explorer, frozenset()) | {what}})
