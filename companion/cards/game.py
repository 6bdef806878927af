"""Game of cards that lie open in the zones of a mat, played out of hidden hands.

A game of this kind is its rules, its tags and its words (see docs/add-a-game.md). Its zones are to the companion what
cells are to a game on a board: the event after which the cards lie as they are seen has happened.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from companion.cards.play import UNKNOWN, CardPlay, Dealt
from companion.cards.possible import find_revokes, laid_by
from companion.cards.tags import ZoneTags
from companion.cells.board import CellBoard
from companion.cells.game import CellGame
from companion.cells.parts import CellHistory, CellSeatScreen
from companion.cells.touches import HAND
from companion.device.language import say, say_count
from companion.device.options import Values
from companion.device.sentences import capitalised, join_items, together
from companion.opponents.reasons import StaysUnsaid, reason_by_deals
from companion.screen.pages import Row
from companion.screen.theme import Rgb
from companion.table.layout import PieceNames, PieceObservation, TableLayout
from companion.table.mat_readings import MatReadings
from companion.table.preparation import PreparationStep
from companion.table.seat_moves import MovePart
from companion.table.session import Session
from companion.table.table_question import TableQuestion
from engine.game import Game, Play
from vision.model.catalogue import Catalogue
from vision.reading import Reading

if TYPE_CHECKING:
    # Only a window needs pygame.
    from companion.cards.mat_pictures import MatPictures
    from companion.screen.fonts import Fonts

#: The hidden cards of each player.
Hands = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class ZoneReadings(MatReadings):
    """Cards lie in zones, at any time."""

    knows_plain_pieces = True
    tag_set: ZoneTags | None = None

    @property
    def tags(self) -> ZoneTags:
        """The game's tags."""
        assert self.tag_set is not None
        return self.tag_set

    def place_name(self, place: str) -> str:
        """Return the name of a zone as the mat has it."""
        return self.tags.zone_names.get(place, place)


class CardNames(PieceNames):
    """Names of cards and zones, and what is said of them."""

    def describe_task(self, piece: str, start: str | None, end: str | None) -> str:  # noqa: ARG002 - its start is seen
        """Ask to lay a card into a zone, or to take it away."""
        if end is None:
            return say("Take {card} off the mat.", card=self.object(piece))
        return say("Lay {card} here: {zone}.", card=self.object(piece), zone=self.place(end))

    def describe_duplicate(self, piece: str, belongs: str | None) -> tuple[str, str]:
        """Describe that a card is seen twice."""
        return say("{card} is seen twice.", card=self.subject(piece)), self.describe_task(piece, None, belongs)

    def describe_misplaced(self, piece: str, belongs: str | None, lies: str | None) -> tuple[str, str]:
        """Describe that a card does not lie where it belongs."""
        fix = self.describe_task(piece, None, belongs)
        if lies is None:
            return say("I do not see {card}.", card=self.object(piece)), fix
        return self.describe_refused(piece, belongs, lies), fix

    def describe_refused(self, piece: str, start: str | None, end: str) -> str:  # noqa: ARG002 - where it is counts
        """Describe that a card may not be laid into a zone."""
        return say("{card} does not belong here: {zone}.", card=self.subject(piece), zone=self.place(end))


class CardHistory(CellHistory):
    """History told by the zones."""

    game: "CardGame"

    def describe_board_change(self, before: Any, after: Any) -> None:
        """Let the sentences of the zones that changed tell it."""

    def deals_after_end(self, game: Game[Any, Any]) -> Sequence[Callable[[Random], Dealt]] | None:
        """Deal the cards that nobody has laid; of all others it is known now who held them."""
        laid = laid_by(self.game, game.events)
        held = {str(player): len(hand) for player, hand in self.game.deal(game.events[0], Random(0)).items()}
        missing = Counter(held)
        missing.subtract(Counter(str(player) for player in laid.values() if player))
        if min(missing.values()) < 0:
            return None
        deals, seen = list[Callable[[Random], Dealt]](), frozenset[str]()
        for state in game.states():
            seen |= {*self.game.lying(state)}
            hands = {
                player: tuple([card for card, holder in laid.items() if holder == player and card not in seen])
                for player in held
            }
            deals.append(partial(self._deal, Dealt(state, hands, seen), missing))
        return deals

    def _deal(self, known: Dealt, missing: Mapping[str, int], rng: Random) -> Dealt:
        """Return a state in which each hand has so many cards more that were never laid."""
        shown = known.seen.union(*known.hands.values())
        unseen = [card for card in self.game.tag_set.cards if card not in shown]
        rng.shuffle(unseen)
        hands = {
            player: (*hand, *[unseen.pop() for _ in range(missing[player])]) for player, hand in known.hands.items()
        }
        return replace(known, hands=hands)


