"""Virtual table of a game of cards in zones."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from companion.cards.dealt_hands import SeededHands, ZoneHands, hands_of
from companion.cards.game import CardGame
from companion.cards.laid_cards import STEP_MM, THICK_MM, CardTable, PlacedCard, mat_corners, shot_truth, with_middle
from companion.cards.photographs import KindArt
from companion.cards.pieces import CardPieces, card_moves
from companion.cards.play import Dealt
from companion.cards.players import HiddenSide
from companion.cards.things import Sleeves, card_back
from companion.cells.steps import CellMoveStep, CellPlacementStep
from companion.device.files import read_text
from companion.device.options import Values, with_defaults
from companion.journal.entries import KeptGame
from companion.table.preparation import PreparationStep
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.bot_moves import next_move
from companion.virtual_table.game import VirtualGame, check_players
from companion.virtual_table.photographs import TrueScene
from companion.virtual_table.piece import Piece
from companion.virtual_table.players import Players
from companion.virtual_table.table import VirtualTable
from engine.game import Game
from engine.gamefile import game_from_text
from hardware.buttons import Button
from vision.model.catalogue import Catalogue
from vision.picture import Pixels
from vision.virtual import Hand

if TYPE_CHECKING:
    # Only windows need pygame.
    from companion.cards.pictures import CardTablePictures

#: No game file is larger (bytes).
_MOST_BYTES = 4_000_000
#: `some_table` is so many events into a game.
_SOME_EVENTS = 8
#: Colour of all backs (BGR).
_BACK_BGR = (120, 70, 50)


class FaceArt(KindArt):
    """Plain fronts in the colours of their kinds, with their text; one back for all."""

    def __init__(self, game: CardGame) -> None:
        super().__init__(game.tag_set.cards, {kind: colour[::-1] for kind, colour in game.card_colours.items()})
        self.game = game

    def back(self, card: str, size_px: tuple[int, int]) -> Pixels:  # noqa: ARG002 - all are alike
        """Return the back."""
        return card_back(_BACK_BGR, size_px)

    def lines(self, card: str) -> tuple[str, ...]:
        """Return the text on a front."""
        return tuple(self.game.card_lines(card)) if card else ()


class CardVirtual(VirtualGame):
    """Mat, cards, hidden hands and bots."""

    @property
    @abstractmethod
    def table(self) -> CardGame:
        """The game at the table."""

    def choose(self, state: Any, hand: Sequence[str], rng: Random) -> Any:
        """Return the event that a bot with this hand chooses."""
        return next_move(self.table.play, Dealt(state, {self.table.turn(state): tuple(hand)}), rng)

    @cached_property
    def pieces(self) -> CardPieces:
        """Cards as pieces of the table."""
        tags = self.table.tag_set
        return CardPieces(tags, CardTable(FaceArt(self.table), lambda: tags.zone_names))

    @cached_property
    def pictures(self) -> "CardTablePictures":
        """The mat, and the cards with their signs."""
        from companion.cards.pictures import CardTablePictures

        return CardTablePictures(self.pieces, self.table.pictures, lambda card: card)

    # -- playing ------------------------------------------------------------------------------------------------

    def start(self, players: int | None, seed: int, options: Values) -> Any:  # noqa: ARG002 - as every game
        """Return the first event of a game of all players there are."""
        if players is not None:
            check_players(players, len(self.table.colours), len(self.table.colours))
        return self.table.started(with_defaults(self.table.options, options))

    def table_before(self, start: Any, seed: int) -> VirtualTable:  # noqa: ARG002 - as every game
        """Return an empty mat: the cards are in the hands."""
        return VirtualTable(self.pieces, seed)

    def bring(self, session: Session, table: VirtualTable) -> None:
        """Lay the table of a resumed game as it lay."""
        if isinstance(session.step, CellPlacementStep) and session.layout is None and session.game is not None:
            for piece in self.moves(table, session.step.target):
                table.put(piece)

    def moves(self, table: VirtualTable, lying: Mapping[str, str]) -> list[Piece]:
        """Return the cards that lie otherwise, as they should."""
        return card_moves(self.pieces, table, self._placed(table.catalogue, lying))

    def _placed(self, catalogue: Catalogue, lying: Mapping[str, str]) -> Iterator[PlacedCard]:
        tags = {tag.id: tag for tag in catalogue.tags}
        for zone in self.table.tag_set.zones:
            cards = [card for card, lies in lying.items() if lies == zone]
            x, y = catalogue.mat.centre(zone)
            for number, card in enumerate(cards):
                middle = x + (number - (len(cards) - 1) / 2) * STEP_MM, y
                yield replace(with_middle(tags[card], middle), base_mm=number * THICK_MM)

    def players(self, session: Session, table: VirtualTable, seed: int) -> "HandPlayers":  # noqa: ARG002 - as every game
        """Return the bots."""
        seed = Random(seed).getrandbits(32)
        return HandPlayers(self, table, seed, SeededHands(self.table, seed))

    def secret_hands(self, session: Session, table: VirtualTable, seed: int) -> ZoneHands:
        """Return the hidden hands of people and bots."""
        secrets = hands_of(self.table)(session, seed)
        return ZoneHands(self.table, self.pieces, session, table, secrets, HandPlayers(self, table, seed, secrets))

    def kept_states(self, journal: Path, kept: KeptGame, game: Game[Any, Any]) -> Sequence[Any] | None:
        """Return the states with the hands as they were dealt here."""
        return hands_of(self.table).kept_states(journal, kept, game)

    def summary(self, game: Game[Any, Any]) -> Mapping[str, Any]:  # noqa: ARG002 - as every game
        """Return the players."""
        return {"players": list(map(str, self.table.colours))}

    def samples(self, game: Game[Any, Any], rng: Random) -> Iterable[Any]:  # noqa: ARG002 - as every game
        """Return all events that may happen."""
        return self.table.possible(game.state)

    # -- something to look at -----------------------------------------------------------------------------------

    def some_table(self, rng: Random, seed: int) -> VirtualTable:
        """Return a few events into a game."""
        rules, hands = self.table.rules, SeededHands(self.table, seed)
        game = rules.start(self.start(None, seed, {}))
        while len(game.events) <= _SOME_EVENTS and rules.over(game.state) is None:
            hand = hands.hidden(game.events)[self.table.turn(game.state)]
            game = game.apply(self.choose(game.state, hand, rng))
        table = VirtualTable(self.pieces, seed)
        for piece in self.moves(table, self.table.lying(game.state)):
            table.put(piece)
        return table

    def some_move(self, table: VirtualTable, rng: Random) -> Piece:
        """Return some card in some zone."""
        zone = rng.choice(list(self.table.tag_set.zones))
        piece = table.pieces[rng.choice(sorted(table.pieces))]
        return table.near(piece, table.catalogue.mat.centre(zone))

    def required_points(self, catalogue: Catalogue) -> npt.NDArray[np.float64]:
        """Return the mat's corners."""
        return mat_corners(catalogue)

    def scene(self, source: str, catalogue: Catalogue, *, seed: int, hand: Hand | None, moment: str = "") -> TrueScene:  # noqa: ARG002 - all moments are alike
        """Return the mat at the end of a game file."""
        state = game_from_text(self.table.rules, read_text(source, "a game file", _MOST_BYTES)).state
        placed = list(self._placed(catalogue, self.table.lying(state)))
        scene = self.pieces.cards.scene(placed, catalogue, Sleeves(0.3, seed), hand)
        return scene, lambda shot: shot_truth(shot, catalogue)


