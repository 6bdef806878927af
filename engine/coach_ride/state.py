"""The state of a game: what everybody at the table sees and hears."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.game import Result
from engine.names import Name
from engine.values import replaced

from .cards import BAG_OF, VICTORY_ITEM, Association, Card, Item, Person, Profession, Variant, hand_limit
from .events import ClaimKind, Support
from .holders import Holders, Moves, after_moves


class Phase(Name):
    """Event that the game waits for."""

    TURN = "turn"
    OFFER = "offer"
    DEMAND = "demand"
    ANNOUNCE = "announce"
    EFFECT = "effect"
    LIMIT = "limit"
    SUPPORT = "support"
    POWERS = "powers"
    RESULT = "result"
    CLAIM = "claim"
    NAMING = "naming"
    ALLIES = "allies"
    REVEAL = "reveal"
    OVER = "over"


class NextPhase(Name):
    """Next phase when nobody holds more items than the limit."""

    SAME_TURN = "same-turn"
    TRADE = "trade"
    NEXT_TURN = "next-turn"


class TradeKind(Name):
    """Beginning of a trade."""

    OFFER = "offer"
    DEMAND = "demand"


@dataclass(frozen=True)
class Effect:
    """The effect of an announced item that is to be carried out by its giver on its receiver."""

    item: Item
    by: Person
    on: Person


@dataclass(frozen=True)
class Trade:
    """Trade.

    `before`: the sets of K25 before the exchange; `moves`: moves of unseen items since.

    `moves` is None when the counts were corrected since: nobody knows any more what moved.
    """

    kind: TradeKind
    active: Person
    passive: Person
    before: Holders
    demanded: Item | None = None
    announced: tuple[Item | None, ...] = ()
    effect: Effect | None = None
    moves: tuple[Moves, ...] | None = ()


class Half(Name):
    """The side of a fight that a card counts for."""

    ATTACK = "attack"
    DEFENCE = "defence"


class Winner(Name):
    """End of a fight."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    TIE = "tie"


@dataclass(frozen=True)
class UsedCard:
    """Card that was used in a fight.

    `half` is the side that it counts for; for the ring, the side whose tie it wins; None: nothing.
    """

    by: Person
    card: Card
    half: Half | None


@dataclass(frozen=True)
class Fight:
    """A fight. `support` has who has declared."""

    attacker: Person
    defender: Person
    support: Mapping[Person, Support]
    hypnotised: Person | None = None
    used: tuple[UsedCard, ...] = ()
    winner: Winner | None = None

    def half_of(self, player: Person) -> Half | None:
        """Return the side on which a player stands."""
        if player == self.attacker or self.support.get(player) is Support.SWORD:
            return Half.ATTACK
        if player == self.defender or self.support.get(player) is Support.SHIELD:
            return Half.DEFENCE
        return None

    def total(self, half: Half) -> int:
        """Return the total of a side: its fighter, its supporters, and each bonus (K3).

        The ring is no bonus.
        """
        support = Support.SWORD if half is Half.ATTACK else Support.SHIELD
        bonuses = sum(used.half is half and used.card is not Item.RING for used in self.used)
        return 1 + list(self.support.values()).count(support) + bonuses

    @property
    def winner_and_loser(self) -> tuple[Person, Person] | None:
        """Winner and loser; None before the result and after a tie (K15)."""
        if self.winner is Winner.ATTACKER:
            return self.attacker, self.defender
        if self.winner is Winner.DEFENDER:
            return self.defender, self.attacker
        return None


@dataclass(frozen=True)
class ShownCards:
    """Cards that a player has laid open in a claim."""

    association: tuple[Association, ...]
    profession: Profession | None
    items: tuple[Item, ...] | None

    @property
    def side(self) -> Association:
        """The side: with three associations that of which there are two or three."""
        return max(self.association, key=self.association.count)