class CardSeatScreen(CellSeatScreen):
    """A hand on its own screen, and moves that are touched on its cards."""

    deals_to_other_tables = phones_are_hands = True

    def may_be_dealt_elsewhere(self, hands: Mapping[str, Sequence[str]], seats: Collection[str]) -> bool:
        """Return True if hands of another table can be dealt.

        They tell the cards of these seats, and no others.
        """
        assert isinstance(self.game, CardGame)
        return self.game.may_be_dealt({player: tuple(hand) for player, hand in hands.items()}) and all(
            hand and (UNKNOWN in hand) != (player in seats) for player, hand in hands.items()
        )

    def hand(self, view: Any, seat: str) -> Sequence[Row]:
        """Return the own cards."""
        cards = sorted(view.hands.get(seat, ()))
        return [Row(capitalised(self.game.piece_name(card)), f"{HAND}{card}", sign=card) for card in cards]

    def move_parts(self, before: Any, event: Any, after: Any) -> tuple[MovePart, ...]:  # noqa: ARG002 - as every game
        """Return the cards that are laid, and the zone of each that is not the own one."""
        game = self.game
        assert isinstance(game, CardGame)
        lay, parts = game.lying(before), list[MovePart]()
        for card, zone in game.lying(after).items():
            if card not in lay:
                parts.append(MovePart(f"{HAND}{card}", capitalised(game.piece_name(card)), on_board=False, sign=card))
                if zone != game.turn(before):
                    parts.append(MovePart(zone, game.zone_name(zone)))
        return tuple(parts)


