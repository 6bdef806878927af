"""Virtual table of a game with one piece on a cell."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from companion.cells.board import NOBODYS
from companion.cells.game import CellGame
from companion.cells.pieces import CellPieces, place_beside_mm, required_points
from companion.cells.roll_step import CellRollStep
from companion.cells.steps import CellMoveStep, CellPlacementStep
from companion.cells.tags import CellTags
from companion.cells.touches import HAND, OFF_BOARD
from companion.device.files import read_text
from companion.device.options import Values, with_defaults
from companion.table.inference import Happened, Problems, Waiting
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.bot_moves import next_move
from companion.virtual_table.game import VirtualGame, check_players
from companion.virtual_table.photographs import TrueScene
from companion.virtual_table.piece import Piece
from companion.virtual_table.players import LEAVE_AS_IT_IS, PlainPlayers, is_left_as_it_is
from companion.virtual_table.table import VirtualTable
from engine.game import Game
from engine.gamefile import game_from_text
from hardware.buttons import Button, Press
from vision.model.catalogue import Catalogue
from vision.virtual import Hand, Scene, Shot

if TYPE_CHECKING:
    # Only windows need pygame.
    from companion.cells.table_pictures import CellTablePictures

#: No game file is larger (bytes).
_MOST_BYTES = 4_000_000
#: `some_table` is so many events into a game.
_SOME_EVENTS = 8


class CellVirtual(VirtualGame):
    """Board, discs and bots."""

    @property
    @abstractmethod
    def table(self) -> CellGame:
        """The game at the table."""

    def choose(self, state: Any, rng: Random) -> Any:
        """Return the event of bots in all seats, or of chance: one of `table.possible(state)`."""
        return next_move(self.table.play, state, rng)

    @property
    def pieces(self) -> CellPieces:
        """Discs in the colours of their players."""
        table, tags = self.table, self.table.tag_set
        assert isinstance(tags, CellTags)
        colours = {piece: table.colours.get(table.player_of(piece), NOBODYS) for piece in tags.pieces}
        return CellPieces(tags, colours)

    @property
    def pictures(self) -> "CellTablePictures":
        """Pictures that the screen shows."""
        from companion.cells.table_pictures import CellTablePictures

        sizes = {size.name: size.default for size in self.table.tag_set.sizes}
        return CellTablePictures(self.table.pictures, sizes["piece_mm"] / sizes["cell_mm"])

    # -- playing ------------------------------------------------------------------------------------------------

    def start(self, players: int | None, seed: int, options: Values) -> Any:  # noqa: ARG002 - as every game
        """Return a game of all players there are."""
        if players is not None:
            check_players(players, len(self.table.colours), len(self.table.colours))
        return self.table.started(with_defaults(self.table.options, options))

    def table_before(self, start: Any, seed: int) -> VirtualTable:  # noqa: ARG002 - as every game
        """Return a table with all pieces beside the board."""
        table = VirtualTable(self.pieces, seed)
        lay(table, {})
        return table

    def bring(self, session: Session, table: VirtualTable) -> None:
        """Lay the table of a resumed game as it lay; players lay a new one themselves."""
        if session.is_told_by_keys and session.game is not None and session.layout is not None:
            lay(table, self.table.lying(session.game.state))
        elif isinstance(session.step, CellPlacementStep) and session.layout is None and session.game is not None:
            target = session.step.target
            if len(session.game.events) > 1:
                lay(table, target)
            elif not is_laid(table, target, self.table.piece_name):
                # What hands have laid already stays.
                lay(table, {})

    def players(self, session: Session, table: VirtualTable, seed: int) -> "CellPlayers":  # noqa: ARG002 - as every game
        """Return the bots."""
        return CellPlayers(self, table, Random(seed))

    def summary(self, game: Game[Any, Any]) -> Mapping[str, Any]:  # noqa: ARG002 - as every game
        """Return the players."""
        return {"players": list(self.table.colours)}

    def samples(self, game: Game[Any, Any], rng: Random) -> Iterable[Any]:  # noqa: ARG002 - as every game
        """Return all events that may happen."""
        return self.table.possible(game.state)

    # -- something to look at -----------------------------------------------------------------------------------

    def some_table(self, rng: Random, seed: int) -> VirtualTable:
        """Return a few moves into a game."""
        rules = self.table.rules
        state = rules.begin(self.start(None, seed, {}))
        for _ in range(_SOME_EVENTS):
            if rules.over(state) is None:
                state = rules.follow(state, self.choose(state, rng))
        table = VirtualTable(self.pieces, seed)
        lay(table, self.table.lying(state))
        return table

    def some_move(self, table: VirtualTable, rng: Random) -> Piece:
        """Return a piece on a free cell."""
        grid = table.catalogue.grid
        free = [cell for cell in grid.cells if table.piece_at(grid.centre(cell)) is None]
        return table.on_cell(table.pieces[rng.choice(sorted(table.pieces))], rng.choice(free))

    def required_points(self, catalogue: Catalogue) -> npt.NDArray[np.float64]:
        """Return the board and its references."""
        return required_points(catalogue)

    def scene(self, source: str, catalogue: Catalogue, *, seed: int, hand: Hand | None, moment: str = "") -> TrueScene:  # noqa: ARG002 - all moments are alike
        """Return the table at the end of a game file."""
        rules = self.table.rules
        lying = self.table.lying(game_from_text(rules, read_text(source, "a game file", _MOST_BYTES)).state)
        table = VirtualTable(self.pieces, seed, catalogue)
        for piece, cell in lying.items():
            table.put(_on_cell(table, piece, cell))
        pieces = (table.things.make(piece.tag_id, piece.centre_mm, piece.turn_deg) for piece in table.stacked())
        scene = Scene(self.pieces.ground(catalogue), (*table.things.references(), *pieces), catalogue.surface, hand)
        return scene, lambda shot: _truth(shot, lying)


class CellPlayers(PlainPlayers):
    """All players of one game: they lay the pieces and move them as they choose."""

    def __init__(self, virtual: CellVirtual, table: VirtualTable, rng: Random) -> None:
        self._virtual, self._table, self._rng = virtual, table, rng

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """Return the pieces that lie otherwise than this step wants them."""
        match step:
            case CellPlacementStep():
                return self._misplaced(step.target)
            case CellMoveStep():
                event = self._virtual.choose(step.state, self._rng)
                after = next(outcome.lying for outcome in step.outcomes if outcome.event == event)
                return self._misplaced(after)
        return ()

    def _misplaced(self, target: Mapping[str, str]) -> list[Piece]:
        table = self._table
        cells = ((piece.tag_id, table.cell_of(piece)) for piece in table.pieces.values() if table.lies(piece.id))
        lying = {piece: cell for piece, cell in cells if cell is not None}
        return misplaced_pieces(table, self._virtual.table.arranged(target, lying))

    def has_made(self, step: Step[Session], event: Any) -> bool:
        """Return True if the pieces lie as the event leaves them; those of a kind are alike."""
        assert isinstance(step, CellMoveStep | CellRollStep)
        after = self._virtual.table.rules.follow(step.state, event)
        return is_laid(self._table, self._virtual.table.lying(after), self._virtual.table.alike)

    def answer(self, step: Step[Session]) -> Button | Press | str | None:
        """Confirm what is asked, say which move was made, or leave what only looks wrong."""
        if is_left_as_it_is(step):
            return LEAVE_AS_IT_IS
        if isinstance(step, CellRollStep):
            rolled = step.rolled()
            return next((text for text, roll in step.rolls.items() if roll == rolled), None)
        if isinstance(step, CellMoveStep) and step.alike:
            rows = zip(step.places()[0], step.alike, strict=True)
            return next((row.id for row, event in rows if self.has_made(step, event)), None)
        if isinstance(step, CellMoveStep) and step.unseen_event is not None:
            return self._vouch(step)
        asks = isinstance(step, CellPlacementStep | CellMoveStep) and bool(step.page().keys.advance)
        return Button.ADVANCE if asks and self._agrees(step) else self._touch(step)

    def _agrees(self, step: Step[Session]) -> bool:
        """Return False if a step asks nothing, or whether plain pieces moved otherwise."""
        match step:
            case CellMoveStep(inference=Waiting(maybe=(event, *_))) if step.session.settings.is_plain:
                return self.has_made(step, event)
            case CellMoveStep(inference=Happened()) if step.session.settings.is_plain:
                # What is seen counts in a moment.
                return False
        return True

    def _vouch(self, step: CellMoveStep) -> str | None:
        """Return the place of a piece that lies there, though the camera does not see it."""
        match step.inference:
            case Problems(problems=(problem, *_), overrule=event) if self.has_made(step, event):
                return problem.places[0]
        return None

    def _touch(self, step: Step[Session]) -> str | None:
        """Return the next touch that tells of a plain piece which was moved where no camera sees it."""
        match step:
            case CellMoveStep(inference=Waiting(places=(_, *_)) | Waiting(maybe=(_, *_))) if (
                step.session.settings.is_plain
            ):
                made = (outcome for outcome in step.outcomes if self.has_made(step, outcome.event))
                after = next((outcome.lying for outcome in made), step.lying)
                lying, held = step.touched.lying, (step.touched.held, step.touched.only_hand)
                moved = next((piece for piece in {**after, **lying} if lying.get(piece) != after.get(piece)), None)
                start = moved and lying.get(moved, step.touched.only_hand or f"{HAND}{moved}")
                return moved and (after.get(moved, OFF_BOARD) if start in held else start)
        return None


def lay(table: VirtualTable, lying: Mapping[str, str]) -> None:
    """Lay the pieces like this, those that lie on no cell beside the board."""
    for piece in misplaced_pieces(table, lying):
        table.put(piece)


def is_laid(table: VirtualTable, lying: Mapping[str, str], name: Callable[[str], str]) -> bool:
    """Return True if the pieces lie like this; those of one `name` are alike."""
    sides = {piece.id: f"{piece.id}/{piece.face}" for piece in table.pieces.values()}
    sides_by_cell = {table.cell_of(piece): sides[piece.id] for piece in table.pieces.values()}
    # A disc with two sides is known by the one that lies up, also where it lies otherwise than it should.
    tags = {tag.id for tag in table.catalogue.tags}
    known = {cell: side if side in tags else side.partition("/")[0] for cell, side in sides_by_cell.items() if cell}
    return {cell: name(piece) for cell, piece in known.items()} == {cell: name(piece) for piece, cell in lying.items()}


def misplaced_pieces(table: VirtualTable, lying: Mapping[str, str]) -> list[Piece]:
    """Return the pieces that lie otherwise, as they should: first those that leave the board."""
    tags = (tag.id for tag in table.catalogue.tags if tag.placement_mm is None)
    discs = list(dict.fromkeys(tag.partition("/")[0] for tag in tags))
    used = {piece.partition("/")[0] for piece in lying}
    off = [_beside(table, disc) for disc in discs if disc not in used]
    on = [_on_cell(table, piece, cell) for piece, cell in lying.items()]
    return [piece for piece in (*off, *on) if piece != table.pieces.get(piece.id)]


def _on_cell(table: VirtualTable, piece: str, cell: str) -> Piece:
    """Return the piece with this side up on the cell; as it lies if it lies there."""
    disc, _, side = piece.partition("/")
    lying = table.pieces.get(disc)
    if lying is not None and lying.face == side and table.cell_of(lying) == cell and table.lies(disc):
        return lying
    return table.on_cell(Piece(disc, side, table.catalogue.grid.centre(cell), 0.0), cell)


def _beside(table: VirtualTable, piece: str) -> Piece:
    """Return the piece in the row below the camera's view; unchanged if beside the board."""
    lying = table.pieces.get(piece)
    if lying is not None and table.cell_of(lying) is None and table.lies(piece):
        return lying
    place_mm = place_beside_mm(table, piece)
    face = table.piece_set.kind(piece).faces[0] if lying is None else lying.face
    return table.near(Piece(piece, face, place_mm, 0.0), place_mm)


def _truth(shot: Shot, lying: Mapping[str, str]) -> dict[str, Any]:
    """Return the shot's truth with the pieces' cells, as `companion read` names them."""
    truth = dict(shot.truth)
    things = {entry["id"]: entry for entry in truth.pop("things")}
    truth["pieces"] = [things[piece] | {"cell": cell} for piece, cell in lying.items()]
    truth["references"] = [entry for name, entry in things.items() if name not in lying]
    return truth
