"""Words for players and events in the session."""

from companion.device.sentences import capitalised, join_items, together
from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.outlook import Deck
from companion.games.finstere_flure.words.move_words import describe_end
from companion.games.finstere_flure.words.piece_names import player_name, tile_name
from companion.games.finstere_flure.words.sentences import Names
from companion.screen.pages import Row
from engine.finstere_flure.board import EXIT, Direction
from engine.finstere_flure.events import CardDrawn, DeckShuffled, GameEvent, GameStarted, SetUp, TilePlaced, TokenMoved
from engine.finstere_flure.outcome import Ending, GameOutcome, WinCriterion, tokens_out
from engine.finstere_flure.pieces import STONE_FRONTS, Colour, Place, TileKind
from engine.finstere_flure.position import Tile
from engine.finstere_flure.state import State


def describe_event(before: State | None, event: GameEvent, after: State) -> str:
    """Describe an event in one line, for the log and the list of what can be undone.

    `before` is None for the first event.
    """
    match event:
        case GameStarted():
            names = join_items(map(player_name, event.players))
            return say("The game begins: {players}. {first} starts.", players=names, first=player_name(event.first))
        case TilePlaced():
            cells = " ".join(event.tile.cells)
            assert before is not None
            assert before.turn is not None
            return say("{player} places a tile on {cells}.", player=player_name(before.turn), cells=cells)
        case DeckShuffled():
            return say("The eight cards are shuffled: stage {stage} begins.", stage=after.stage)
        case TokenMoved():
            assert before is not None
            return _token(before, event)
        case CardDrawn():
            assert after.monster_move is not None
            return say("Card {card}. {end}", card=event.card, end=describe_end(after.monster_move))


def _token(before: State, event: TokenMoved) -> str:
    token = before.position.token(event.token)
    assert token is not None
    name = Names(before.position).token(event.token)
    text = capitalised(describe_way(name, str(token.at), event))
    if event.stones:
        pushes = say_count("It pushes a stone.", "It pushes {n} stones.", len(event.stones))
        text = say("{move} {pushes}", move=text, pushes=pushes)
    if event.overruled:
        text = say("{move} Allowed by the players.", move=text)
    return text


def describe_way(name: str, before: str, event: TokenMoved) -> str:
    """Describe the goal of a token that was at `before`: a cell or a place."""
    if event.to is Place.OUT:
        return say("{token} leaves the castle.", token=name)
    if event.to is Place.OUTSIDE:
        return say("{token} stays at the entrance.", token=name)
    if event.to is Place.DEAD:
        return say("{token} is out of the game.", token=name)
    if before == event.to:
        return say("{token} stays on {cell}.", token=name, cell=event.to)
    if before == Place.OUTSIDE:
        return say("{token} enters and goes to {cell}.", token=name, cell=event.to)
    return say("{token} goes from {before} to {cell}.", token=name, before=before, cell=event.to)


def describe_result(outcome: GameOutcome) -> str:
    """Describe in a sentence who has won."""
    return describe_winner(outcome.winner)


def describe_winner(winner: Colour | None) -> str:
    """Describe in a sentence who has won; None: nobody."""
    if winner is None:
        return say("Nobody wins: no token escaped.")
    return say("{player} wins!", player=player_name(winner))


def describe_reason(outcome: GameOutcome) -> str:
    """Explain why the game is over and what made the winner the winner."""
    endings = {
        Ending.ALL_BUT_ONE_OUT: say("All but one token of a player have escaped."),
        Ending.NOBODY_LEFT: say("No token is left in the castle or at the entrance."),
        Ending.CARDS_PLAYED: say("The seventh card of stage two has been played."),
    }
    reasons = {
        WinCriterion.ALL_BUT_ONE_OUT: "",
        WinCriterion.MOST_OUT: say("The player with the most escaped tokens wins."),
        WinCriterion.REACHED_FIRST: say("Others have as many, but reached that number later."),
        WinCriterion.NOBODY: "",
    }
    return together(endings[outcome.ending], reasons[outcome.won_by])


def standing_rows(state: State) -> list[Row]:
    """Return a row for every player with the number of escaped tokens."""
    return [
        Row(
            player_name(colour),
            value=say_count("{n} token escaped", "{n} tokens escaped", tokens_out(state.out, colour)),
            sign=colour,
        )
        for colour in state.players
    ]


def tile_in_box(tile: str, set_up: SetUp) -> str:
    """Return the name of a tile that is not on the board yet.

    It is named by its front, if it is not to lie with its back up.
    """
    return tile_name(unplaced_tile(tile, set_up))


def unplaced_tile(tile: str, set_up: SetUp) -> Tile:
    """Return a tile that is not on the board yet, with the side up that it is to lie with."""
    if tile in STONE_FRONTS:
        return Tile(tile, TileKind.STONE if set_up is SetUp.PLACED else STONE_FRONTS[tile], (EXIT,))
    kind = TileKind(tile.partition("-")[0])
    return Tile(tile, kind, (EXIT,), Direction.E if kind is TileKind.TELEPORTER else None)


def describe_deck(deck: Deck) -> str:
    """Name the cards of which one comes next."""
    return say("One of these cards comes: {cards}.", cards=join_items(dict.fromkeys(deck)))
