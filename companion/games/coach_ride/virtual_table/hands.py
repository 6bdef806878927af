"""Hands, associations and professions of a game among people and bots at one laptop: who sees what, and what is done.

A card that may lie open now comes out of the hand. Otherwise an item that is chosen is the one that is given next.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from companion.cards.hands import CardHands
from companion.games.coach_ride.colours import COLOURS
from companion.games.coach_ride.language import say, say_count
from companion.games.coach_ride.laying import facing_deg, place_in_fan
from companion.games.coach_ride.mat import AREAS, CLAIM, ITEM_PILE, PROFESSION_PILE, CardKind, open_place
from companion.games.coach_ride.table.seats import Seats, places_of
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PROFESSION_OF, TAGS
from companion.games.coach_ride.virtual_table.dealing import Hidden
from companion.games.coach_ride.virtual_table.looking import ITEMS, SIDE, Looking
from companion.games.coach_ride.virtual_table.pieces import PIECES
from companion.games.coach_ride.virtual_table.players import CoachRidePlayers
from companion.games.coach_ride.virtual_table.secret_game import NEXT, CoachRideSecrets
from companion.games.coach_ride.virtual_table.truth import contradiction, true_answer
from companion.games.coach_ride.words import first_name
from companion.table.session import Session
from companion.virtual_table.piece import Piece
from companion.virtual_table.secret_hands import HeldCard, HeldCards, OwnPlace
from companion.virtual_table.table import VirtualTable
from engine.coach_ride import events as e
from engine.coach_ride.cards import Person, Profession
from engine.coach_ride.state import Phase, State

_CLAIM_PHASES = (Phase.CLAIM, Phase.NAMING, Phase.ALLIES, Phase.REVEAL, Phase.OVER)
_FIGHT_PHASES = (Phase.SUPPORT, Phase.POWERS)
_CLAIM_ROOM, _OPEN_ROOM = 10, 3


class CoachRideHands(CardHands[Hidden, Person, State]):
    """The hidden cards of whatever game the session plays."""

    card_pieces = PIECES
    colours = COLOURS
    name = staticmethod(first_name)
    contradicts = staticmethod(contradiction)
    tells = staticmethod(true_answer)

    def __init__(self, session: Session, table: VirtualTable, seed: int) -> None:
        secrets = CoachRideSecrets(session, seed)
        super().__init__(session, table, secrets, CoachRidePlayers(table, Random(seed).getrandbits(32), secrets))
        #: What whoever may look at somebody's cards wants to see, and when that was chosen.
        self._looked: tuple[int, str] = (0, "")
        self._turn = 0
        self._turn_over = False

    def note(self, state: State, who: Person) -> str:
        """How many items the hand has."""
        return say_count("{n} item", "{n} items", state.hands[who])

    # --- the game goes on -------------------------------------------------------------------------------------------

    def pile_counts(self, state: State) -> Mapping[str, int]:
        """Items and professions."""
        return {ITEM_PILE: state.pile, PROFESSION_PILE: len(Profession) - len(state.players)}

    def happened(self, events: Sequence[e.GameEvent], state: State) -> None:  # noqa: ARG002 - an undo counts, too
        """With the turn all that was only used goes back into the hands."""
        self._turn_over = state.turns != self._turn or state.phase is Phase.TURN
        self._turn = state.turns

    def is_hidden(self, piece_id: str, who: Person, hidden: Hidden, state: State) -> bool:  # noqa: ARG002
        """Until the turn ends, but for a profession that lies open now."""
        return not self._turn_over and not self._is_open(piece_id, who, state)

    def lies_open(self, piece_id: str, who: Person, hidden: Hidden, state: State) -> bool:  # noqa: ARG002
        """A profession that lies open for everybody now."""
        return self._is_open(piece_id, who, state)

    @staticmethod
    def _is_open(piece_id: str, who: Person, state: State) -> bool:
        return state.professions.get(who) is not None and state.professions[who] is PROFESSION_OF.get(piece_id)

    def is_of_no_use(self, piece: Piece, state: State) -> bool:
        """What lies face down, and outside a claim a profession that nobody has open."""
        closed = piece.id in PROFESSION_OF and PROFESSION_OF[piece.id] not in state.professions.values()
        return super().is_of_no_use(piece, state) or (closed and state.phase not in _CLAIM_PHASES)

    # --- who looks at what ------------------------------------------------------------------------------------------

    def places(self) -> Sequence[OwnPlace]:
        """The open places."""
        return [OwnPlace(AREAS[open_place(self._seats[Person(one.id)])], one) for one in self.holders()]

    @property
    def _seats(self) -> Seats:
        return places_of(self.secrets.players, self.session.memory)

    def groups(self, hidden: Hidden, state: State, who: Person) -> Sequence[HeldCards]:
        """What this one is shown, then the own cards."""
        assert self.secrets.kept is not None
        events = self.secrets.kept.events
        looked = self._looked[1] if self._looked[0] == len(events) else ""
        taken = next((pick.split(" ")[1] for pick in self.coming(NEXT) if pick.startswith("chosen ")), "")
        shown = Looking(hidden, state, events, looked, taken).groups(who)
        title = (
            say("Your cards") if self._may_lie_open(state) else say("Your cards: choose the item that you give next")
        )
        return [*shown, HeldCards(title, tuple(self._own(hidden, state, who)))]

    def _own(self, hidden: Hidden, state: State, who: Person) -> Iterator[HeldCard]:
        claim, mine = state.phase in _CLAIM_PHASES, self.out_of(who)
        for kind in sorted(set(hidden.sides[who])):
            out = sum(ASSOCIATION_OF.get(piece) is kind for piece in mine)
            for tag in self.free_cards(ASSOCIATION_OF, kind, hidden.sides[who].count(kind) - out):
                yield HeldCard(tag, tag, idle=not claim)
        profession = f"{CardKind.PROFESSION}-{hidden.professions[who]}"
        if profession not in self.table.pieces:
            yield HeldCard(profession, profession)
        marked = f"gives {who} "
        chosen = next((pick.removeprefix(marked) for pick in self.coming(NEXT) if pick.startswith(marked)), "")
        for item in sorted(set(hidden.hands[who])):
            out = sum(ITEM_OF.get(piece) is item for piece in mine)
            for number, tag in enumerate(self.free_cards(ITEM_OF, item, hidden.hands[who].count(item) - out)):
                yield HeldCard(f"item {item} {number}", tag, chosen=str(item) == chosen and not number)

    @staticmethod
    def _may_lie_open(state: State) -> bool:
        """Whether items are laid open now."""
        return state.phase in (*_FIGHT_PHASES, *_CLAIM_PHASES)

    # --- what hands do ----------------------------------------------------------------------------------------------

    def choose_card(self, who: Person, card: HeldCard, use: str, words: Sequence[str]) -> None:
        """Takes a card out of the hand, chooses what is given, or what is looked at."""
        kept, state = self.secrets.kept, self.secrets.state
        assert kept is not None
        assert state is not None
        number = len(kept.events) - 2
        if use == ITEMS or use.startswith(SIDE):
            self._looked = len(kept.events), use
        elif use in ("take", "profession"):
            self._pick("chosen ", f"chosen {words[0]}")
        elif use == "top":
            before = [pick for pick in kept.picks.get(number, ()) if pick != f"chosen {words[0]}"]
            kept.picks[number] = (f"chosen {words[0]}", *before)[:2]
        elif use == "item" and not self._may_lie_open(state):
            self._pick(f"gives {who} ", f"gives {who} {words[0]}")
        else:
            self.take_out(card.piece_id, who)

    def _pick(self, former: str, pick: str) -> None:
        """Instead of the former one of its kind; the same once more is none."""
        assert self.secrets.kept is not None
        others = tuple(one for one in self.coming(NEXT) if not one.startswith(former))
        self.secrets.kept.coming[NEXT] = others if pick in self.coming(NEXT) else (*others, pick)

    def laid(self, piece_id: str) -> None:
        """An open card lies where hands have laid it; one out of a hand is turned up where that is allowed."""
        who, state = self.secrets.out.get(piece_id), self.secrets.state
        if who is None or state is None:
            return
        piece = self.table.pieces[piece_id]
        zone = self.zone(piece)
        seat = self._seats[who]
        if zone == CLAIM and state.phase in _CLAIM_PHASES:
            self._fan(piece, zone, 0.0, _CLAIM_ROOM)
        elif zone == open_place(seat) and self._may_lie_before(piece_id, state):
            self._fan(piece, zone, facing_deg(seat), _OPEN_ROOM)
        elif zone is not None:
            self.lay_before(piece_id, who)

    def _may_lie_before(self, piece_id: str, state: State) -> bool:
        """Items in a fight, professions at any time, associations of a claim."""
        allowed = {CardKind.ITEM: _FIGHT_PHASES, CardKind.ASSOCIATION: _CLAIM_PHASES}
        kind = CardKind(TAGS.cards[piece_id])
        return kind is CardKind.PROFESSION or state.phase in allowed.get(kind, ())

    def _fan(self, piece: Piece, zone: str, turn: float, room: int) -> None:
        """The card lies face up beside the other open cards of the zone."""
        others = self.open_beside(piece, zone)
        area = AREAS[zone]
        if zone == CLAIM:
            middle = (area[1] + area[3]) / 2
            area = (*area[:3], middle) if len(others) < room else (area[0], middle, *area[2:])
        tag = self.table.things.tag(piece.id)
        at = place_in_fan(tag, area, turn, len(others) % room, room)
        self.lay_in_fan(piece, at, turn)
