"""Hidden hands of a card game among people and bots at one laptop.

Says who may look at what, and what hands do. A chosen card comes out of the hand face down, below the mat, and is
carried on like every piece: where it may lie open it is turned up, on its own cover it goes back.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import Any, Generic, Protocol, TypeVar

from companion.cards.pieces import CardPieces, place_piles
from companion.cards.secret_game import SecretGame
from companion.cards.things import BACK
from companion.device.language import say
from companion.screen.theme import Rgb
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.seats_menu import change_seats
from companion.table.session import Session
from companion.virtual_table.piece import Piece
from companion.virtual_table.players import Players
from companion.virtual_table.secret_hands import HeldCard, HeldCards, Holder, SecretHands
from companion.virtual_table.table import VirtualTable
from vision.model.surface import Area, Point


class TurnState(Protocol):
    """A state in which it is somebody's turn."""

    @property
    def turn(self) -> object:
        """Player whose turn it is."""


HiddenT = TypeVar("HiddenT")
PlayerT = TypeVar("PlayerT", bound=str)
StateT = TypeVar("StateT", bound=TurnState)

#: A card that came out of a hand lies so far above the table's lower edge, the next one so far beside it (mm).
_ABOVE_EDGE_MM = 80.0
_BESIDE_MM = 31.0


