"""Standing of all players, and progress of the game."""

from companion.games.finstere_flure.language import say, say_count
from companion.screen.pages import Standings
from engine.finstere_flure.deck import CARDS_A_STAGE
from engine.finstere_flure.outcome import tokens_out
from engine.finstere_flure.pieces import TOKENS, Colour, Place
from engine.finstere_flure.state import Phase, State


def standing_of(state: State) -> Standings:
    """Count each player's tokens that are out, in the castle, at the entrance, and eaten.

    In stage one what is eaten is at the entrance again.
    """
    lines = [
        (say("Escaped"), tuple(str(tokens_out(state.out, colour)) for colour in state.players)),
        (say("In the castle"), tuple(str(_count(state, colour, None)) for colour in state.players)),
        (say("At the entrance"), tuple(str(_count(state, colour, Place.OUTSIDE)) for colour in state.players)),
    ]
    if state.stage == 2:
        lines.append((say("Eaten"), tuple(str(_count(state, colour, Place.DEAD)) for colour in state.players)))
    return Standings(state.players, tuple(lines))


def _count(state: State, colour: Colour, place: Place | None) -> int:
    """Return the player's tokens at this place; None: on the board."""
    return sum(TOKENS[token.id][0] is colour and token.place is place for token in state.position.tokens)


def describe_status(state: State) -> str:
    """Return the round, the stage and the cards that are left in it."""
    if state.phase is Phase.PLACE_TILE:
        return say("Placing tiles")
    return describe_round(state.round, state.stage, CARDS_A_STAGE - len(state.deck.played))


def describe_round(number: int, stage: int, cards: int) -> str:
    """Describe how far the game is."""
    return say_count(
        "Round {round}, stage {stage}, {n} card left", "Round {round}, stage {stage}, {n} cards left", cards,
        round=number, stage=stage,
    )  # fmt: skip


def has_tokens_left(state: State, colour: Colour) -> bool:
    """Return True if the player still has a token in the castle or beside its entrance."""
    return any(
        TOKENS[token.id][0] is colour and token.place not in (Place.OUT, Place.DEAD) for token in state.position.tokens
    )
