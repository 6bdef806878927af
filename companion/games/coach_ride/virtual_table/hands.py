"""Hands, associations and professions of a game among people and bots at one laptop.

Says who sees what, and what is done with a card. A card that may lie open now comes out of the hand. Otherwise a
chosen item is the one that is given next.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random

from companion.cards.hands import CardHands
from companion.cards.things import BACK
from companion.games.coach_ride.colours import COLOURS
from companion.games.coach_ride.language import say, say_count
from companion.games.coach_ride.mat import AREAS, CLAIM, ITEM_PILE, PROFESSION_PILE, CoachCard, open_place
from companion.games.coach_ride.placement import facing_deg, place_in_fan
from companion.games.coach_ride.table.layout import remembered_seats
from companion.games.coach_ride.table.seats import Seats, seat_places
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.table_view import acting_players
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PROFESSION_OF, TAGS
from companion.games.coach_ride.virtual_table.pieces import PIECES
from companion.games.coach_ride.virtual_table.players import CoachRidePlayers
from companion.games.coach_ride.virtual_table.secret_game import CHOSEN, NEXT, CoachRideSecrets
from companion.games.coach_ride.virtual_table.truth import contradiction, true_answer
from companion.games.coach_ride.virtual_table.whole_states import WholeStates
from companion.games.coach_ride.words import event_name, first_name
from companion.table.session import Session
from companion.virtual_table.piece import Piece
from companion.virtual_table.secret_hands import HeldCard, HeldCards, OwnPlace
from companion.virtual_table.table import VirtualTable
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Profession
from engine.coach_ride.dealt import Dealt, Move
from engine.coach_ride.effects import effect_now
from engine.coach_ride.hidden import Cards
from engine.coach_ride.professions import used_profession
from engine.coach_ride.sightings import HandSeen, ProfessionSeen, SideSeen, Sighting
from engine.coach_ride.state import Phase, State

_CLAIM_PHASES = (Phase.CLAIM, Phase.NAMING, Phase.ALLIES, Phase.REVEAL, Phase.OVER)
_FIGHT_PHASES = (Phase.SUPPORT, Phase.POWERS)
#: Number of open cards for which a row of the claim has room.
_CLAIM_ROOM = 10
#: Number of open cards for which an open place has room.
_OPEN_ROOM = 3


class CoachRideHands(CardHands[Cards, Person, State]):
    """The hidden cards of whatever game the session plays."""

    card_pieces = PIECES
    colours = COLOURS
    name = staticmethod(first_name)
    contradicts = staticmethod(contradiction)
    tells = staticmethod(true_answer)

    def __init__(self, session: Session, table: VirtualTable, seed: int) -> None:
        secrets = CoachRideSecrets(session, seed)
        self._whole_states = WholeStates(session, secrets)
        bots_seed = Random(seed).getrandbits(32)
        players = CoachRidePlayers(table, bots_seed, secrets, self._whole_states)
        super().__init__(session, table, secrets, players)
        #: What whoever may look at somebody's cards wants to see, and when that was chosen.
        self._looked: tuple[int, str] = (0, "")
        self._turn = 0
        self._turn_over = False

    def uses_own_card(self, event: e.GameEvent) -> bool:
        """Return True for a profession or an item that somebody uses."""
        return isinstance(event, e.Used) or used_profession(event) is not None

    def note(self, state: State, person: Person) -> str:
        """Return the text that says how many items the hand has."""
        return say_count("{n} item", "{n} items", state.hands[person])

    # --- the game goes on -------------------------------------------------------------------------------------------

    def pile_counts(self, state: State) -> Mapping[str, int]:
        """Count the items and professions in the piles."""
        return {ITEM_PILE: state.pile, PROFESSION_PILE: len(Profession) - len(state.players)}

    def happened(self, events: Sequence[e.GameEvent], state: State) -> None:  # noqa: ARG002 - an undo counts, too
        """Take back into the hands what was only used, when the turn ends."""
        self._turn_over = state.turns != self._turn or state.phase is Phase.TURN
        self._turn = state.turns

    def is_hidden(self, piece_id: str, person: Person, hidden: Cards, state: State) -> bool:  # noqa: ARG002
        """Return True until the turn ends, but for a profession that lies open now."""
        return not self._turn_over and not self._is_open(piece_id, person, state)

    def lies_open(self, piece_id: str, person: Person, hidden: Cards, state: State) -> bool:  # noqa: ARG002
        """Return a profession that lies open for everybody now."""
        return self._is_open(piece_id, person, state)

    @staticmethod
    def _is_open(piece_id: str, person: Person, state: State) -> bool:
        return state.professions.get(person) is not None and state.professions[person] is PROFESSION_OF.get(piece_id)

    def is_unusable(self, piece: Piece, state: State) -> bool:
        """Return True for cards face down, and outside a claim for professions that nobody has open."""
        closed = piece.id in PROFESSION_OF and PROFESSION_OF[piece.id] not in state.professions.values()
        return super().is_unusable(piece, state) or (closed and state.phase not in _CLAIM_PHASES)

    # --- bots in seats ----------------------------------------------------------------------------------------------

    @property
    def has_whole_states(self) -> bool:
        """The cards are known."""
        return True

    def whole_state(self) -> Dealt | None:
        """Return the state with its cards, and who has declined."""
        return self._whole_states.whole_state()

    def keep_move(self, move: Move) -> None:
        """Keep that somebody declines, and what nobody else sees."""
        self._whole_states.keep_move(move)

    def completed(self, move: Move) -> Move:
        """Return the event that waited for this pick."""
        return self._whole_states.completed(move)

    @property
    def wait_for_people(self) -> bool:
        """True while people may still speak before a bot goes on."""
        return self._whole_states.wait_for_people

    # --- who looks at what ------------------------------------------------------------------------------------------

    def begin_act(self, state: State, person: Person) -> None:
        """Look at cards by an item of a trade: the look is told next."""
        effect, kept = effect_now(state), self.secrets.kept
        if state.phase is not Phase.EFFECT or effect is None or effect.by is not person or kept is None or kept.awaited:
            return
        whole = self.whole_state()
        if whole is None or (self.secrets.is_told and whole.looked):
            return
        if effect.item is Item.COAT:
            self.keep_move(Move(None, by=person, looks=True))
        elif effect.item is Item.PRIVILEGE:
            self.secrets.await_events(str(person), "looked")

    def describe_awaited(self, state: State, names: Sequence[str]) -> str:  # noqa: ARG002 - the names tell it
        """Describe which action was begun with a look."""
        return say("Hidden cards have been looked at. This comes first: {action}.", action=event_name(names[0]))

    def places(self) -> Sequence[OwnPlace]:
        """Return the open places."""
        return [OwnPlace(AREAS[open_place(self._seats[Person(holder.id)])], holder) for holder in self.holders()]

    def open_zones(self, state: State) -> Sequence[str]:
        """Return the place of a claim, else those of the players whose cards count now."""
        if not isinstance(self.session.step, CoachRideStep):
            return ()
        if state.phase in _CLAIM_PHASES:
            return (CLAIM,)
        # A game that has just begun is followed by its cards a moment later.
        seats = seat_places(state.players, remembered_seats(self.session))
        return [open_place(seats[player]) for player in acting_players(state) or state.players]

    @property
    def _seats(self) -> Seats:
        return seat_places(self.secrets.players, remembered_seats(self.session))

    def groups(self, hidden: Cards, state: State, person: Person) -> Sequence[HeldCards]:
        """Return what this player is shown, then the own cards."""
        assert self.secrets.kept is not None
        events = self.secrets.kept.events
        looked = self._looked[1] if self._looked[0] == len(events) else ""
        taken = next((pick.split(" ")[1] for pick in self.coming(NEXT) if pick.startswith(CHOSEN)), "")
        step = self.session.running_step
        waits = isinstance(step, CoachRideStep) and step.window is not None
        shown = CardViews(hidden, state, events, looked, taken, waits).groups(person)
        title = (
            say("Your cards") if self._may_lie_open(state) else say("Your cards: choose the item that you give next")
        )
        known = self._known_of_others(person) if self.secrets.is_told else ()
        return [*shown, *known, HeldCards(title, tuple(self._own(hidden, state, person)))]

    def _known_of_others(self, person: Person) -> Iterator[HeldCards]:
        """Yield what a player knows of others' cards where another table has told it."""
        whole = self.whole_state()
        if whole is None or whole.known is None or person not in whole.known:
            return
        knowledge = whole.known[person]
        for other in whole.state.from_player(person)[1:]:
            groups = [*knowledge.items, *knowledge.professions]
            cards: list[Item | Profession | Association] = [*knowledge.sides.get(other, {}).values()]
            for group in groups:
                if {*group.places} == {str(other)}:
                    cards += [Item(card) if card in {*Item} else Profession(card) for card in group.cards]
            if cards:
                held = [HeldCard(f"known {other} {n}", picture_of(card, n), idle=True) for n, card in enumerate(cards)]
                yield HeldCards(first_name(other), tuple(held))

    def _own(self, hidden: Cards, state: State, person: Person) -> Iterator[HeldCard]:
        claim, mine = state.phase in _CLAIM_PHASES, self.out_of(person)
        for kind in sorted(set(hidden.sides[person])):
            out = sum(ASSOCIATION_OF.get(piece) is kind for piece in mine)
            for tag in self.free_cards(ASSOCIATION_OF, kind, hidden.sides[person].count(kind) - out):
                yield HeldCard(tag, tag, idle=not claim)
        profession = f"{CoachCard.PROFESSION}-{hidden.professions[person]}"
        if profession not in self.table.pieces:
            yield HeldCard(profession, profession)
        marked = f"gives {person} "
        chosen = next((pick.removeprefix(marked) for pick in self.coming(NEXT) if pick.startswith(marked)), "")
        for item in sorted(set(hidden.hands[person])):
            out = sum(ITEM_OF.get(piece) is item for piece in mine)
            for number, tag in enumerate(self.free_cards(ITEM_OF, item, hidden.hands[person].count(item) - out)):
                yield HeldCard(f"item {item} {number}", tag, chosen=str(item) == chosen and not number)

    @staticmethod
    def _may_lie_open(state: State) -> bool:
        """Return True if items are laid open now."""
        return state.phase in (*_FIGHT_PHASES, *_CLAIM_PHASES)

    # --- what hands do ----------------------------------------------------------------------------------------------

    def choose_card(self, person: Person, card: HeldCard, use: str, words: Sequence[str]) -> None:
        """Take a card out of the hand, choose what is given, or what is looked at."""
        kept, state = self.secrets.kept, self.secrets.state
        assert kept is not None
        assert state is not None
        number = len(kept.events) - 2
        if use == ITEMS or use.startswith(SIDE):
            self._looked = len(kept.events), use
            if use == ITEMS:
                self.keep_move(Move(None, by=person, looks=True))
            else:
                self.secrets.await_events(str(person), "looked")
        elif use in ("take", "profession"):
            self._pick(CHOSEN, f"{CHOSEN}{words[0]}")
        elif use == "top":
            before = [pick for pick in kept.picks.get(number, ()) if pick != f"{CHOSEN}{words[0]}"]
            kept.picks[number] = (f"{CHOSEN}{words[0]}", *before)[:2]
        elif use == "item" and not self._may_lie_open(state):
            self._pick(f"gives {person} ", f"gives {person} {words[0]}")
        else:
            self.take_out(card.piece_id, person)

    def _pick(self, former: str, pick: str) -> None:
        """Take a pick for the former one of its kind; the same once more is none."""
        assert self.secrets.kept is not None
        others = tuple(former_pick for former_pick in self.coming(NEXT) if not former_pick.startswith(former))
        self.secrets.kept.coming[NEXT] = others if pick in self.coming(NEXT) else (*others, pick)

    def laid(self, piece_id: str) -> None:
        """Place an open card where hands have laid it.

        A card out of a hand is turned up where that is allowed.
        """
        player, state = self.secrets.out.get(piece_id), self.secrets.state
        if player is None or state is None:
            return
        piece = self.table.pieces[piece_id]
        zone = self.zone(piece)
        seat = self._seats[player]
        if zone == CLAIM and state.phase in _CLAIM_PHASES:
            self._fan(piece, zone, 0.0, _CLAIM_ROOM)
        elif zone == open_place(seat) and self._may_lie_before(piece_id, state):
            self._fan(piece, zone, facing_deg(seat), _OPEN_ROOM)
        elif zone is not None:
            self.lay_before(piece_id, player)

    def _may_lie_before(self, piece_id: str, state: State) -> bool:
        """Return True for items in a fight, professions, and associations of a claim."""
        allowed = {CoachCard.ITEM: _FIGHT_PHASES, CoachCard.ASSOCIATION: _CLAIM_PHASES}
        kind = CoachCard(TAGS.cards[piece_id])
        return kind is CoachCard.PROFESSION or state.phase in allowed.get(kind, ())

    def _fan(self, piece: Piece, zone: str, turn: float, room: int) -> None:
        """Lay a card face up beside the other open cards of the zone."""
        others = self.open_beside(piece, zone)
        area = AREAS[zone]
        if zone == CLAIM:
            middle = (area[1] + area[3]) / 2
            area = (*area[:3], middle) if len(others) < room else (area[0], middle, *area[2:])
        tag = self.table.things.tag(piece.id)
        place = place_in_fan(tag, area, turn, len(others) % room, room)
        self.lay_in_fan(piece, place, turn)


