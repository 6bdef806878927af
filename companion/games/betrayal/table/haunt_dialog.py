"""Haunt's beginning as the chart says it, monsters that come, counters, sides.

Nothing of the books is asked.
"""

from collections.abc import Iterator
from itertools import count

from companion.device.language import extended
from companion.device.sentences import capitalised
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.table.counter_dialog import ask_counter
from companion.games.betrayal.table.percent import percent
from companion.games.betrayal.table.picking import (
    Telling,
    explorer_row,
    pick_explorer,
    pick_figure,
    pick_room,
    room_row,
)
from companion.games.betrayal.table.roll_dialog import RollAsked, ask_roll
from companion.games.betrayal.words import KINDS, counter_name, figure_name, kind_name, side_name, trait_name
from companion.screen.pages import Row
from companion.table.dialog import Dialog
from companion.table.picking import path_to, pick, pick_named, pick_number, tick
from companion.table.questions import Answers
from engine.betrayal import events as e
from engine.betrayal.components import Trait
from engine.betrayal.haunting import HAUNT_DICE, HAUNTS, HAUNTS_WITH_WIDOWS_WALK
from engine.betrayal.odds import haunt_chance
from engine.betrayal.state import MonsterValues, Side, State

NOBODY = "nobody"
SEVERAL = "several"
NONE = "none"
MORE = "more"
#: So many haunts are read at once.
_TEN = 10
#: Highest value of monsters.
_MOST_VALUE = 8
#: Highest number of tokens of a kind that come at once.
_MOST_TOKENS = 12
#: What the haunt may ask for at any time (`haunt_rows`).
HAUNT_EVENTS = ("monsters_added", "stunned", "monster_removed", "changed_side", "counted", "won")


def ask_haunt_roll(state: State, actor: str, *, virtual: bool) -> Telling:
    """Ask for the haunt roll at the end of a turn with an omen, with its chance before it (B16)."""
    omens = state.omens
    text = say_count(
        "Haunt roll: {n} omen. Below {n} the haunt begins, {chance}.",
        "Haunt roll: {n} omens. Below {n} the haunt begins, {chance}.",
        omens,
        chance=percent(haunt_chance(omens)),
    )

    def result(total: int) -> str:
        if total < omens:
            return say_count(
                "{total} with {n} omen: the haunt begins!",
                "{total} with {n} omens: the haunt begins!",
                omens,
                total=total,
            )
        return say_count(
            "{total} with {n} omen: no haunt yet.", "{total} with {n} omens: no haunt yet.", omens, total=total
        )

    title = capitalised(explorer_name(actor))
    thrown = yield from ask_roll(RollAsked(HAUNT_DICE, lambda _n, _p: text, result, virtual, fixed=True, title=title))
    return e.HauntRolled(by=actor, faces=thrown.faces)


# --- the beginning ----------------------------------------------------------------------------------------------------


def ask_haunt(state: State) -> Telling:
    """Ask for the number, the open traitor, and the monsters from the beginning (B17)."""
    due = state.due
    assert due is not None
    number = yield from _ask_number(state)
    explorer, candidates = yield from _ask_traitor(state, due.by)
    groups = yield from ask_monsters(state)
    return e.HauntBegan(by=due.by, number=number, traitor=explorer, candidates=candidates, monsters=groups)


def tens(state: State) -> list[range]:
    """Return the haunts' numbers, ten by ten."""
    most = HAUNTS_WITH_WIDOWS_WALK if state.with_widows_walk else HAUNTS
    return [range(first, first + _TEN) for first in range(1, most, _TEN)]


def _ask_number(state: State) -> Dialog[int]:
    due = state.due
    assert due is not None
    text = say("Look up in the chart: {omen}, {room}. Which haunt?", omen=card_name(due.omen), room=room_name(due.room))
    rows = [Row(say("{first} to {last}", first=part[0], last=part[-1]), f"from {part[0]}") for part in tens(state)]
    chosen = yield from pick(text, rows)
    first = int(chosen.removeprefix("from "))
    return (yield from pick_number(text, first, first + _TEN - 1))


def _ask_traitor(state: State, revealer: str) -> Dialog[tuple[str | None, tuple[str, ...] | None]]:
    """Ask for the traitor: one that the chart names, several that fit, or nobody that is known."""
    rows = [
        Row(say("Nobody, or nobody knows"), NOBODY),
        Row(
            say("Several fit"),
            SEVERAL,
            detail=say("The revealer if among them, else the nearest to the left (rule B17)"),
        ),
        *(
            explorer_row(explorer, say("the revealer") if explorer == revealer else "")
            for explorer in _from(state, revealer)
        ),
    ]
    answer = yield from pick(say("Who is the traitor?"), [*rows[2:], *rows[:2]])
    if answer == NOBODY:
        return None, None
    if answer != SEVERAL:
        return answer, None
    fitting = yield from tick(say("Who fits?"), map(explorer_row, _from(state, revealer)))
    return next(explorer for explorer in _from(state, revealer) if explorer in fitting), fitting


def _from(state: State, revealer: str) -> tuple[str, ...]:
    """Return all players, clockwise from the revealer (BR9)."""
    place = state.players.index(revealer)
    return state.players[place:] + state.players[:place]


# --- monsters ---------------------------------------------------------------------------------------------------------


def ask_monsters(state: State) -> Dialog[tuple[e.MonsterGroup, ...]]:
    """Kind after kind: its values, and where its tokens lie; until no more come."""
    groups: list[e.MonsterGroup] = []
    while True:
        text = say("Do more monsters come?") if groups else say("Do monsters come?")
        none = Row(say("No more monsters") if groups else say("No monsters"), NONE)
        answer = yield from pick(text, (none, Row(say("Monsters come"), MORE)))
        if answer == NONE:
            return tuple(groups)
        groups.append((yield from ask_group(state, tuple(groups))))


