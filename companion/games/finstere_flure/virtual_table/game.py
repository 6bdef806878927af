"""Finstere Flure at the virtual table, as the platform asks for it."""

import random
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import engine.game
from companion.device.errors import UserError
from companion.device.options import Values, with_defaults
from companion.games import Part
from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.options import FIVE_AS_THREE, OPTIONS, game_started
from companion.games.finstere_flure.reading.position_loader import load_position
from companion.games.finstere_flure.table.celebration import CelebrationStep
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.move_played import MonsterMoveStep, WatchedChaseStep
from companion.games.finstere_flure.table.put_right import PutBoardRightStep
from companion.games.finstere_flure.table.running_game import running
from companion.games.finstere_flure.table.set_up import FinstereFlureSetUpStep, PlaceTileStep
from companion.games.finstere_flure.table.start_position import start_position
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.games.finstere_flure.virtual_table.pieces import PIECES
from companion.games.finstere_flure.virtual_table.placement import beside, place_pieces, table_from_position
from companion.games.finstere_flure.virtual_table.places import Beside
from companion.games.finstere_flure.virtual_table.players import FinstereFlurePlayers
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position, shot_truth
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.game import VirtualGame, check_players
from companion.virtual_table.photographs import TrueScene
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.events import GameEvent, GameStarted
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR, TOKENS, Colour, Side
from engine.finstere_flure.players import FEWEST, FEWEST_FOR_FIVE_AS_THREE, MOST, MOST_WITH_FOUR
from engine.finstere_flure.position import Position
from engine.finstere_flure.state import Phase, State
from vision.model.catalogue import Catalogue
from vision.virtual import Hand

#: So many play where nobody says how many.
DEFAULT_PLAYERS = 4


class FinstereFlureVirtual(VirtualGame):
    """Board, pieces, box and bots of Finstere Flure."""

    pieces = PIECES
    pictures = Part("companion.games.finstere_flure.virtual_table.pictures:PICTURES")
    table = TABLE
    required_points = staticmethod(required_points)

    def start(self, players: int | None, seed: int, options: Values) -> GameStarted:
        """Return a game of so many players, whose colours and seats are left to chance."""
        players = DEFAULT_PLAYERS if players is None else players
        check_players(players, FEWEST, MOST)
        chosen = with_defaults(OPTIONS, options)
        if chosen[FIVE_AS_THREE.id] and players < FEWEST_FOR_FIVE_AS_THREE:
            raise UserError(f"--five-as-three is for {FEWEST_FOR_FIVE_AS_THREE} or {MOST} players")
        return some_game(players, seed, chosen)

    def table_before(self, start: GameStarted, seed: int) -> VirtualTable:
        """Return tokens beside the entrance, the monster on its place, all tiles in the box."""
        return table_from_position(start_position(start.players), seed)

    def bring(self, session: Session, table: VirtualTable) -> None:
        """Take the tokens of those who play out of the box.

        A continued game lies as it lay.
        """
        step = session.step
        if isinstance(step, FinstereFlureSetUpStep):
            clear_table(table, step.first_event.players)
        elif isinstance(step, WatchedChaseStep):
            clear_table(table, running(session).state.players)
            place_pieces(table, step.move.start)
        elif isinstance(step, PlaceTileStep) and (
            session.layout is None or not step.state.placed or session.is_told_by_keys
        ):
            clear_table(table, step.state.players)
            place_pieces(table, start_position(step.state.players), tiles=step.state.placed)
        elif isinstance(step, MonsterMoveStep) and session.layout is None:
            lay_continued(table, step.move.start)
        elif isinstance(step, PutBoardRightStep) and session.layout is None:
            lay_continued(table, step.target)
        elif isinstance(step, TokenStep) and session.is_told_by_keys:
            place_pieces(table, step.state.position)

    def players(self, session: Session, table: VirtualTable, seed: int) -> FinstereFlurePlayers:  # noqa: ARG002
        """Return the bots."""
        return FinstereFlurePlayers(table, Random(seed))

    def hurry(self, step: Step[Session]) -> None:
        """End the monster's move, or a celebration."""
        match step:
            case MonsterMoveStep():
                step.hurry()
            case CelebrationStep():
                step.advance()

    def summary(self, game: engine.game.Game[State, GameEvent]) -> Mapping[str, Any]:
        """Return who played how, and who won."""
        state, outcome = game.state, game.state.outcome
        assert outcome is not None
        return {
            "players": [str(colour) for colour in state.players],
            "set_up": str(state.started.set_up),
            "dm_placing": state.started.dm_placing,
            "dm_end": state.started.dm_end,
            "faces": str(state.started.faces),
            "winner": str(outcome.winner) if outcome.winner else None,
            "won_by": str(outcome.won_by),
            "rounds": state.round,
        }

    def samples(self, game: engine.game.Game[State, GameEvent], rng: Random) -> Sequence[GameEvent]:
        """Return the events that are due.

        Of the token moves these are those of one token, of the tiles' places one.
        """
        assert isinstance(game, Game)
        match game.state.phase:
            case Phase.PLACE_TILE | Phase.SHUFFLE | Phase.DRAW_CARD:
                return (RULES.draw(game.state, rng),)
            case Phase.MOVE_TOKEN if game.state.turn is not None:
                return game.token_choices(rng.choice(game.state.tokens_to_move(game.state.turn)))
        return ()

    def some_table(self, rng: Random, seed: int) -> VirtualTable:
        """Return a table with four players in the middle of a game."""
        return table_from_position(random_table(rng, players=4), seed)

    def some_move(self, table: VirtualTable, rng: Random) -> Piece:
        """Return a token on a free cell."""
        grid = table.catalogue.grid
        tokens = sorted(name for name in table.pieces if name in TOKENS)
        free = [cell for cell in grid.cells if table.piece_at(grid.centre(cell)) is None]
        return table.on_cell(table.pieces[rng.choice(tokens)], rng.choice(free))

    def scene(self, source: str, catalogue: Catalogue, *, seed: int, hand: Hand | None, moment: str = "") -> TrueScene:  # noqa: ARG002 - all moments are alike
        """Return the table of a position file or text board."""
        position = load_position(source)
        scene = scene_from_position(position, catalogue, seed=seed, hand=hand)
        return scene, lambda shot: shot_truth(shot, position)


VIRTUAL = FinstereFlureVirtual()


def some_game(players: int, seed: int, options: Values | None = None) -> GameStarted:
    """Return a game's start with so many players and these options; colours and seats by lot."""
    colours = COLOURS_WITH_FOUR if players <= MOST_WITH_FOUR else tuple(Colour)
    seats = tuple(random.Random(seed).sample(colours, players))
    return game_started(seats, seats[0], options or {})


def clear_table(table: VirtualTable, players: Sequence[Colour]) -> None:
    """Put everything into the box except the players' tokens and the monster.

    The tokens of those who play are beside the entrance, the monster is on its place.
    """
    start = start_position(players)
    place_pieces(table, start)
    _put_others_away(table, start)


def lay_continued(table: VirtualTable, position: Position) -> None:
    """Lay the table of a continued game; the tokens of those who do not play are in the box."""
    _put_others_away(table, position)
    place_pieces(table, position)


def _put_others_away(table: VirtualTable, position: Position) -> None:
    """Put the tokens into the box that are not in the position."""
    for piece in list(table.pieces.values()):
        if piece.id in TOKENS and position.token(piece.id) is None:
            table.put(beside(table, piece.id, Beside.BOX, Side.WHITE))
