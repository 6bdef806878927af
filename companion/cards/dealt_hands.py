"""Hidden hands of a game of cards in zones: dealt at the beginning, then played."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from random import Random, SystemRandom
from typing import Any, ClassVar

from companion.cards.game import CardGame, Hands
from companion.cards.hands import CardHands
from companion.cards.pieces import CardPieces
from companion.cards.play import UNKNOWN, Dealt
from companion.cards.possible import laid_by, laid_cards, possible_events
from companion.cards.secret_game import Kept, SecretGame
from companion.cells.steps import CellMoveStep
from companion.device.errors import UserError
from companion.device.language import say, say_count
from companion.journal.secret_file import virtual_format
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.piece import Piece
from companion.virtual_table.players import Players
from companion.virtual_table.secret_hands import HeldCard, HeldCards, OwnPlace
from companion.virtual_table.table import VirtualTable
from engine.game import Game


def hands_after(game: CardGame, dealt: Hands, events: Sequence[Any]) -> Hands:
    """Return the hands after these events: without the cards that have lain on the mat.

    Of a hand that is not known here as many are left.
    """
    laid = laid_by(game, tuple(events))
    counts = Counter(laid.values())
    return {
        player: hand[counts[player] :] if UNKNOWN in hand else tuple([card for card in hand if card not in laid])
        for player, hand in dealt.items()
    }


class SeededHands:
    """Hands that a seed deals to bots only."""

    def __init__(self, game: CardGame, seed: int) -> None:
        self._game, self._seed = game, seed
        self.everybody = tuple(game.colours)
        self.out: Mapping[str, str] = {}

    def hidden(self, events: Sequence[Any]) -> Hands:
        """Return the hands as the seed deals them."""
        return hands_after(self._game, self._game.deal(events[0], Random(self._seed)), events)

    def bots(self, step: Step[Session]) -> Collection[str]:  # noqa: ARG002 - in every step
        """Return all players: bots play in every seat."""
        return self.everybody


class DealtHands(SecretGame[Hands, str, Any]):
    """Hands of the session's game, kept in their file.

    Of a game that another table has dealt those of this table's seats alone: the cards of others are `UNKNOWN`.
    """

    game: ClassVar[CardGame]

    @property
    def players(self) -> tuple[str, ...]:
        """All players there are; empty while there is no game."""
        return self.everybody if self._about is not None else ()

    @classmethod
    def deal(cls, started: Any, seed: int) -> Hands:
        """Shuffle and deal the cards of a new game."""
        return cls.game.deal(started, Random(seed))

    @classmethod
    def deal_to_json(cls, deal: Hands) -> dict[str, Any]:
        """Return the hands as data that `json.dumps` writes."""
        return {"hands": {str(player): list(hand) for player, hand in deal.items()}}

    @classmethod
    def deal_from_json(cls, data: Mapping[str, Any], started: Any) -> Hands:  # noqa: ARG003 - all games have one pack
        """Return the hands in a file. Raises UserError for what cannot be dealt."""
        hands = {cls.player(player): tuple(map(str, hand)) for player, hand in data["hands"].items()}
        if not cls.game.may_be_dealt(hands):
            raise UserError("it is damaged: some cards are missing or too many")
        return hands

    def follow(self) -> bool:
        """Follow the session's game; hands of another table that is left are dealt anew here."""
        followed, kept = super().follow(), self.kept
        if kept is None or not any(UNKNOWN in hand for hand in kept.deal.values()):
            return followed
        if self._session.other_table is None or self._is_shared:
            return followed
        kept.deal = self._completed(kept.deal, kept.events)
        self.keep()
        return True

    def _completed(self, dealt: Hands, events: tuple[Any, ...]) -> Hands:
        """Return hands with cards for those that are not known, by what has been laid."""
        laid = laid_by(self.game, events)
        known = {*laid, *(card for hand in dealt.values() for card in hand)}
        unseen = [card for card in self.game.tag_set.cards if card not in known]
        SystemRandom().shuffle(unseen)
        hands = {}
        for player, hand in dealt.items():
            own = [card for card, laid_player in laid.items() if laid_player == player]
            # Where somebody laid a card that they did not have there are too few.
            drawn = [unseen.pop() for _ in hand[len(own) :] if unseen and UNKNOWN in hand]
            hands[player] = (*own, *drawn) if UNKNOWN in hand else hand
        return hands

    @classmethod
    def whole_states(cls, kept: Kept[Hands, str], game: Game[Any, Any]) -> Sequence[Dealt] | None:
        """Return the states with the hands, if all of them were dealt here."""
        if any(UNKNOWN in hand for hand in kept.deal.values()):
            return None
        begun = ((state, game.events[:number]) for number, state in enumerate(game.states(), start=1))
        return [
            Dealt(state, hands_after(cls.game, kept.deal, events), frozenset(laid_by(cls.game, events)))
            for state, events in begun
        ]

    def deal_elsewhere(self, seats: Collection[str]) -> Hands:
        """Deal anew; return the hands as a table with these seats knows them.

        Nobody can guess by which numbers they are dealt.
        """
        kept = self.kept
        assert kept is not None
        kept.deal = self.game.deal(kept.events[0], SystemRandom())
        kept.bots = {player for player in kept.bots if player not in seats}
        self.keep()
        return hands_of_seats(kept.deal, seats)

    def hidden_after(self, kept: Kept[Hands, str], events: Sequence[Any]) -> Hands:
        """Return the hands after these events."""
        return hands_after(self.game, kept.deal, events)