def ask_group(state: State, groups: tuple[e.MonsterGroup, ...]) -> Dialog[e.MonsterGroup]:
    """Ask for a kind of monsters: which, its values, how many, where each token lies."""
    known = {group.kind for group in groups}
    name = yield from pick_named(
        say("Which kind?"), [Row(kind_name(kind), kind) for kind in KINDS if kind not in known]
    )
    values: list[int | None] = []
    for trait in Trait:
        values.append((yield from _ask_value(name, trait)))
    many = yield from pick_number(say("How many tokens: {kind}?", kind=kind_name(name)), 1, _MOST_TOKENS)
    tokens = []
    for token in new_tokens(state, name, many):
        place = yield from pick_room(say("Where does it lie: {token}?", token=figure_name(token)), state.house.rooms)
        tokens.append((token, place))
    speed, *others = values
    return e.MonsterGroup(name, MonsterValues(speed or 0, *others), tuple(tokens))


def new_tokens(state: State, kind: str, many: int) -> tuple[str, ...]:
    """Return the names of the next tokens of a kind."""
    free = (f"{kind}-{number}" for number in count(1))
    found: list[str] = []
    for token in free:
        if token not in state.monsters:
            found.append(token)
        if len(found) == many:
            break
    return tuple(found)


def _ask_value(kind: str, trait: Trait) -> Dialog[int | None]:
    text = say("{kind}: {trait}?", kind=capitalised(kind_name(kind)), trait=trait_name(trait))
    rows = [Row(str(value), str(value)) for value in range(_MOST_VALUE + 1)]
    if trait is not Trait.SPEED:
        rows.append(Row(say("None"), NONE))
    found = yield from pick(text, rows)
    return None if found == NONE else int(found)


def arrival_answers(state: State, groups: tuple[e.MonsterGroup, ...]) -> Answers:
    """Return the answers that tell monsters. Raises ValueError for names that are not asked for."""
    answer_ids: list[str] = []
    known: set[str] = set()
    rooms = [room_row(room) for room in state.house.rooms]
    for group in groups:
        if group.kind not in KINDS or tuple(token for token, _ in group.tokens) != new_tokens(
            state, group.kind, len(group.tokens)
        ):
            raise ValueError(f"nobody is asked for {group.kind} with these tokens")
        kinds = [Row(kind_name(kind), kind) for kind in KINDS if kind not in known]
        known.add(group.kind)
        values = [group.values.value(trait) for trait in Trait]
        answer_ids += [MORE, *path_to(kinds, group.kind), *(NONE if value is None else str(value) for value in values)]
        answer_ids.append(str(len(group.tokens)))
        for _, room in group.tokens:
            answer_ids += path_to(rooms, room)
    return (*answer_ids, NONE)


# --- what else happens in a haunt -------------------------------------------------------------------------------------


def haunt_rows(state: State) -> Iterator[Row]:
    """Yield rows of what the haunt may ask for, at any time."""
    yield Row(say("Monsters come"), "monsters_added")
    if state.monsters:
        if any(not monster.stunned for monster in state.monsters.values()):
            yield Row(say("A monster is stunned"), "stunned")
        yield Row(say("A monster leaves the house"), "monster_removed")
    yield Row(say("Somebody changes sides"), "changed_side")
    yield Row(say("A counter"), "counted")
    if not state.owed:
        yield Row(say("A side has won"), "won")


def ask_haunt_event(state: State, what: str) -> Telling:
    """Ask what follows one of `haunt_rows`."""
    match what:
        case "monsters_added":
            group = yield from ask_group(state, ())
            return e.MonstersAdded(monsters=(group,))
        case "stunned":
            awake = [token for token, monster in state.monsters.items() if not monster.stunned]
            found = yield from pick_figure(say("Which one?"), awake)
            return e.Stunned(token=found)
        case "monster_removed":
            found = yield from pick_figure(say("Which one?"), state.monsters)
            return e.MonsterRemoved(token=found)
        case "changed_side":
            explorer = yield from pick_explorer(say("Who changes sides?"), state.living)
            side = Side.HEROES if state.explorers[explorer].is_traitor else Side.TRAITOR
            return e.ChangedSide(by=explorer, side=side)
        case "counted":
            return (yield from ask_counter(state))
        case "won":
            return (yield from _ask_claim(state))
    raise ValueError(f"no such event of the haunt: {what!r}")


def _ask_claim(state: State) -> Telling:
    """Ask who says that a side has won (B34); without a traitor the house may win, too (BR16)."""
    explorer = yield from pick_explorer(say("Who says that their side has won?"), state.players)
    sides = claimable(state, explorer)
    side = yield from pick(
        say("Which side has won?"), [Row(capitalised(side_name(claimed)), claimed.word) for claimed in sides]
    )
    return e.Won(by=explorer, side=Side(side))


def claimable(state: State, explorer: str) -> tuple[Side, ...]:
    """Return the sides for which somebody may claim."""
    if state.explorers[explorer].is_traitor:
        return (Side.TRAITOR,)
    return (Side.HEROES,) if state.traitors else (Side.HEROES, Side.TRAITOR)


def describe_haunt(state: State) -> Iterator[str]:
    """Describe what is public of the haunt: its number, the traitor, counters."""
    haunt = state.haunt
    if haunt is None:
        return
    yield say("Haunt {number}", number=haunt.number)
    if state.traitors:
        yield say("Traitor: {player}", player=explorer_name(state.traitors[0]))
    for name, value in haunt.counters.items():
        yield extended(counter_name(name), f": {value}")
    if state.monsters:
        yield say_count("{n} monster in the house", "{n} monsters in the house", len(state.monsters))