@dataclass(frozen=True)
class Claim:
    """A claim. `right`: its result, None while it is open."""

    by: Person
    kind: ClaimKind
    shown: Mapping[Person, ShownCards]
    named: tuple[Person, ...] = ()
    faults: tuple[str, ...] = ()
    right: bool | None = None


@dataclass(frozen=True)
class State:
    """State of a game.

    `professions` has the open ones. `holders` are the sets of K25, which are told nowhere.
    """

    players: tuple[Person, ...]
    variants: tuple[Variant, ...]
    items: Mapping[Item, int]
    turn: Person
    hands: Mapping[Person, int]
    pile: int
    professions: Mapping[Person, Profession]
    holders: Holders = field(default_factory=dict)
    phase: Phase = Phase.TURN
    turns: int = 1
    trade: Trade | None = None
    fight: Fight | None = None
    claim: Claim | None = None
    then: NextPhase | None = None
    result: Result | None = None

    @property
    def limit(self) -> int:
        """The most items that a hand may hold."""
        return hand_limit(len(self.players))

    def from_player(self, first: Person) -> tuple[Person, ...]:
        """Return all players clockwise, beginning with this one."""
        start = self.players.index(first)
        return self.players[start:] + self.players[:start]

    def left_of(self, player: Person) -> Person:
        """Return the next player clockwise."""
        return self.from_player(player)[1]

    def support_order(self) -> tuple[Person, ...]:
        """Return the players still to be asked for support, from the attacker's left, clockwise."""
        fight = self.fight
        if fight is None or self.phase is not Phase.SUPPORT:
            return ()
        asked = self.from_player(fight.attacker)[1:]
        return tuple(player for player in asked if player != fight.defender and player not in fight.support)

    def first_over_limit(self) -> Person | None:
        """Return the player who gives away now (K10).

        The player whose turn it is comes before all others, then clockwise.
        """
        return next((player for player in self.from_player(self.turn) if self.hands[player] > self.limit), None)

    def players_to_show(self) -> tuple[Person, ...]:
        """Return the players who show cards now in a claim (section 5, K9)."""
        claim = self.claim
        if claim is None:
            return ()
        asked = {Phase.CLAIM: (claim.by,), Phase.ALLIES: claim.named, Phase.REVEAL: self.players}.get(self.phase, ())
        return tuple(player for player in asked if player not in claim.shown)

    def announcer(self) -> tuple[Person, Person] | None:
        """Giver and receiver of the item that may be announced next (section 3, K18)."""
        trade = self.trade
        if trade is None or len(trade.announced) == 2:
            return None
        pair = (trade.active, trade.passive)
        return pair if not trade.announced else pair[::-1]

    def announcing_player(self) -> Person | None:
        """Return the player who says whether an item is announced (section 6).

        It is its receiver; with smuggling its giver.
        """
        pair = self.announcer()
        return pair and pair[0 if Variant.SMUGGLING in self.variants else 1]

    def victory_items(self, side: Association, items: Iterable[Item]) -> int:
        """Return the number of these items that are a side's victory items.

        With an empty pile its bag is one (K5).
        """
        wanted = VICTORY_ITEM[side]
        return sum(item is wanted or (self.pile == 0 and item is BAG_OF[wanted]) for item in items)

    def with_moves(self, moves: Moves) -> "State":
        """Unseen items change hands, all at the same time."""
        hands = dict(self.hands)
        for actor, to in moves:
            hands[actor] -= 1
            hands[to] += 1
        trade = self.trade
        if trade and trade.moves is not None:
            trade = replaced(trade, moves=(*trade.moves, moves))
        return replaced(self, hands=hands, holders=after_moves(self.holders, moves), trade=trade)

    def with_open(self, player: Person, profession: Profession | None) -> "State":
        """Return the state with this profession open before the player; None: it lies face down."""
        others = {other: what for other, what in self.professions.items() if other != player}
        return replaced(self, professions={**others, player: profession} if profession else others)


def has_odd_players(state: State) -> bool:
    """Return True if an odd number plays: then everybody has a Drink of Power (K4)."""
    return len(state.players) % 2 == 1