def hands_of_seats(dealt: Hands, seats: Collection[str]) -> Hands:
    """Return the hands of some seats, sorted, and the number of cards in each other one."""
    return {
        str(player): tuple(sorted(hand)) if player in seats else (UNKNOWN,) * len(hand)
        for player, hand in dealt.items()
    }


@cache
def hands_of(game: CardGame) -> type[DealtHands]:
    """Return the keeper of the hidden hands of a game."""
    attributes = {
        "game": game,
        "rules": game.rules,
        "format": virtual_format(game.rules.id),
        "everybody": tuple(game.colours),
    }
    return type("HandsOfGame", (DealtHands,), attributes)


class ZoneHands(CardHands[Hands, str, Any]):
    """Hidden hands among people and bots at one laptop."""

    def __init__(
        self,
        game: CardGame,
        pieces: CardPieces,
        session: Session,
        table: VirtualTable,
        secrets: DealtHands,
        players: Players,
    ) -> None:
        super().__init__(session, table, secrets, players)
        self.secrets: DealtHands = secrets
        self.game, self.card_pieces, self.colours = game, pieces, game.colours

    def name(self, player: str) -> str:
        """Return a player's name."""
        return self.game.player_name(player)

    def note(self, state: Any, player: str) -> str:  # noqa: ARG002 - as every game
        """Return how many cards a player has."""
        hidden = self.secrets.now
        return say_count("{n} card", "{n} cards", len(hidden[player])) if hidden is not None else ""

    def groups(self, hidden: Hands, state: Any, player: str) -> Sequence[HeldCards]:
        """Return the own hand."""
        playable = self._playable(hidden, state) if self.game.turn(state) == player else ()
        cards = (
            HeldCard(card, card, idle=card not in playable)
            for card in sorted(hidden[player])
            if card not in self.table.pieces
        )
        return (HeldCards(say("Your cards"), tuple(cards)),)

    def places(self) -> Sequence[OwnPlace]:
        """Return the zones that are called as players are."""
        zones = self.game.tag_set.zones
        return [OwnPlace(zones[holder.id], holder) for holder in self.holders() if holder.id in zones]

    def open_zones(self, state: Any) -> Sequence[str]:  # noqa: ARG002 - the step knows what is possible
        """Return the zones to which a card may come."""
        step = self.session.step
        if not isinstance(step, CellMoveStep):
            return ()
        return sorted(
            {zone for outcome in step.outcomes for card, zone in outcome.lying.items() if step.lying.get(card) != zone}
        )

    def pile_counts(self, state: Any) -> Mapping[str, int]:  # noqa: ARG002 - as every game
        """Return nothing: there are no piles."""
        return {}

    def is_hidden(self, piece_id: str, player: str, hidden: Hands, state: Any) -> bool:  # noqa: ARG002 - as every game
        """Return True if the card has not been played yet."""
        return piece_id in hidden[player]

    def lies_open(self, piece_id: str, player: str, hidden: Hands, state: Any) -> bool:  # noqa: ARG002 - as every game
        """Return True if the card lies on the mat."""
        return piece_id in self.game.lying(state)

    def is_unusable(self, piece: Piece, state: Any) -> bool:  # noqa: ARG002 - as every game
        """Return True if somebody has this card in hand again."""
        return any(piece.id in hand for hand in (self.secrets.now or {}).values())

    def contradicts(self, hidden: Hands, state: Any, event: Any) -> str:
        """Explain why the hand of the player on turn does not allow an event."""
        after = self.game.lying(self.game.rules.follow(state, event))
        laid = {*after} - {*self.game.lying(state)}
        hand = hidden[self.game.turn(state)]
        if UNKNOWN in hand:
            # Another table has it: what is in a hand at this one is not there.
            is_here = any(laid & {*other} for other in hidden.values())
            return say("This card is in another hand.") if is_here else ""
        if laid - {*hand}:
            return say("This card is in another hand.")
        return self._explain_refused(hidden, state) if laid - {*self._playable(hidden, state)} else ""

    def _playable(self, hidden: Hands, state: Any) -> tuple[str, ...]:
        """Return the cards that the player on turn may play by the own hand."""
        player = self.game.turn(state)
        return laid_cards(self.game, state, possible_events(self.game, state, {player: hidden[player]}))

    def _explain_refused(self, hidden: Hands, state: Any) -> str:
        """Return which cards must be played."""
        return self.game.explain_hand(state, self._playable(hidden, state))

    def tells(self, hidden: Hands, state: Any, answers: tuple[str, ...]) -> str:  # noqa: ARG002 - as every game
        """Return nothing: cards are laid, and nothing is told."""
        return ""

    @property
    def has_whole_states(self) -> bool:
        """The hands are known."""
        return True

    def whole_state(self) -> Dealt | None:
        """Return the state with the hands, and the cards that have lain open."""
        hidden, state, kept = self.secrets.now, self.secrets.state, self.secrets.kept
        if hidden is None or state is None or kept is None:
            return None
        return Dealt(state, hidden, frozenset(laid_by(self.game, kept.events)))

    def deal_elsewhere(self, seats: Collection[str]) -> Hands:
        """Deal anew for two tables; return the hands as the one with these seats knows them."""
        # What came out of the former hands is taken off the table.
        self._followed = ()
        return self.secrets.deal_elsewhere(seats)

    def laid(self, piece_id: str) -> None:
        """Turn up a card out of a hand where it may be played.

        Elsewhere on the mat it goes back below it.
        """
        player, state = self.secrets.out.get(piece_id), self.secrets.state
        if player is None or state is None:
            return
        piece = self.table.pieces[piece_id]
        zone = self.zone(piece)
        if zone is None:
            return
        hidden = self.secrets.now
        fits = self.game.turn(state) == player and any(
            outcome.lying.get(piece_id) == zone for outcome in self.game.possible_layouts(state)
        )
        if fits and (hidden is None or piece_id in self._playable(hidden, state)):
            self.turn_up(piece)
            return
        self.lay_before(piece_id, player)
        if fits and hidden is not None:
            self.session.hint(self._explain_refused(hidden, state))