class CardGame(CellGame):
    """The cards are dealt, then players play them one after the other until the game is over.

    >>> from random import Random
    >>> from mouse_and_elephant.rules import Started
    >>> from mouse_and_elephant.table import TABLE as game
    >>> state, hands = game.rules.begin(Started()), game.deal(Started(), Random(1))
    >>> game.player_name(game.turn(state)), len(hands["west"]), game.lying(state)
    ('West', 8, {})
    >>> len(list(game.possible(state))), len(list(game.possible(state, hands)))
    (24, 8)
    """

    tag_set: ClassVar[ZoneTags]
    #: The colour of each kind of card.
    card_colours: ClassVar[Mapping[str, Rgb]]

    # --- what a game says ---------------------------------------------------------------------------------------

    def zone_name(self, zone: str) -> str:
        """Return a zone's name in the language in use.

        A zone that is called as a player has that player's name.
        """
        return self.player_name(zone) if zone in self.colours else self.tag_set.zone_names.get(zone, zone)

    def card_lines(self, card: str) -> Sequence[str]:
        """Return the text on a card's front."""
        return (self.piece_name(card),)

    def card_mark(self, card: str) -> str:
        """Return the few characters that tell a card on the screen."""
        return card.rpartition("-")[2]

    def explain_hand(self, state: Any, allowed: Sequence[str]) -> str:  # noqa: ARG002 - games override it
        """Return which of the own cards must be played, where the hand allows no other."""
        return say("This hand allows only: {cards}.", cards=join_items(map(self.piece_name, allowed)))

    def dealing(self) -> Sequence[str]:
        """Describe what hands do before a game, one sentence each."""
        players = len(self.colours)
        return (say("Shuffle all cards."), say("Deal {n} cards to each.", n=len(self.tag_set.cards) // players))

    def deal(self, started: Any, rng: Random) -> Hands:  # noqa: ARG002 - games override it
        """Return the hands of a new game: the whole pack, as many cards to each."""
        cards, players = list(self.tag_set.cards), list(self.colours)
        rng.shuffle(cards)
        each = len(cards) // len(players)
        return {player: tuple(cards[seat * each : (seat + 1) * each]) for seat, player in enumerate(players)}

    # --- what follows from it -----------------------------------------------------------------------------------

    def may_be_dealt(self, hands: Hands) -> bool:
        """Return True if these can be everybody's hands.

        A hand that is not known has `UNKNOWN` cards alone.
        """
        cards = [card for hand in hands.values() for card in hand if card != UNKNOWN]
        return (
            set(map(str, hands)) == set(map(str, self.colours))
            and len(set(cards)) == len(cards)
            and not set(cards) - set(self.tag_set.cards)
            and sum(map(len, hands.values())) <= len(self.tag_set.cards)
            and not any(UNKNOWN in hand and any(hand) for hand in hands.values())
        )

    @property
    def names(self) -> CardNames:
        """The names of the cards and zones."""
        return CardNames(self.piece_name, self.piece_as_object, self.zone_name)

    @cached_property
    def history(self) -> CardHistory:
        """Past of the game, told by the zones."""
        return CardHistory(self)

    @cached_property
    def seat_screen(self) -> CardSeatScreen:
        """Hands on seats' own screens."""
        return CardSeatScreen(self)

    @property
    def play(self) -> Play[Any, Any]:
        """The game as bots play it, out of hidden hands."""
        return CardPlay(self, self.tag_set.cards, self.deal)

    def hint_reason(self, view: Dealt, seat: str, move: Any, *, shared: bool) -> Any:
        """Return what brings most over the cards that others may hold; nothing of it for all."""
        return StaysUnsaid() if shared else reason_by_deals(self.play, view, seat, move)

    @property
    def readings(self) -> ZoneReadings:
        """Cards in zones."""
        return ZoneReadings(tag_set=self.tag_set)

    def observe(self, reading: Reading, catalogue: Catalogue) -> PieceObservation:  # noqa: ARG002 - as every game
        """Return the observation: the zone of each card."""
        return PieceObservation.from_tags(
            ((placed.tag.id, placed.zone) for placed in reading.placed_tags), reading.unreadable
        )

    def layout_after(
        self, laid: TableLayout | None, before: Any, event: Any, after: Any, *, already_placed: bool
    ) -> TableLayout | None:
        """Return the layout; at the beginning players have laid the mat as the game says."""
        if before is None:
            return self.layout(after)
        return super().layout_after(laid, before, event, after, already_placed=already_placed)

    def begin(self, session: Session, started: Any, variants: Values) -> None:
        """Deal the cards first."""
        session.open(DealingStep(session, started, variants))

    def questions(self, view: Any, seat: str) -> Sequence[TableQuestion]:
        """Return what lies in the zones, and on a phone how many cards everybody holds."""
        state = self.open_state(view, seat)
        laid = TableQuestion("board", say("What lies on the table?"), lambda: self.describe_board(state))
        counts = TableQuestion("counts", say("How many cards has everybody?"), lambda: self._describe_counts(view))
        return (laid, counts) if seat else (laid,)

    def _describe_counts(self, view: Dealt) -> Sequence[str]:
        return [
            say_count("{player}: {n} card.", "{player}: {n} cards.", len(hand), player=self.zone_name(player))
            for player, hand in view.hands.items()
        ]

    def describe_board(self, view: Any) -> Sequence[str]:
        """Return the cards in each zone that is not empty."""
        lying = self.lying(view)
        texts = []
        for zone in self.tag_set.zones:
            cards = [self.piece_name(card) for card, place in lying.items() if place == zone]
            if cards:
                name = capitalised(self.zone_name(zone))
                texts.append(say("{piece}: {cells}.", piece=name, cells=join_items(cards)))
        return texts or [say("No card lies on the table.")]

    def describe_laying(self, state: Any) -> Sequence[str]:
        """Return the cards that lie in each zone."""
        return self.describe_board(state) if self.lying(state) else ()

    @property
    def signs_of(self) -> Mapping[str, str]:
        """The players themselves."""
        return {player: player for player in self.colours}

    def notes_at_end(self, events: Sequence[Any]) -> str:
        """Return the cards that a hand did not allow, now that all cards show the hands."""
        found = find_revokes(self, tuple(events))
        if not found:
            return ""
        revoke = found[0]
        text = say(
            "Against the rules: {player} played {card} and had to play one of these: {cards}.",
            player=self.player_name(revoke.player),
            card=self.piece_as_object(revoke.card),
            cards=join_items(map(self.piece_as_object, revoke.allowed)),
        )
        others = len(found) - 1
        return (
            together(text, say_count("So was {n} other card.", "So were {n} other cards.", others)) if others else text
        )

    def pictures(self, fonts: "Fonts") -> "MatPictures":
        """Return the pictures of the mat with the cards."""
        from companion.cards.mat_pictures import MatPictures

        return MatPictures(fonts, self)


class DealingStep(PreparationStep[object]):
    """Cards are shuffled and dealt; nothing of it is seen."""

    moment = ""

    def describe_tasks(self) -> Sequence[str]:
        """Describe the tasks of the hands before the game."""
        game = self.session.table_game
        assert isinstance(game, CardGame)
        return game.dealing()

    def board(self) -> CellBoard:
        """Return the empty mat."""
        return CellBoard()
