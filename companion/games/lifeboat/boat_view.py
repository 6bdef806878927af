"""View of the boat for the screen: plain values made of the public state."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.games.lifeboat.captions import fight_sums
from companion.screen.pages import Tone
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.state import Condition, Phase, State


@dataclass(frozen=True)
class BoatSeat:
    """Place in the boat row.

    `side`: pushed up (``attack``) or down (``defend``) in a fight; `acts`: the number in
    the day's order of those who have still to act, 0 for others; `joins`: may join the fight on either side.
    """

    who: Character
    size: int
    wounds: int
    condition: Condition
    hand: int
    open: tuple[Provision, ...] = ()
    parasol: bool = False
    rowed: bool = False
    fought: bool = False
    side: str = ""
    acts: int = 0
    tone: Tone = Tone.PLAIN
    joins: bool = False


@dataclass(frozen=True)
class BoatView:
    """The boat from the bow to the stern, who is out, the birds and the piles."""

    berths: tuple[BoatSeat, ...]
    out: tuple[Character, ...] = ()
    birds: int = 0
    row: int = 0
    bow: int = 0
    fight_sums: tuple[int, int] | None = None


def boat_view(state: State, wrong: Collection[Character] = (), to_do: Collection[Character] = ()) -> BoatView:
    """Return the boat in this state.

    Those who matter now are set apart, as are the characters about whom something is `wrong` or still `to_do`.
    """
    fight = state.fight
    falling = state.overboard.falling if state.overboard else ()
    acting = (*([state.turn] if state.turn else []), *to_do)
    berths = []
    for person in state.aboard:
        character = person.who
        tone = (
            Tone.BAD if character in wrong or character in falling else Tone.NOW if character in acting else Tone.PLAIN
        )
        side = (
            "attack" if fight and character in fight.attack else "defend" if fight and character in fight.defend else ""
        )
        acts = state.waiting.index(character) + 1 if state.step is Phase.ACT and character in state.waiting else 0
        berths.append(
            BoatSeat(
                character,
                person.size,
                person.wounds,
                person.condition,
                person.hand,
                person.open,
                person.parasol,
                person.rowed,
                person.fought,
                side,
                acts,
                tone,
                joins=bool(fight and not side and person.conscious),
            )
        )
    out = tuple(person.who for person in state.people if person.condition is Condition.OUT)
    return BoatView(tuple(berths), out, state.birds, state.row, state.bow, fight_sums(state) if fight else None)
