"""Lifeboat at the virtual table, as the platform asks for it."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.device.errors import UserError
from companion.device.options import Values, with_defaults
from companion.games import Part
from companion.games.lifeboat.mat import BoatMode
from companion.games.lifeboat.options import NAVIGATION, OPTIONS, OWN, game_started, variants_that_matter
from companion.games.lifeboat.photographs import LifeboatPhotographs
from companion.games.lifeboat.table.game import TABLE
from companion.games.lifeboat.table.layout import expected_layout
from companion.games.lifeboat.table.players import LifeboatSetUpStep
from companion.games.lifeboat.virtual_table.hands import LifeboatHands
from companion.games.lifeboat.virtual_table.pieces import PIECES, is_laid_for, moves, place_start_cards, put_away_unused
from companion.games.lifeboat.virtual_table.players import LifeboatPlayers
from companion.games.lifeboat.virtual_table.sampling import samples
from companion.games.lifeboat.virtual_table.secret_game import LifeboatSecrets
from companion.table.session import Session
from companion.virtual_table.bot_moves import next_move
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.game import Game
from engine.lifeboat.components import Character
from engine.lifeboat.events import Deck, GameStarted
from engine.lifeboat.game import RULES
from engine.lifeboat.play import PLAY

#: As many play as is usual.
_DEFAULT_PLAYERS = 6
#: `some_table` is so many moves into a game.
_SOME_MOVES = 90


class LifeboatVirtual(LifeboatPhotographs, VirtualGame):
    """Mat, cards, bots."""

    pieces = PIECES
    pictures = Part("companion.games.lifeboat.virtual_table.pictures:PICTURES")
    table = TABLE
    secret_hands = LifeboatHands
    kept_states = LifeboatSecrets.kept_states
    samples = staticmethod(samples)

    # -- playing ------------------------------------------------------------------------------------------------

    def start(self, players: int | None, seed: int, options: Values) -> GameStarted:
        """Return the first event; characters are dealt at random.

        The navigation cards are the stand-in set unless signs are to be told.
        """
        chosen = variants_that_matter(with_defaults(OPTIONS, options))
        if options.get("harter") and not chosen["harter"]:
            raise UserError("--variants harter: Dr. Harter plays only with cannibalism; say cannibalism,harter")
        people = [character for character in Character if character is not Character.HARTER or chosen["harter"]]
        count = players if players is not None else min(_DEFAULT_PLAYERS, len(people))
        if not 4 <= count <= len(people):
            raise UserError(f"--players {count}: 4 to 6 can play, or 7 with --variants cannibalism,harter")
        dealt = tuple(Random(seed).sample(people, count))
        deck = Deck.STAND_IN if chosen[NAVIGATION.id] == OWN else Deck(chosen[NAVIGATION.id])
        return game_started(dealt, chosen, deck)

    def table_before(self, start: GameStarted, seed: int) -> VirtualTable:
        """Return a table with the position cards below an empty mat."""
        table = VirtualTable(PIECES, seed)
        place_start_cards(table, start.players)
        return table

    def bring(self, session: Session, table: VirtualTable) -> None:
        """Lay the table of a continued game as it lay."""
        if session.game is not None and (session.layout is None or session.is_told_by_keys):
            is_unknown = session.layout is None
            put_away_unused(table, session.game.state.started.players)
            # Whose row is whose is still to be seen.
            for piece in moves(table, session.game.state, moment=BoatMode.SET_UP):
                table.put(piece)
            session.confirm_layout(expected_layout(session.game.state))
            if is_unknown:
                # Nobody is asked for what lies already.
                session.go_on_below()
        elif isinstance(session.step, LifeboatSetUpStep) and not is_laid_for(table, session.step.first_event.players):
            for piece_id in [*table.pieces]:
                table.remove(piece_id)
            place_start_cards(table, session.step.first_event.players)

    def players(self, session: Session, table: VirtualTable, seed: int) -> LifeboatPlayers:
        """Return the bots in all seats."""
        return LifeboatPlayers(table, seed, LifeboatSecrets(session, seed, only_bots=True))

    def summary(self, game: Game[Any, Any]) -> Mapping[str, Any]:
        """Return who played how long by which variants, and the scores."""
        state = RULES.state_to_json(game.state)
        return {
            "players": [str(player) for player in game.state.started.players],
            "days": state["day"],
            "variants": state["variants"],
            "scores": state["scores"],
        }

    # -- something to look at -----------------------------------------------------------------------------------

    def some_table(self, rng: Random, seed: int) -> VirtualTable:
        """Return a table a few days into a game."""
        whole = PLAY.deal(self.start(None, seed, {}), rng)
        for _ in range(_SOME_MOVES):
            if not whole.state.ended:
                whole = PLAY.follow(whole, next_move(PLAY, whole, rng))
        table = VirtualTable(PIECES, seed)
        for piece in moves(table, whole.state):
            table.put(piece)
        return table

    def some_move(self, table: VirtualTable, rng: Random) -> Piece:
        """Return a card laid into the middle of the boat."""
        piece = table.pieces[rng.choice(sorted(table.pieces))]
        return table.near(piece, (380.0 + rng.uniform(-150, 150), 255.0))


VIRTUAL = LifeboatVirtual()
