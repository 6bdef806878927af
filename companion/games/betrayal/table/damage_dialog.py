"""Damage that is shared out point by point, and traits that go up or down.

The skulls are in sight.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.device.sentences import capitalised
from companion.games.betrayal.language import say
from companion.games.betrayal.names import explorer_name
from companion.games.betrayal.table.picking import HouseQuestion, Telling
from companion.games.betrayal.words import harm_name, losses, trait_name
from companion.screen.pages import Row, Tone
from companion.table.dialog import Dialog
from companion.table.questions import UNMARKED, Answers
from engine.betrayal import events as e
from engine.betrayal.components import PAIR, Harm, Trait
from engine.betrayal.state import State

SHIFT = "shift"
#: Answer that a step of damage kills.
DIES = "dies"
#: Answer that it does not kill.
LIVES = "lives"
Split = Mapping[Trait, int]


@dataclass(frozen=True)
class ExplorerView:
    """Four rows of an explorer.

    `lost`: by how much each trait would go down, `lines` what else there is to know.
    """

    who: str
    traits: Mapping[Trait, int]
    lost: Mapping[Trait, int]
    lowest: int
    cards: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    #: Whether steps can be touched at both ends of each row.
    steps: bool = False


def explorer_view(state: State, name: str, lost: Split | None = None) -> ExplorerView:
    """Return the explorer as in this state."""
    explorer = state.explorers[name]
    return ExplorerView(name, explorer.traits, lost or {}, state.lowest, state.cards_at(name))


def splits(state: State, explorer: str, kind: Harm, points: int) -> tuple[Split, ...]:
    """Return all ways to share out damage on the pair (B19, BR10).

    The way that leaves most above the skulls comes first.
    """
    first, other = PAIR[kind]
    taken = state.damage_taken(explorer, kind, points)
    most = min(taken, state.can_lose(explorer, first))
    least = max(0, taken - state.can_lose(explorer, other))
    shares = list(range(most, least - 1, -1))
    traits = state.explorers[explorer].traits

    def left(share: int) -> int:
        return min(traits[first] - share, traits[other] - (taken - share))

    best = max(range(len(shares)), key=lambda place: left(shares[place])) if shares else 0
    ordered = shares[best:] + shares[:best]
    return tuple({trait: n for trait, n in ((first, share), (other, taken - share)) if n} for share in ordered)


def is_fatal(state: State, explorer: str, split: Split) -> bool:
    """Return True if a trait would come to lie on the skull in the haunt (B21)."""
    return state.haunt is not None and any(state.explorers[explorer].traits[trait] <= n for trait, n in split.items())


def ask_split(state: State, explorer: str, kind: Harm, points: int, *, shown: bool = False) -> Dialog[Split]:
    """Ask how damage is shared out.

    Each press of Draw moves one point from one trait to the other; a step that kills is asked about once. Where there
    is but one way, nobody is asked, unless it is to be `shown`.
    """
    ways = splits(state, explorer, kind, points)
    if not shown and len(ways) == 1 and not is_fatal(state, explorer, ways[0]):
        return ways[0]
    text = capitalised(say("{player} shares out {kind} damage: {points}.", **_values(explorer, kind, points)))
    shift = (Row(say("Move a point"), SHIFT),) if len(ways) > 1 else ()
    place = 0
    while True:
        split = ways[place]
        view = explorer_view(state, explorer, split)
        ready = Row(say("Accept"), "ok", losses(split), tone=Tone.NOW)
        answer = yield HouseQuestion(
            text, (ready, *shift), stays=True, draw=SHIFT if shift else "", picture=view, facts=_rows(view)
        )
        if answer == SHIFT:
            place = (place + 1) % len(ways)
        elif not is_fatal(state, explorer, split) or (yield from _ask_death(explorer, view)):
            return split


def ask_damaged(state: State, actor: str, kind: Harm, points: int, *, shown: bool = False) -> Telling:
    """Damage, stepped out by whom it hits; `shown` as in `ask_split`."""
    split = yield from ask_split(state, actor, kind, points, shown=shown)
    return e.Damaged(by=actor, kind=kind, points=points, split=split)


def _values(explorer: str, kind: Harm, points: int) -> dict[str, object]:
    return {"player": explorer_name(explorer), "kind": harm_name(kind), "points": points}


def _rows(view: ExplorerView) -> tuple[Row, ...]:
    """Return what each trait of the pair would be: its place above the skull."""
    return tuple(
        Row(
            trait_name(trait),
            value=say("{before} → {after} above the skull", before=view.traits[trait], after=view.traits[trait] - n),
            tone=Tone.BAD if view.traits[trait] - n <= view.lowest else Tone.PLAIN,
        )
        for trait, n in view.lost.items()
    )


def _ask_death(explorer: str, view: ExplorerView) -> Dialog[bool]:
    """Ask if somebody really dies."""
    text = capitalised(say("{player} dies of it (rule B21). Is that so?", player=explorer_name(explorer)))
    rows = (Row(say("No"), LIVES), Row(say("Yes, dead"), DIES, tone=Tone.BAD))
    return (yield HouseQuestion(text, rows, picture=view)) == DIES


def split_answers(
    state: State, explorer: str, kind: Harm, points: int, split: Split, *, shown: bool = False
) -> Answers:
    """Return the answers that share damage out so; `shown` as in `ask_split`."""
    ways = splits(state, explorer, kind, points)
    dies = is_fatal(state, explorer, split)
    if not shown and len(ways) == 1 and not dies:
        return ()
    place = next(number for number, way in enumerate(ways) if dict(way) == dict(split))
    return (*(SHIFT,) * place, "ok", *((DIES,) if dies else ()))


def ask_steps(state: State, explorer: str, trait: Trait) -> Dialog[int]:
    """Ask by how many steps a trait goes up or down; what kills is asked about once."""
    traits = state.explorers[explorer].traits
    steps = [sign * number for number in range(1, 9) for sign in (-1, 1)]
    rows = tuple(Row(f"{step:+}".replace("-", "−"), str(step)) for step in steps)
    text = say("{trait}: how many steps along the row?", trait=trait_name(trait))
    while True:
        amount = int((yield HouseQuestion(text, rows, marked=UNMARKED, picture=explorer_view(state, explorer))))
        if amount > 0 or not is_fatal(state, explorer, {trait: -amount}):
            return amount
        if (yield from _ask_death(explorer, explorer_view(state, explorer, {trait: min(-amount, traits[trait])}))):
            return amount