class CardHands(SecretHands, ABC, Generic[HiddenT, PlayerT, StateT]):
    """The hidden cards of whatever game the session plays."""

    card_pieces: CardPieces
    colours: Mapping[PlayerT, Rgb]

    def __init__(
        self, session: Session, table: VirtualTable, secrets: SecretGame[HiddenT, PlayerT, StateT], players: Players
    ) -> None:
        self.session, self.table, self.secrets, self._players = session, table, secrets, players
        #: Events of the game up to here have been followed.
        self._followed: tuple[Any, ...] = ()

    # --- what the game says -------------------------------------------------------------------------------------

    @abstractmethod
    def name(self, player: PlayerT, /) -> str:
        """Return a player's name."""

    @abstractmethod
    def note(self, state: StateT, player: PlayerT) -> str:
        """Return what everybody knows of a player's cards."""

    @abstractmethod
    def groups(self, hidden: HiddenT, state: StateT, player: PlayerT) -> Sequence[HeldCards]:
        """Return the groups of cards that this player alone may see now."""

    @abstractmethod
    def pile_counts(self, state: StateT) -> Mapping[str, int]:
        """Return how many cards lie in each zone with a pile."""

    def happened(self, events: Sequence[Any], state: StateT) -> None:
        """Notice new events; there are none where something was taken back, or in another game."""

    @abstractmethod
    def is_hidden(self, piece_id: str, player: PlayerT, hidden: HiddenT, state: StateT) -> bool:
        """Return True if a card that came out of a hand still belongs to it."""

    @abstractmethod
    def lies_open(self, piece_id: str, player: PlayerT, hidden: HiddenT, state: StateT) -> bool:
        """Return True if a card that left all hands stays open where it lies."""

    def is_unusable(self, piece: Piece, state: StateT) -> bool:  # noqa: ARG002 - games override it
        """Return True if a card that is in nobody's hand is taken off the table.

        A card that lies face down is one of these.
        """
        return piece.face == BACK

    def open_zones(self, state: StateT) -> Sequence[str]:  # noqa: ARG002 - games override it
        """Return the zones in which something may be laid in this state, for all that is public."""
        return ()

    def open_areas(self) -> Sequence[Area]:
        """Return the rectangles of these zones."""
        state, mat = self.secrets.state, self.table.catalogue.mat
        return () if state is None else [mat.zone(zone).area_mm for zone in self.open_zones(state)]

    def choose_card(self, player: PlayerT, card: HeldCard, use: str, words: Sequence[str]) -> None:  # noqa: ARG002
        """Take a chosen card, whose key is `use` and these words, out of the hand."""
        self.take_out(card.piece_id, player)

    def note_gifts(self, player: PlayerT) -> None:
        """Notice that a card came out of this one's hand, or went back into it."""

    @abstractmethod
    def contradicts(self, hidden: HiddenT, state: StateT, event: Any) -> str:
        """Return the sentence why these cards rule out an event that the rules allow; empty if none."""

    @abstractmethod
    def tells(self, hidden: HiddenT, state: StateT, answers: tuple[str, ...]) -> str:
        """Return the row that these cards select after these answers; empty if they leave it open."""

    def begin_act(self, state: StateT, player: PlayerT) -> None:
        """Begin the act for which a player looks under the own cover now: it comes next."""

    def describe_awaited(self, state: StateT, names: Sequence[str]) -> str:  # noqa: ARG002 - games override it
        """Describe the use of cards that somebody has looked at for one of these events."""
        return say("Hidden cards have been looked at. First tell what they were looked at for.")

    # --- the game goes on ---------------------------------------------------------------------------------------

    @property
    def players(self) -> Players:
        """Bots of the seats."""
        return self._players

    @property
    def plays_absent(self) -> bool:
        """Each player has a bot of their own."""
        return True

    @property
    def across(self) -> SecretGame[HiddenT, PlayerT, StateT]:
        """The cards as another table is told them."""
        return self.secrets

    @property
    def trouble(self) -> str:
        """Reason why nobody can look at any cards; empty: everybody can."""
        return self.secrets.trouble

    def tick(self) -> None:
        """Follow the game: cards that were laid open are the table's, and piles grow and shrink."""
        followed, game = self.secrets.follow(), self.session.game
        # Whoever looked before has followed it as well.
        if followed or (game.events if game is not None else ()) != self._followed:
            self._tidy()

    def _tidy(self) -> None:
        """Leave cards that are in no hand any more to the table, or put them into a pile."""
        out, hidden, state = self.secrets.out, self.secrets.now, self.secrets.state
        if hidden is None and self.secrets.is_told:
            # The other table tells in a moment what has become of the cards.
            return
        new_events = self._new_events()
        if hidden is None or state is None:
            out.clear()
            return
        self.happened(new_events, state)
        place_piles(self.card_pieces, self.table, self.pile_counts(state))
        for piece_id, player in [*out.items()]:
            if piece_id not in self.table.pieces:
                del out[piece_id]
            elif not self.is_hidden(piece_id, player, hidden, state):
                del out[piece_id]
                if not self.lies_open(piece_id, player, hidden, state):
                    self.table.remove(piece_id)
        for piece in [*self.table.pieces.values()]:
            if piece.id not in (*self.card_pieces.piles, *out) and self.is_unusable(piece, state):
                self.table.remove(piece.id)

    def _new_events(self) -> Sequence[Any]:
        game, before = self.session.game, self._followed
        self._followed = game.events if game is not None else ()
        return self._followed[len(before) :] if before and self._followed[: len(before)] == before else ()

    def contradiction(self, event: Any) -> str:
        """Explain why the hidden cards do not allow an event."""
        hidden, state = self.secrets.now, self.secrets.state
        if hidden is None or state is None:
            return ""
        if not self.secrets.is_told:
            return self.contradicts(hidden, state, event)
        # What is not told here is judged where the cards are.
        with suppress(KeyError):
            return "" if str(getattr(event, "by", "")) in self._elsewhere else self.contradicts(hidden, state, event)
        return ""

    def fits_view(self, event: Any, seat: str) -> bool:
        """Return True if the cards that a seat knows allow its event."""
        whole, state = self.whole_state(), self.secrets.state
        if whole is None or state is None:
            return False
        known = self.secrets.cards_of(self.session.table_game.play.view(whole, seat))
        with suppress(KeyError):
            return not self.contradicts(known, state, event)
        return False

    def unfinished_act(self, event: Any) -> str:
        """Describe what somebody has looked at cards for."""
        state, kept = self.secrets.state, self.secrets.kept
        if state is None or kept is None or not kept.awaited:
            return ""
        if kept.looker in self.bot_seats and not any(map(self.secrets.begins_act, kept.unnoticed)):
            # A bot that plays from now on knows nothing of a look under the cover.
            return ""
        name = self.secrets.rules.codec.name_of(event)
        return "" if name in kept.awaited else self.describe_awaited(state, kept.awaited)

    def true_answer(self, answers: tuple[str, ...]) -> str:
        """Return the row that tells what the hidden cards say."""
        hidden, state = self.secrets.now, self.secrets.state
        # What another table has not told here leaves it open.
        with suppress(KeyError) if self.secrets.is_told else nullcontext():
            return "" if hidden is None or state is None else self.tells(hidden, state, answers)
        return ""

    # --- who looks at what --------------------------------------------------------------------------------------

    def holders(self) -> Sequence[Holder]:
        """Return the players, clockwise."""
        state, kept = self.secrets.state, self.secrets.kept
        if state is None or kept is None:
            return ()
        seats = self.session.seating.seats
        return [
            Holder(
                str(player),
                self.name(player),
                self.colours[player],
                self.note(state, player),
                state.turn == player,
                bool(self.session.watching) or player in {*kept.bots, *self.secrets.absent, *seats.bots},
                str(player) in self.session.seating.own_screens,
                str(player) in self._elsewhere,
            )
            for player in self.secrets.players
        ]

    @property
    def _elsewhere(self) -> Collection[str]:
        """The players at another table: this one shows nothing of their hands."""
        other = self.session.other_table
        return other.seats if other is not None else ()

    def look(self, holder_id: str) -> Sequence[HeldCards]:
        """Return the hidden cards that this holder may see; of those at another table none."""
        hidden, state = self.secrets.now, self.secrets.state
        if hidden is None or state is None or holder_id in self._elsewhere:
            return ()
        player = self.secrets.player(holder_id)
        self.begin_act(state, player)
        return self.groups(hidden, state, player)

    def private_hint(self, holder_id: str) -> str:
        """Return the hint that names cards of this one."""
        given = self.session.private_hint
        return given.text() if given is not None and given.seat == holder_id else ""

    def coming(self, event: str) -> tuple[str, ...]:
        """Return what was picked for the next event with this name."""
        return self.secrets.kept.coming.get(event, ()) if self.secrets.kept is not None else ()

    def out_of(self, player: PlayerT) -> list[str]:
        """Return the cards that came out of this one's hand."""
        return [piece_id for piece_id, player_out in self.secrets.out.items() if player_out is player]

    def free_cards(self, shows: Mapping[str, object], what: object, count: int) -> list[str]:
        """Return `count` cards that show `what` and lie nowhere on the table.

        `shows` maps each card to what it shows.
        """
        return [tag for tag, shown_face in shows.items() if shown_face is what and tag not in self.table.pieces][
            : max(0, count)
        ]

    # --- what hands do ------------------------------------------------------------------------------------------

    def choose(self, holder_id: str, key: str) -> None:
        """Use a card that this one looks at."""
        shown = (card for group in self.look(holder_id) for card in group.cards)
        card = next((held_card for held_card in shown if held_card.key == key), None)
        if self.secrets.kept is None or card is None or card.idle:
            return
        use, *words = key.split(" ")
        self.choose_card(self.secrets.player(holder_id), card, use, words)
        self.secrets.keep()

    def take_out(self, piece_id: str, player: PlayerT) -> None:
        """Lay a card of the hand face down before the cover it came from."""
        self.secrets.out[piece_id] = player
        self.lay_before(piece_id, player)
        self.note_gifts(player)

    def lay_before(self, piece_id: str, player: PlayerT) -> None:
        """Lay a card that came out of a hand face down before its cover."""
        left, _, right, bottom = self.table.areas.table
        players = self.secrets.players
        place = players.index(player) if player in players else 0
        x = left + (right - left) * (place + 0.12) / max(1, len(players)) + 20
        x += self.out_of(player).index(piece_id) * _BESIDE_MM
        self.table.put(Piece(piece_id, BACK, (min(x, right - 50), bottom - _ABOVE_EDGE_MM), 0.0))

    def give(self, holder_id: str, piece_id: str) -> bool:
        """Put a card back into the hand it came from; return True if it belongs there."""
        player = self.secrets.player(holder_id)
        if self.secrets.out.get(piece_id) is not player:
            return False
        del self.secrets.out[piece_id]
        self.table.remove(piece_id)
        self.note_gifts(player)
        self.secrets.keep()
        return True

    def turn_up(self, piece: Piece) -> None:
        """Turn a card face up where it lies."""
        self.table.put(replace(piece, face=""))

    def lay_in_fan(self, piece: Piece, at_mm: Point, turn_deg: float) -> None:
        """Lay a card face up there, as hands do."""
        self.table.put(self.table.near(replace(piece, face="", turn_deg=turn_deg), at_mm))

    def open_beside(self, piece: Piece, zone: str) -> list[Piece]:
        """Return the other cards that lie open in a zone."""
        return [
            other_piece
            for other_piece in self.table.pieces.values()
            if other_piece.id != piece.id and other_piece.face != BACK and self.zone(other_piece) == zone
        ]

    def zone(self, piece: Piece) -> str | None:
        """Return the zone in which a piece lies."""
        zone = self.table.catalogue.mat.zone_at(*piece.centre_mm)
        return zone.name if zone is not None else None

    def may_turn_over(self, piece_id: str) -> bool:
        """Return True if a piece may be turned over; a hidden card only where it may lie open."""
        return piece_id not in self.secrets.out and piece_id not in self.card_pieces.piles

    def change_player(self, holder_id: str) -> None:
        """Let a bot play for this one from now on, or a person again."""
        if self.secrets.kept is None or self.session.watching or holder_id in self._elsewhere:
            return
        if holder_id in self.session.seating.seats.bots:
            change_seats(self.session, SeatChange(SeatChangeKind.PERSON, (holder_id,)))
            return
        self.secrets.kept.bots ^= {self.secrets.player(holder_id)}
        self.secrets.keep()
