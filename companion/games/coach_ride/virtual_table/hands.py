"""Hands, associations and professions of a game among people and bots at one laptop: who may look at what, and what is
done.

A card that may lie open now comes out of the hand face down, below the mat, and is carried on as every piece: in the
own open place, or where claims are shown, it is turned up. Otherwise an item that is chosen is the one that is given
next.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from companion.cards.things import BACK
from companion.games.coach_ride.colours import COLOURS
from companion.games.coach_ride.language import say, say_count
from companion.games.coach_ride.laying import facing_deg, place_in_fan
from companion.games.coach_ride.mat import AREAS, CLAIM, CardKind, open_place
from companion.games.coach_ride.table.seats import Seats, places_of
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PROFESSION_OF, TAGS
from companion.games.coach_ride.virtual_table.dealing import Hidden
from companion.games.coach_ride.virtual_table.kept import NEXT
from companion.games.coach_ride.virtual_table.looking import ITEMS, SIDE, Looking
from companion.games.coach_ride.virtual_table.pieces import PIECES, lay_piles_of
from companion.games.coach_ride.virtual_table.players import CoachRidePlayers
from companion.games.coach_ride.virtual_table.secret_game import CoachRideSecrets
from companion.games.coach_ride.virtual_table.truth import contradiction, true_answer
from companion.games.coach_ride.words import first_name
from companion.table.session import Session
from companion.virtual_table.piece import Piece
from companion.virtual_table.secret_hands import HeldCard, HeldCards, Holder, OwnPlace, SecretHands
from companion.virtual_table.table import VirtualTable
from engine.coach_ride import events as e
from engine.coach_ride.cards import Person
from engine.coach_ride.state import Phase, State

#: A card that came out of a hand lies so far above the table's lower edge, the next one so far beside it (mm).
_ABOVE_EDGE_MM, _BESIDE_MM = 82.0, 31.0
_CLAIM_PHASES = (Phase.CLAIM, Phase.NAMING, Phase.ALLIES, Phase.REVEAL, Phase.OVER)
_FIGHT_PHASES = (Phase.SUPPORT, Phase.POWERS)
_CLAIM_ROOM, _OPEN_ROOM = 10, 3


class CoachRideHands(SecretHands):
    """The hidden cards of whatever game the session plays."""

    def __init__(self, session: Session, table: VirtualTable, seed: int) -> None:
        self._session, self._table = session, table
        self._game = CoachRideSecrets(session, seed)
        self._players = CoachRidePlayers(table, Random(seed).getrandbits(32), self._game)
        #: What whoever may look at somebody's cards wants to see, and when that was chosen.
        self._looked: tuple[int, str] = (0, "")
        self._turn = 0

    @property
    def players(self) -> CoachRidePlayers:
        """The bots."""
        return self._players

    @property
    def trouble(self) -> str:
        """Why nobody can look at any cards."""
        return self._game.trouble

    def tick(self) -> None:
        """Follows the game: what lies open is the table's, what was only used goes back into the hand."""
        if not self._game.follow():
            return
        hidden, state = self._game.now, self._game.state
        if hidden is None or state is None:
            self._game.out.clear()
            return
        lay_piles_of(self._table, state)
        ended = state.turns != self._turn or state.phase is Phase.TURN
        self._turn = state.turns
        for piece_id, who in [*self._game.out.items()]:
            if piece_id not in self._table.pieces:
                del self._game.out[piece_id]
            elif state.professions.get(who) is not None and state.professions[who] is PROFESSION_OF.get(piece_id):
                # It lies open for everybody now.
                del self._game.out[piece_id]
            elif ended:
                del self._game.out[piece_id]
                self._table.remove(piece_id)
        for piece in [*self._table.pieces.values()]:
            closed = piece.id in PROFESSION_OF and PROFESSION_OF[piece.id] not in state.professions.values()
            away = piece.face == BACK or (closed and state.phase not in _CLAIM_PHASES)
            if away and piece.id not in self._game.out:
                self._table.remove(piece.id)

    # --- what is told ------------------------------------------------------------------------------------------------

    def contradiction(self, event: e.GameEvent) -> str:
        """Return why the hidden cards do not allow an event."""
        hidden, state = self._game.now, self._game.state
        return "" if hidden is None or state is None else contradiction(hidden, state, event)

    def true_answer(self, answers: tuple[str, ...]) -> str:
        """Return whether a demanded item is there, and what the next one shows in a claim."""
        hidden, state = self._game.now, self._game.state
        return "" if hidden is None or state is None else true_answer(hidden, state, answers)

    # --- who looks at what ------------------------------------------------------------------------------------------

    def holders(self) -> Sequence[Holder]:
        """The players, clockwise."""
        state, kept = self._game.state, self._game.kept
        if state is None or kept is None:
            return ()
        return [
            Holder(
                str(who),
                first_name(who),
                COLOURS[who],
                say_count("{n} item", "{n} items", state.hands[who]),
                state.turn is who,
                bool(self._session.watching) or who in kept.bots,
            )
            for who in state.players
        ]

    def places(self) -> Sequence[OwnPlace]:
        """The open places."""
        return [OwnPlace(AREAS[open_place(self._seats[Person(one.id)])], one) for one in self.holders()]

    @property
    def _seats(self) -> Seats:
        return places_of(self._game.players, self._session.memory)

    def look(self, holder_id: str) -> Sequence[HeldCards]:
        """What this one is shown, then the own cards."""
        hidden, state, kept = self._game.now, self._game.state, self._game.kept
        if hidden is None or state is None or kept is None:
            return ()
        who, number = Person(holder_id), len(kept.events)
        looked = self._looked[1] if self._looked[0] == number else ""
        taken = next((pick.split(" ")[1] for pick in self._coming if pick.startswith("chosen ")), "")
        shown = Looking(hidden, state, kept.events, looked, taken).groups(who)
        title = (
            say("Your cards") if self._may_lie_open(state) else say("Your cards: choose the item that you give next")
        )
        return [*shown, HeldCards(title, tuple(self._own(hidden, state, who)))]

    def _own(self, hidden: Hidden, state: State, who: Person) -> Iterator[HeldCard]:
        claim, mine = state.phase in _CLAIM_PHASES, self._out_of(who)
        for kind in sorted(set(hidden.sides[who])):
            out = sum(ASSOCIATION_OF.get(piece) is kind for piece in mine)
            free = [tag for tag, of in ASSOCIATION_OF.items() if of is kind and tag not in self._table.pieces]
            for tag in free[: hidden.sides[who].count(kind) - out]:
                yield HeldCard(tag, tag, idle=not claim)
        profession = f"{CardKind.PROFESSION}-{hidden.professions[who]}"
        if profession not in self._table.pieces:
            yield HeldCard(profession, profession)
        marked = f"gives {who} "
        chosen = next((pick.removeprefix(marked) for pick in self._coming if pick.startswith(marked)), "")
        for item in sorted(set(hidden.hands[who])):
            out = sum(ITEM_OF.get(piece) is item for piece in mine)
            free = [tag for tag, of in ITEM_OF.items() if of is item and tag not in self._table.pieces]
            for number, tag in enumerate(free[: hidden.hands[who].count(item) - out]):
                yield HeldCard(f"item {item} {number}", tag, chosen=str(item) == chosen and not number)

    def _out_of(self, who: Person) -> list[str]:
        return [piece for piece, by in self._game.out.items() if by is who]

    @property
    def _coming(self) -> tuple[str, ...]:
        return self._game.kept.coming.get(NEXT, ()) if self._game.kept is not None else ()

    @staticmethod
    def _may_lie_open(state: State) -> bool:
        """Whether items are laid open now."""
        return state.phase in (*_FIGHT_PHASES, *_CLAIM_PHASES)

    # --- what hands do ----------------------------------------------------------------------------------------------

    def choose(self, holder_id: str, key: str) -> None:
        """Takes a card out of the hand, chooses what is given, or what is looked at."""
        kept, state, hidden, who = self._game.kept, self._game.state, self._game.now, Person(holder_id)
        shown = [card for group in self.look(holder_id) for card in group.cards]
        card = next((one for one in shown if one.key == key), None)
        if kept is None or state is None or hidden is None or card is None or card.idle:
            return
        use, *rest = key.split(" ")
        number = len(kept.events) - 2
        if use == ITEMS or use.startswith(SIDE):
            self._looked = len(kept.events), use
        elif use in ("take", "profession"):
            self._pick("chosen ", f"chosen {rest[0]}")
        elif use == "top":
            before = [pick for pick in kept.picks.get(number, ()) if pick != f"chosen {rest[0]}"]
            kept.picks[number] = (f"chosen {rest[0]}", *before)[:2]
        elif use == "item" and not self._may_lie_open(state):
            self._pick(f"gives {who} ", f"gives {who} {rest[0]}")
        else:
            self._game.out[card.piece_id] = who
            self._table.put(self._beside(card.piece_id, who))
        self._game.keep()

    def _pick(self, former: str, pick: str) -> None:
        """Instead of the former one of its kind; the same once more is none."""
        assert self._game.kept is not None
        others = tuple(one for one in self._coming if not one.startswith(former))
        self._game.kept.coming[NEXT] = others if pick in self._coming else (*others, pick)

    def _beside(self, piece_id: str, who: Person) -> Piece:
        """Face down before the cover it came from."""
        left, _, right, bottom = self._table.areas.table
        players = self._game.players
        x = left + (right - left) * (players.index(who) + 0.12) / len(players) + 20
        x += self._out_of(who).index(piece_id) * _BESIDE_MM
        return Piece(piece_id, BACK, (min(x, right - 50), bottom - _ABOVE_EDGE_MM), 0.0)

    def give(self, holder_id: str, piece_id: str) -> bool:
        """Only what came out of this very hand goes back into it."""
        if self._game.out.get(piece_id) is not Person(holder_id):
            return False
        del self._game.out[piece_id]
        self._table.remove(piece_id)
        return True

    def laid(self, piece_id: str) -> None:
        """An open card lies where hands have laid it; one out of a hand is turned up where that is allowed."""
        who, state = self._game.out.get(piece_id), self._game.state
        if who is None or state is None:
            return
        piece = self._table.pieces[piece_id]
        zone = self._zone(piece)
        seat = self._seats[who]
        if zone == CLAIM and state.phase in _CLAIM_PHASES:
            self._fan(piece, zone, 0.0, _CLAIM_ROOM)
        elif zone == open_place(seat) and self._may_lie_before(piece_id, state):
            self._fan(piece, zone, facing_deg(seat), _OPEN_ROOM)
        elif zone is not None:
            self._table.put(self._beside(piece_id, who))

    def _may_lie_before(self, piece_id: str, state: State) -> bool:
        """Items in a fight, professions at any time, associations of a claim."""
        allowed = {CardKind.ITEM: _FIGHT_PHASES, CardKind.ASSOCIATION: _CLAIM_PHASES}
        kind = CardKind(TAGS.cards[piece_id])
        return kind is CardKind.PROFESSION or state.phase in allowed.get(kind, ())

    def _fan(self, piece: Piece, zone: str, turn: float, room: int) -> None:
        """The card lies face up beside the other open cards of the zone."""
        others = [
            one
            for one in self._table.pieces.values()
            if one.id != piece.id and one.face != BACK and self._zone(one) == zone
        ]
        area = AREAS[zone]
        if zone == CLAIM:
            middle = (area[1] + area[3]) / 2
            area = (*area[:3], middle) if len(others) < room else (area[0], middle, *area[2:])
        tag = self._table.things.tag(piece.id)
        at = place_in_fan(tag, area, turn, len(others) % room, room)
        self._table.put(self._table.near(replace(piece, face="", turn_deg=turn), at))

    def _zone(self, piece: Piece) -> str | None:
        zone = self._table.catalogue.mat.zone_at(*piece.centre_mm)
        return zone.name if zone is not None else None

    def may_turn_over(self, piece_id: str) -> bool:
        """What came out of a hand is turned up only where it may lie open."""
        return piece_id not in self._game.out and piece_id not in PIECES.piles

    def change_player(self, holder_id: str) -> None:
        """From now on a bot plays for this one, or a person again."""
        if self._game.kept is None or self._session.watching:
            return
        self._game.kept.bots ^= {Person(holder_id)}
        self._game.keep()
