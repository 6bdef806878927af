"""Damage that is shared out point by point with the skulls in sight, and traits that go up or down."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.device.sentences import capitalised
from companion.games.betrayal.language import say
from companion.games.betrayal.names import explorer_name
from companion.games.betrayal.table.picking import Asked, Found, HouseQuestion
from companion.games.betrayal.words import harm_name, losses, trait_name
from companion.screen.pages import Row, Tone
from companion.table.questions import Answers, Question, Told
from engine.betrayal import events as e
from engine.betrayal.components import PAIR, Harm, Trait
from engine.betrayal.state import State

SHIFT = "shift"
#: The answers about a step that kills.
DIES, LIVES = "dies", "lives"
Split = Mapping[Trait, int]


@dataclass(frozen=True)
class ExplorerView:
    """An explorer's four rows; `lost`: by how much each trait would go down, `lines` what else there is to know."""

    who: str
    traits: Mapping[Trait, int]
    lost: Mapping[Trait, int]
    lowest: int
    cards: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    #: Whether steps can be touched at both ends of each row.
    steps: bool = False


def explorer_view(state: State, who: str, lost: Split | None = None) -> ExplorerView:
    """The explorer as in this state."""
    explorer = state.explorers[who]
    return ExplorerView(who, explorer.traits, lost or {}, state.lowest, state.cards_at(who))


def splits(state: State, who: str, kind: Harm, points: int) -> tuple[Split, ...]:
    """All ways to share out damage on the pair (B19, BR10), the one that leaves most above the skulls first."""
    first, other = PAIR[kind]
    taken = state.damage_taken(who, kind, points)
    most = min(taken, state.can_lose(who, first))
    least = max(0, taken - state.can_lose(who, other))
    shares = list(range(most, least - 1, -1))
    traits = state.explorers[who].traits

    def left(share: int) -> int:
        return min(traits[first] - share, traits[other] - (taken - share))

    best = max(range(len(shares)), key=lambda place: left(shares[place])) if shares else 0
    ordered = shares[best:] + shares[:best]
    return tuple({trait: n for trait, n in ((first, share), (other, taken - share)) if n} for share in ordered)


def kills(state: State, who: str, split: Split) -> bool:
    """Whether a trait would come to lie on the skull in the haunt (B21)."""
    return state.haunt is not None and any(state.explorers[who].traits[trait] <= n for trait, n in split.items())


def ask_split(state: State, who: str, kind: Harm, points: int, rest: Answers) -> Found[Split]:
    """Each press of Draw moves one point from one trait to the other; a step that kills is asked about once."""
    ways = splits(state, who, kind, points)
    if len(ways) <= 1 and not (ways and kills(state, who, ways[0])):
        return (ways[0] if ways else {}), rest
    place = 0
    for number, answer in enumerate(rest):
        if answer == SHIFT:
            place = (place + 1) % len(ways)
        elif (answer == "ok" and not kills(state, who, ways[place])) or answer == DIES:
            return ways[place], rest[number + 1 :]
    split = ways[place]
    view = explorer_view(state, who, split)
    if rest and rest[-1] == "ok":
        return _ask_death(who, view)
    text = say("{player} shares out {kind} damage: {points}.", **_values(who, kind, points))
    ready = Row(say("Take it like this"), "ok", losses(split), tone=Tone.NOW)
    shift = (Row(say("Move a point"), SHIFT),) if len(ways) > 1 else ()
    return HouseQuestion(
        capitalised(text), (ready, *shift), stays=True, draw=SHIFT if shift else "", picture=view, facts=_rows(view)
    )


def ask_damaged(state: State, by: str, kind: Harm, points: int, rest: Answers) -> Asked:
    """Damage, stepped out by whom it hits."""
    found = ask_split(state, by, kind, points, rest)
    if isinstance(found, Question):
        return found
    return Told(e.Damaged(by=by, kind=kind, points=points, split=found[0]))


def _values(who: str, kind: Harm, points: int) -> dict[str, object]:
    return {"player": explorer_name(who), "kind": harm_name(kind), "points": points}


def _rows(view: ExplorerView) -> tuple[Row, ...]:
    """What each trait of the pair would be: its place above the skull."""
    return tuple(
        Row(
            trait_name(trait),
            value=say("{before} → {after} above the skull", before=view.traits[trait], after=view.traits[trait] - n),
            tone=Tone.BAD if view.traits[trait] - n <= view.lowest else Tone.PLAIN,
        )
        for trait, n in view.lost.items()
    )


def _ask_death(who: str, view: ExplorerView) -> Question:
    text = capitalised(say("{player} dies of it (B21). Is it so?", player=explorer_name(who)))
    rows = (Row(say("No"), LIVES), Row(say("Yes, dead"), DIES, tone=Tone.BAD))
    return HouseQuestion(text, rows, picture=view)


def answers_splitting(state: State, who: str, kind: Harm, points: int, split: Split) -> Answers:
    """The answers that share damage out so."""
    ways = splits(state, who, kind, points)
    dies = kills(state, who, split)
    if len(ways) <= 1 and not dies:
        return ()
    place = next(number for number, way in enumerate(ways) if dict(way) == dict(split))
    return (*(SHIFT,) * place, "ok", *((DIES,) if dies else ()))


def ask_steps(state: State, who: str, trait: Trait, rest: Answers) -> Found[int]:
    """By how many steps a trait goes up or down; what kills is asked about once."""
    explorer = state.explorers[who]
    if not rest:
        steps = [sign * number for number in range(1, 9) for sign in (-1, 1)]
        rows = tuple(Row(f"{step:+}".replace("-", "−"), str(step)) for step in steps)
        text = say("{trait}: how many steps along the row?", trait=trait_name(trait))
        return HouseQuestion(text, rows, picture=explorer_view(state, who))
    steps_told, more = int(rest[0]), rest[1:]
    if steps_told > 0 or not kills(state, who, {trait: -steps_told}) or more[:1] == (DIES,):
        return steps_told, more[1:] if more[:1] == (DIES,) else more
    if more[:1] == (LIVES,):
        return ask_steps(state, who, trait, more[1:])
    return _ask_death(who, explorer_view(state, who, {trait: min(-steps_told, explorer.traits[trait])}))