class HandPlayers(Players):
    """Bots that play out of the hands that they alone know."""

    def __init__(self, virtual: CardVirtual, table: VirtualTable, seed: int, hidden: HiddenSide[Any, str]) -> None:
        self._virtual, self._table, self._seed, self._hidden = virtual, table, seed, hidden

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """Return the cards that hands move in this step, without those out of people's hands."""
        lying: Mapping[str, str] | None = None
        match step:
            case CellPlacementStep() if self._all_bots(step):
                lying = step.target
            case CellMoveStep() if step.player in self._hidden.bots(step):
                lying = self._layout_after_choice(step)
        if lying is None:
            return ()
        return [piece for piece in self._virtual.moves(self._table, lying) if piece.id not in self._hidden.out]

    def _layout_after_choice(self, step: CellMoveStep) -> Mapping[str, str] | None:
        assert step.session.game is not None
        events = step.session.game.events
        hands = self._hidden.hidden(events)
        if hands is None:
            return None
        hand = hands[step.player]
        laid = ({*outcome.lying} - {*step.lying} for outcome in step.outcomes)
        if not any(cards.issubset(hand) for cards in laid):
            # People have played other cards than these hands were dealt, and left this one none.
            return None
        event = self._virtual.choose(step.state, hand, Random(f"{self._seed} {len(events)}"))
        return next(outcome.lying for outcome in step.outcomes if outcome.event == event)

    def _all_bots(self, step: Step[Session]) -> bool:
        # Hands here carry out what another table has done.
        other = step.session.other_table
        elsewhere = other.seats if other is not None else ()
        return {*self._hidden.everybody} <= {*self._hidden.bots(step), *elsewhere}

    def answer(self, step: Step[Session]) -> Button | str | None:
        """Confirm that all is dealt, and the companion's question."""
        match step:
            case PreparationStep() if self._all_bots(step):
                return Button.ADVANCE
            case CellPlacementStep() if self._all_bots(step) and step.page().keys.advance:
                return Button.ADVANCE
            case CellMoveStep() if step.player in self._hidden.bots(step) and step.page().keys.advance:
                return Button.ADVANCE
        return None