#: Name among the picks of a look at somebody's items.
ITEMS = "look-items"
#: Name among the picks of a look at somebody's association; its number follows.
SIDE = "look-side"
#: Kinds of looks at somebody's cards.
_SEEN = (SideSeen, ProfessionSeen, HandSeen)
#: With these a turn's action begins.
_ACTIONS = (e.Passed, e.Offered, e.DiplomatUsed, e.Attacked, e.Claimed)


def picture_of(card: Item | Profession | Association, number: int = 0) -> str:
    """Return a tag of such a card, to be shown only."""
    tags = [tag for tag, of in (*ITEM_OF.items(), *PROFESSION_OF.items(), *ASSOCIATION_OF.items()) if of == card]
    return tags[number % len(tags)]


@dataclass(frozen=True)
class CardViews:
    """Hidden cards, and the state of the game.

    `looked`: what the player who may look at somebody's cards wants to see. `waits`: others may still speak before.
    """

    hidden: Cards
    state: State
    events: Sequence[e.GameEvent]
    looked: str = ""
    taken: str = ""
    waits: bool = False

    def groups(self, person: Person) -> Iterator[HeldCards]:
        """Yield what this player sees besides the own cards."""
        last = self.events[-1]
        match last:
            case e.ClairvoyantUsed(by=by) if by is person and self.state.turn is person and self.hidden.pile:
                cards = [
                    HeldCard(
                        f"top {item} {number}", picture_of(item, number), chosen=number >= len(self.hidden.pile) - 2
                    )
                    for number, item in enumerate(self.hidden.pile)
                ]
                yield HeldCards(say("The item pile: choose the two on top"), tuple(cards))
        denied = self._denying_player(person)
        if denied is not None:
            looks = [look for look in self.hidden.sightings if isinstance(look, HandSeen) and look.seer is person]
            yield from (self._shown(denied, look.items) for look in looks[-1:])
        yield from self._trade_cards(person)
        yield from self._at(person)
        yield from self._just_seen(person)

    def _just_seen(self, person: Person) -> Iterator[HeldCards]:
        """Yield what a look has shown that was told at once, until the next action."""
        told = next((event for event in reversed(self.events) if isinstance(event, (e.Looked, *_ACTIONS))), None)
        if not isinstance(told, e.Looked) or told.by is not person:
            return
        looks = takewhile(
            lambda sighting: isinstance(sighting, _SEEN) and sighting.seer is person, reversed(self.hidden.sightings)
        )
        seen = [card for look in reversed([*looks]) for card in _cards_of(look)]
        if seen:
            cards = tuple(HeldCard(f"seen {number}", picture, idle=True) for number, picture in enumerate(seen))
            yield HeldCards(say("This was looked at"), cards)

    def _denying_player(self, person: Person) -> Person | None:
        """Return who has shown this Diplomat a hand, until the turn after that is over.

        It lasts so long because bots do not wait.
        """
        turns = 0
        for demand, answer in zip(reversed(self.events[:-1]), reversed(self.events[1:]), strict=True):
            if isinstance(demand, e.DiplomatUsed) and demand.by is person and isinstance(answer, e.Denied):
                return answer.by
            turns += isinstance(answer, _ACTIONS)
            if turns > 1:
                break
        return None

    def _trade_cards(self, person: Person) -> Iterator[HeldCards]:
        """Yield the item that is offered; later the one that was got."""
        trade = self.state.trade
        if trade is None or person not in (trade.active, trade.passive):
            return
        if self.state.phase is Phase.OFFER and trade.passive is person and self.hidden.offered:
            offered = HeldCard("offered", picture_of(self.hidden.offered), idle=True)
            yield HeldCards(say("This is offered to you"), (offered,))
        elif self.hidden.traded is not None and self.state.phase is Phase.ANNOUNCE:
            got = self.hidden.traded[trade.active is person]
            yield HeldCards(say("You got this"), (HeldCard("got", picture_of(got), idle=True),))

    def _at(self, person: Person) -> Iterator[HeldCards]:
        """Yield a look at somebody's cards by an item or a won fight."""
        effect, fight = effect_now(self.state), self.state.fight
        if self.state.phase is Phase.EFFECT and effect and effect.by is person:
            if effect.item is Item.PRIVILEGE and effect.on in self.hidden.hands:
                yield self._shown(effect.on, self.hidden.hands[effect.on])
            elif effect.item is Item.MONOCLE:
                yield self._sides(effect.on)
            elif effect.item is Item.COAT:
                pile = [
                    HeldCard(f"profession {profession}", picture_of(profession), chosen=str(profession) == self.taken)
                    for profession in sorted(self.hidden.profession_pile)
                ]
                yield HeldCards(say("The profession pile: choose the one that you take"), tuple(pile))
        ended = fight.winner_and_loser if fight else None
        if self.state.phase is not Phase.RESULT or ended is None or ended[0] is not person or self.waits:
            return
        loser = ended[1]
        if self.looked == ITEMS and loser in self.hidden.hands:
            yield self._shown(loser, self.hidden.hands[loser], take=True)
        elif self.looked.startswith(SIDE):
            yield self._sides(loser, self.hidden.professions.get(loser))
        else:
            yield self._sides(loser, items=True)

    def _sides(self, on: Person, profession: Profession | None = None, *, items: bool = False) -> HeldCards:
        """Return associations face down, the chosen one face up.

        With `items` all items can be chosen instead.
        """
        cards = []
        # Another table shows them once the look is told.
        sides = self.hidden.sides.get(on, (None,) * len(next(iter(self.hidden.sides.values()))))
        for number, side in enumerate(sides, start=1):
            key = f"{SIDE}-{number}"
            shown = picture_of(side) if self.looked == key and side is not None else _back(ASSOCIATION_OF)
            cards.append(HeldCard(key, shown, idle=bool(self.looked)))
        if profession is not None:
            cards.append(HeldCard("profession", picture_of(profession), idle=True))
        if items:
            cards.append(HeldCard(ITEMS, _back(ITEM_OF)))
        return HeldCards(say("{name}'s cards: choose what you look at", name=first_name(on)), tuple(cards))

    def _shown(self, on: Person, items: Sequence[Item], *, take: bool = False) -> HeldCards:
        cards = tuple(
            HeldCard(
                f"take {item} {number}",
                picture_of(item, number),
                chosen=take and str(item) == self.taken,
                idle=not take,
            )
            for number, item in enumerate(sorted(items))
        )
        title = say("{name}'s items: choose the one that you take", name=first_name(on))
        return HeldCards(title if take else say("{name}'s items", name=first_name(on)), cards)


def _cards_of(look: Sighting) -> Iterator[str]:
    """Yield pictures of the cards that a look at somebody has shown."""
    match look:
        case SideSeen(side=side):
            yield picture_of(side)
        case ProfessionSeen(profession=profession):
            yield picture_of(profession)
        case HandSeen(items=items):
            yield from (picture_of(item, number) for number, item in enumerate(sorted(items)))


def _back(tags: Iterable[str]) -> str:
    """Return the back of such a card: it tells nothing."""
    return f"{next(iter(tags))}/{BACK}"
