"""Moves at which people would laugh: no bot but the random one makes them."""

from collections.abc import Callable
from random import Random

import pytest

from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from engine.betrayal import events as e
from engine.betrayal.components import Trait
from engine.betrayal.full_state import FullState
from engine.betrayal.play import PLAY
from engine.betrayal.possible import BegunEvent, Move
from tests.engine.betrayal.game_text import hold, lay, put, state_of

#: States that a bot may look at for a move here.
NODES = 300


def traits(explorer: str, values: str) -> str:
    """The traits of an explorer are put right."""
    return f"corrected(set {{traits {{{explorer} {{{values}}}}}}}, why case);"


def choose(bot: str, text: str) -> Move:
    """Return what the bot does after these events, whoever acts; announced events as begun."""
    full = FullState(state_of(text), None)
    (seat,) = PLAY.acting_seats(full)
    move: Move = BOTS[bot](PLAY, PLAY.view(full, seat), seat, Budget(nodes=NODES), Random(1))
    return move.event if isinstance(move, BegunEvent) else move


def survives(move: Move) -> bool:
    return isinstance(move, e.Damaged) and move.split.get(Trait.MIGHT, 0) < 2 and move.split.get(Trait.SPEED, 0) < 5


FAR = "monster_removed(token rat-1); monster_removed(token rat-2);"
#: What is going on, and whether a move is no blunder.
CASES: dict[str, tuple[str, Callable[[Move], bool]]] = {
    "a turn is not ended at the front door": ("S:", lambda move: not isinstance(move, e.TurnEnded)),
    "nobody walks back at once": (
        "S: moved heather(to foyer)",
        lambda move: not isinstance(move, e.Moved) or move.to != "entrance-hall",
    ),
    "a door in reach is opened": (
        "S: corrected(set {allowance 1}, why case); moved heather(to foyer); corrected(set {allowance 2}, why case)",
        lambda move: isinstance(move, e.Discovered),
    ),
    "what a room gives once is taken": (
        f"S: {lay('chapel', 'ground', 0, 1)} {put('heather', 'chapel')} corrected(set {{stopped true}}, why case)",
        lambda move: isinstance(move, e.TurnEnded) and move.gain is Trait.SANITY,
    ),
    "cards that lie about are taken up, all of them": (
        f"S: {hold('entrance-hall', 'axe', 'bell')}",
        lambda move: isinstance(move, e.Picked) and len(move.cards) == 2,
    ),
    "a Vault that opens easily is not left shut": (
        f"S: {lay('vault', 'upper', 0, -1, 2)} {put('heather', 'vault')} {traits('heather', 'knowledge 8')}"
        "corrected(set {stopped true}, why case)",
        lambda move: isinstance(move, e.Opened),
    ),
    "nobody jumps from the Gallery for fun": (
        f"S: {lay('gallery', 'upper', 0, -1)} {lay('ballroom', 'ground', 0, 1)} {put('heather', 'gallery')}",
        lambda move: not isinstance(move, e.Fell),
    ),
    "a wound that need not kill does not kill": (
        f"H: {traits('brandon', 'speed 5, might 2')} attacked rhinehardt(on brandon, faces [2 2], against [0 0 0])",
        survives,
    ),
    "a traitor who is nearly dead is attacked": (
        f"H: {FAR} {traits('brandon', 'speed 1, might 1')} {traits('rhinehardt', 'might 8')}",
        lambda move: isinstance(move, e.Attacked) and move.on == "brandon",
    ),
    "the weak do not attack the strong": (
        f"H: {FAR} {traits('brandon', 'might 8')} {traits('rhinehardt', 'might 1, speed 2')}",
        lambda move: not isinstance(move, e.Attacked),
    ),
    "the traitor does not spare a dying hero": (
        f"H: {FAR} turn_ended rhinehardt; turn_ended heather; {traits('heather', 'speed 1, might 1')}"
        f"{traits('brandon', 'might 8')}",
        lambda move: isinstance(move, e.Attacked) and move.on in ("heather", "rhinehardt"),
    ),
    "monsters do not stay because nobody rolls for them": (
        "H: turn_ended rhinehardt; turn_ended heather; turn_ended brandon",
        lambda move: not isinstance(move, e.TurnEnded),
    ),
    "a monster beside a hero attacks": (
        f"H: monster_removed(token rat-1); {traits('rhinehardt', 'might 1')} {put('heather', 'upper-landing')}"
        "turn_ended rhinehardt; turn_ended heather; turn_ended brandon; monsters_rolled(kind rat, faces [1 1])",
        lambda move: isinstance(move, e.Attacked) and move.on == "rhinehardt",
    ),
}


@pytest.mark.parametrize("bot", ["greedy", "strong"])
@pytest.mark.parametrize("case", CASES)
def test_nobody_laughs(bot: str, case: str) -> None:
    text, is_sound = CASES[case]
    move = choose(bot, text)
    assert is_sound(move), move
