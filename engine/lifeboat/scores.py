"""The end: four independent sums for every player (rules L25 to L27, V6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from .components import SIZE, SURVIVAL, Character, Provision, Variant
from .events import Revealed
from .state import Condition, State

_CASH_WORTH = 1
#: What one, two, three jewels are worth together.
_JEWELS_WORTH = (0, 1, 4, 8)
_PAINTING_WORTH: Mapping[Provision, int] = {Provision.PAINTING_3: 3, Provision.PAINTING_2: 2}


@dataclass(frozen=True)
class Score:
    """Score of a player: for surviving, for treasure, and for love and hate."""

    survival: int = 0
    treasure: int = 0
    love: int = 0
    hate: int = 0

    @property
    def total(self) -> int:
        """All four together."""
        return self.survival + self.treasure + self.love + self.hate


def scores(state: State) -> Mapping[Character, Score] | None:
    """Return the scores of all players; None until all have revealed."""
    if len(state.revealed) < len(state.people):
        return None
    return {revealed.by: score_of(state, revealed) for revealed in state.revealed}


def winners(scored: Mapping[Character, Score]) -> tuple[Character, ...]:
    """Return the players with the most points, as they sat at the start.

    Equal points are a shared victory (LR22).
    """
    most = max(score.total for score in scored.values())
    return tuple(character for character in Character if character in scored and scored[character].total == most)


def score_of(state: State, revealed: Revealed) -> Score:
    """Compute the score of a player who has revealed.

    It depends on no other player's cards.
    """
    own = state.person(revealed.by)
    out = own.condition is Condition.OUT
    if out and not state.plays(Variant.DROWNED_SCORE):
        # L27, LR13: whose own character is out scores nothing; V6 pays love and hate all the same.
        return Score()
    # L26: who hates themselves has nothing from surviving.
    survives = own.alive and revealed.hate is not revealed.by
    loved = state.person(revealed.love)
    return Score(
        survival=SURVIVAL[own.who] if survives else 0,
        treasure=0 if out else treasure_points(own.who, (*revealed.hand, *own.open)),
        love=SURVIVAL[loved.who] if loved.alive else 0,
        hate=_hate(state, revealed),
    )


def treasures(character: Character, cards: tuple[Provision, ...]) -> Mapping[str, tuple[int, bool]]:
    """Return the value of cash, jewels and paintings, and whether each counts twice (L25)."""
    worth = {
        "cash": (_CASH_WORTH * cards.count(Provision.CASH), Character.CAPTAIN),
        "jewels": (_JEWELS_WORTH[cards.count(Provision.JEWELS)], Character.LAUREN),
        "paintings": (sum(each * cards.count(kind) for kind, each in _PAINTING_WORTH.items()), Character.STEPHEN),
    }
    return {kind: (points, character is doubles) for kind, (points, doubles) in worth.items()}


# Bots ask again and again for the same hands.
@lru_cache(maxsize=10_000)
def treasure_points(character: Character, cards: tuple[Provision, ...]) -> int:
    """Return the value of the treasures among these cards, with the own doubling (L25)."""
    return sum(points * (2 if doubled else 1) for points, doubled in treasures(character, cards).values())


def _hate(state: State, revealed: Revealed) -> int:
    """Return the printed sizes (LR19) of the hated who are dead or out.

    For a player who hates themselves it is those of all others (L26).
    """
    if revealed.hate is revealed.by:
        hated = [person for person in state.people if person.who is not revealed.by]
    else:
        hated = [state.person(revealed.hate)]
    return sum(SIZE[person.who] for person in hated if not person.alive)
