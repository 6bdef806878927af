"""Table with hidden cards and random allowed actions: more than a public referee sees."""

from collections import Counter
from random import Random

from engine.coach_ride.cards import (
    BAG_OF,
    FIGHT_CARDS,
    ONCE,
    TRADE_ITEMS,
    UNSEALED,
    Association,
    Item,
    Person,
    Profession,
    Variant,
    associations_each,
    items_at_start,
)
from engine.coach_ride.events import (
    Accepted,
    Announced,
    Attacked,
    Claimed,
    ClaimKind,
    ClairvoyantUsed,
    Counted,
    Denied,
    DiplomatUsed,
    Direction,
    DoctorUsed,
    Drew,
    Fighter,
    GameEvent,
    Gave,
    Handed,
    Hypnotised,
    Looked,
    Named,
    Offered,
    Passed,
    PriestUsed,
    Refused,
    Renewed,
    Searched,
    SextantUsed,
    Shown,
    Started,
    Support,
    Supported,
    Swapped,
    Used,
    Waived,
)
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Phase, State
from engine.game import Game

BAGS = set(BAG_OF.values())


class HiddenTable:
    """Hidden cards of one game and its players; `game` is a public referee's knowledge."""

    def __init__(
        self,
        rng: Random,
        players: int,
        variants: tuple[Variant, ...] = (),
        items: tuple[Item, ...] = (),
        claims: float = 0.06,
    ) -> None:
        """Deal a table; `claims` is how likely a turn is a claim, with which a game ends."""
        seats = tuple(rng.sample(list(Person), players))
        self.rng, self.claims = rng, claims
        self.game: Game[State, GameEvent] = RULES.start(Started(seats, rng.choice(seats), items, variants))
        dealt = items_at_start(players) * players
        everything = Counter(self.state.items)
        bags = [Item.BAG_KEY, Item.BAG_GOBLET]
        sealed = [item for item in everything.elements() if item not in UNSEALED and item not in bags]
        rng.shuffle(sealed)
        first = bags + [sealed.pop() for _ in range(dealt - 2)]
        rng.shuffle(first)
        self.pile = sealed + [item for item in everything if item in UNSEALED]
        rng.shuffle(self.pile)
        self.hands = {seat: [first.pop() for _ in range(items_at_start(players))] for seat in seats}
        professions = rng.sample(list(Profession), 10)
        self.professions = {seat: professions.pop() for seat in seats}
        self.profession_pile = professions
        sides = list(Association) * associations_each(players, variants)
        rng.shuffle(sides)
        cards = 3 if Variant.THREE_ADVANCED in variants else 1
        self.sides = {seat: tuple(sides.pop() for _ in range(cards)) for seat in seats}
        #: What the trade under way has moved: from the active player, from the passive one.
        self.traded: tuple[Item, Item] | None = None
        self.offered: Item | None = None

    @property
    def state(self) -> State:
        """The public state."""
        return self.game.state

    def step(self) -> GameEvent:
        """Do something that the rules allow; the hidden cards follow."""
        event = self._choose()
        before = self.state
        self.game = self.game.apply(event)
        self._follow(before, event)
        return event

    def _choose(self) -> GameEvent:
        state = self.state
        match state.phase:
            case Phase.TURN:
                return self._action()
            case Phase.OFFER | Phase.DEMAND:
                return self._answer()
            case Phase.ANNOUNCE:
                return self._announcement()
            case Phase.EFFECT:
                return self._effect()
            case Phase.LIMIT:
                giver = state.first_over_limit()
                assert giver
                return Gave(giver, self._other(giver))
            case Phase.SUPPORT | Phase.POWERS | Phase.RESULT:
                return self._fight()
            case _:
                return self._claim()

    def _other(self, than: Person) -> Person:
        return self.rng.choice([player for player in self.state.players if player != than])

    def _has_fresh(self, player: Person, profession: Profession) -> bool:
        """Return True if the player has the profession, and it is fresh."""
        used_up = profession in ONCE and player in self.state.professions
        return self.professions[player] is profession and not used_up

    def _action(self) -> GameEvent:
        actor, rng = self.state.turn, self.rng
        if self._has_fresh(actor, Profession.CLAIRVOYANT) and self.pile and rng.random() < 0.3:
            return ClairvoyantUsed(actor)
        if self._has_fresh(actor, Profession.DIPLOMAT) and rng.random() < 0.3:
            to = self._other(actor)
            wanted = rng.choice([*self.hands[to], *self.state.items])
            if not all(self._bag_for_bag(item, wanted) for item in self.hands[actor]):
                return DiplomatUsed(actor, to, wanted)
        lot = rng.random()
        if lot < self.claims:
            kinds = [ClaimKind.OWN]
            kinds += [ClaimKind.CREST] if Item.CREST in self.state.items else []
            kinds += [ClaimKind.ENEMY] if Variant.FORTUNE_TELLING in self.state.variants else []
            return Claimed(actor, rng.choice(kinds))
        if lot < self.claims + 0.04:
            return Passed(actor)
        return Offered(actor, self._other(actor)) if lot < 0.6 else Attacked(actor, self._other(actor))

    def _answer(self) -> GameEvent:
        trade = self.state.trade
        assert trade
        active, passive = self.hands[trade.active], self.hands[trade.passive]
        if trade.demanded is None:
            self.offered = self.rng.choice(active)
            forced = self.offered in (Item.PEARL, Item.MIRROR)
            back = [item for item in passive if not self._bag_for_bag(self.offered, item)]
            if not back or not (forced or self.rng.random() < 0.7):
                return Refused(trade.passive)
            self.traded = (self.offered, self.rng.choice(back))
            return Accepted(trade.passive)
        answers = {trade.demanded}
        if not self.pile and trade.demanded in BAG_OF:
            answers.add(BAG_OF[trade.demanded])
        wanted = next((item for item in passive if item in answers), None)
        if wanted is None:
            return Denied(trade.passive)
        self.traded = (self.rng.choice([item for item in active if not self._bag_for_bag(item, wanted)]), wanted)
        return Handed(trade.passive)

    def _bag_for_bag(self, item: Item, other: Item) -> bool:
        return bool(self.pile) and {item, other} == BAGS

    def _announcement(self) -> GameEvent:
        trade, actor = self.state.trade, self.state.announcing_player()
        assert trade
        assert actor
        assert self.traded
        item = self.traded[len(trade.announced)]
        silent = Item.MIRROR in self.traded or item not in TRADE_ITEMS or (item in BAGS and not self.pile)
        silent = silent or (Variant.SMUGGLING in self.state.variants and self.rng.random() < 0.5)
        return Announced(actor, None if silent else item)

    def _effect(self) -> GameEvent:
        trade = self.state.trade
        assert trade
        assert trade.effect
        actor, item = trade.effect.by, trade.effect.item
        if self.rng.random() < 0.2:
            return Waived(actor)
        card = 2 if item is Item.MONOCLE and Variant.THREE_ADVANCED in self.state.variants else None
        done: dict[Item, GameEvent] = {
            Item.BAG_KEY: Drew(actor),
            Item.BAG_GOBLET: Drew(actor),
            Item.PRIVILEGE: Looked(actor),
            Item.MONOCLE: Looked(actor, card),
            Item.SEXTANT: SextantUsed(actor, self.rng.choice(list(Direction))),
            Item.COAT: Renewed(actor),
            Item.TOME: Swapped(actor),
        }
        return done[item]

    def _fight(self) -> GameEvent:
        state, rng = self.state, self.rng
        fight = state.fight
        assert fight
        possible: list[GameEvent] = []
        for player in state.players:
            own = self.professions[player]
            if own is Profession.PRIEST:
                possible.append(PriestUsed(player))
            if own is Profession.HYPNOTIST:
                possible.append(Hypnotised(player, self._other(player)))
            if own is Profession.DOCTOR:
                possible.append(DoctorUsed(player))
            for card in FIGHT_CARDS:
                if card in (own, *self.hands[player]):
                    winner = rng.choice(list(Fighter)) if card is Profession.POISON_MIXER else None
                    possible.append(Used(player, card, winner))
        possible = [event for event in possible if not self.game.problems(event)]
        if possible and rng.random() < 0.4:
            return rng.choice(possible)
        if state.phase is Phase.SUPPORT:
            return Supported(state.support_order()[0], rng.choice(list(Support)))
        if state.phase is Phase.POWERS:
            return Counted()
        ended = fight.winner_and_loser
        if ended is None:
            return Drew(fight.attacker)
        if rng.random() < 0.5:
            return Looked(ended[0], 1 if Variant.THREE_ADVANCED in state.variants else None)
        return Searched(ended[0], took=rng.random() < 0.8)

    def _claim(self) -> GameEvent:
        state = self.state
        claim = state.claim
        assert claim
        if state.phase is Phase.NAMING:
            others = [player for player in state.players if player != claim.by]
            return Named(claim.by, tuple(self.rng.sample(others, self.rng.randint(0, min(3, len(others))))))
        actor = self.rng.choice(state.players_to_show())
        items = tuple(self.hands[actor]) if state.phase is not Phase.REVEAL else None
        profession = self.professions[actor] if state.phase is Phase.CLAIM else None
        return Shown(actor, self.sides[actor], profession, items)

    def _follow(self, before: State, event: GameEvent) -> None:
        match event:
            case Accepted() | Handed():
                assert before.trade
                assert self.traded
                self._move(before.trade.active, before.trade.passive, self.traded[0])
                self._move(before.trade.passive, before.trade.active, self.traded[1])
            case Drew():
                self.hands[event.by].append(self.pile.pop())
            case SextantUsed():
                self._pass_round(event.direction)
            case Renewed():
                self._renew(event.by)
            case Swapped():
                assert before.trade
                assert before.trade.effect
                on = before.trade.effect.on
                self.professions[event.by], self.professions[on] = self.professions[on], self.professions[event.by]
            case Gave():
                self._move(event.by, event.to, self.rng.choice(self.hands[event.by]))
            case PriestUsed():
                assert before.fight
                attacker = before.fight.attacker
                if len(self.hands[attacker]) > 1:
                    self._move(attacker, event.by, self.rng.choice(self.hands[attacker]))
            case Searched(took=True):
                assert before.fight
                assert before.fight.winner_and_loser
                self._take(*before.fight.winner_and_loser)

    def _move(self, person: Person, to: Person, item: Item) -> None:
        self.hands[person].remove(item)
        self.hands[to].append(item)

    def _take(self, winner: Person, loser: Person) -> None:
        taken = self.rng.choice(self.hands[loser])
        if len(self.hands[loser]) == 1:
            self._move(winner, loser, self.rng.choice(self.hands[winner]))
        self._move(loser, winner, taken)

    def _pass_round(self, direction: Direction) -> None:
        state = self.state
        moves = []
        for player in state.players:
            left = state.left_of(player)
            actor, to = (player, left) if direction is Direction.LEFT else (left, player)
            moves.append((actor, to, self.rng.choice(self.hands[actor])))
        for actor, to, item in moves:
            self._move(actor, to, item)

    def _renew(self, person: Person) -> None:
        place = self.rng.randrange(len(self.profession_pile))
        self.profession_pile[place], self.professions[person] = self.professions[person], self.profession_pile[place]
