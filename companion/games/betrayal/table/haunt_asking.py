"""The haunt's beginning as the chart says it, monsters that come, counters, sides. Nothing of the books is asked."""

from collections.abc import Iterator
from itertools import count

from companion.device.sentences import capitalised
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.table.counter_asking import ask_counter
from companion.games.betrayal.table.percent import percent
from companion.games.betrayal.table.picking import (
    Asked,
    Found,
    explorer_row,
    path_to,
    pick,
    pick_explorer,
    pick_figure,
    pick_named,
    pick_number,
    pick_room,
    room_row,
    tick,
)
from companion.games.betrayal.table.roll_asking import RollAsked, ask_roll
from companion.games.betrayal.words import KINDS, counter_name, figure_name, kind_name, side_name, trait_name
from companion.screen.pages import Row
from companion.table.questions import Answers, Question, Told
from engine.betrayal import events as e
from engine.betrayal.components import Trait
from engine.betrayal.haunting import HAUNT_DICE, HAUNTS, HAUNTS_WITH_WIDOWS_WALK
from engine.betrayal.odds import haunt_chance
from engine.betrayal.state import Kind, Side, State

NOBODY, SEVERAL, NONE, MORE, BEGIN = "nobody", "several", "none", "more", "begin"
#: So many haunts are read at once.
_TEN = 10
#: Values of monsters, and how many tokens of a kind come at once.
_MOST_VALUE, _MOST_TOKENS = 8, 12
#: What the haunt may ask for at any time (`haunt_rows`).
HAUNT_EVENTS = ("monsters_added", "stunned", "monster_removed", "changed_side", "counted", "won")


def ask_haunt_roll(state: State, by: str, rest: Answers, *, virtual: bool) -> Asked:
    """The roll at the end of a turn in which an omen was drawn, with its chance before it (B16)."""
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

    title = capitalised(explorer_name(by))
    found = ask_roll(RollAsked(HAUNT_DICE, lambda _n, _p: text, result, virtual, fixed=True, title=title), rest)
    return found if isinstance(found, Question) else Told(e.HauntRolled(by=by, faces=found[0].faces))


# --- the beginning ----------------------------------------------------------------------------------------------------


def ask_haunt(state: State, rest: Answers) -> Asked:
    """The number, the open traitor, the monsters that are there from the beginning (B17)."""
    due = state.due
    assert due is not None
    number = _ask_number(state, rest)
    if isinstance(number, Question):
        return number
    traitor = _ask_traitor(state, due.by, number[1])
    if isinstance(traitor, Question):
        return traitor
    (who, candidates), rest = traitor
    groups = ask_monsters(state, rest)
    if isinstance(groups, Question):
        return groups
    return Told(e.HauntBegan(by=due.by, number=number[0], traitor=who, candidates=candidates, monsters=groups[0]))


def tens(state: State) -> list[range]:
    """The haunts' numbers, ten by ten."""
    most = HAUNTS_WITH_WIDOWS_WALK if state.with_widows_walk else HAUNTS
    return [range(first, first + _TEN) for first in range(1, most, _TEN)]


def _ask_number(state: State, rest: Answers) -> Found[int]:
    due = state.due
    assert due is not None
    text = say("Look up in the chart: {omen}, {room}. Which haunt?", omen=card_name(due.omen), room=room_name(due.room))
    rows = [Row(say("{first} to {last}", first=part[0], last=part[-1]), f"from {part[0]}") for part in tens(state)]
    chosen = pick(text, rows, rest)
    if isinstance(chosen, Question):
        return chosen
    first = int(chosen[0].removeprefix("from "))
    return pick_number(text, first, first + _TEN - 1, chosen[1])


def _ask_traitor(state: State, revealer: str, rest: Answers) -> Found[tuple[str | None, tuple[str, ...] | None]]:
    """One that the chart names, several that fit, or nobody that is known."""
    rows = [
        Row(say("Nobody, or nobody knows"), NOBODY),
        Row(say("Several fit"), SEVERAL, detail=say("The revealer if among them, else the nearest to the left (B17)")),
        *(explorer_row(who, say("the revealer") if who == revealer else "") for who in _from(state, revealer)),
    ]
    found = pick(say("Who is the traitor?"), [*rows[2:], *rows[:2]], rest)
    if isinstance(found, Question):
        return found
    answer, rest = found
    if answer == NOBODY:
        return (None, None), rest
    if answer != SEVERAL:
        return (answer, None), rest
    fitting = tick(say("Who fits?"), map(explorer_row, _from(state, revealer)), rest)
    if isinstance(fitting, Question):
        return fitting
    return (next(who for who in _from(state, revealer) if who in fitting[0]), fitting[0]), fitting[1]


def _from(state: State, revealer: str) -> tuple[str, ...]:
    """All players, clockwise from the revealer (BR9)."""
    place = state.players.index(revealer)
    return state.players[place:] + state.players[:place]


# --- monsters ---------------------------------------------------------------------------------------------------------


def ask_monsters(state: State, rest: Answers) -> Found[tuple[e.MonsterGroup, ...]]:
    """Kind after kind: its values, and where its tokens lie; until no more come."""
    groups: list[e.MonsterGroup] = []
    while True:
        text = say("Do more monsters come?") if groups else say("Do monsters come?")
        none = Row(say("No more monsters") if groups else say("No monsters"), NONE)
        found = pick(text, (none, Row(say("Monsters come"), MORE)), rest)
        if isinstance(found, Question):
            return found
        answer, rest = found
        if answer == NONE:
            return tuple(groups), rest
        group = ask_group(state, tuple(groups), rest)
        if isinstance(group, Question):
            return group
        groups.append(group[0])
        rest = group[1]


def ask_group(state: State, groups: tuple[e.MonsterGroup, ...], rest: Answers) -> Found[e.MonsterGroup]:
    """A kind of monsters: which, its values, how many, where each token lies."""
    known = {group.kind for group in groups}
    kind = pick_named(say("Which kind?"), [Row(kind_name(one), one) for one in KINDS if one not in known], rest)
    if isinstance(kind, Question):
        return kind
    name, rest = kind
    values: list[int | None] = []
    for trait in Trait:
        value = _ask_value(name, trait, rest)
        if isinstance(value, Question):
            return value
        values.append(value[0])
        rest = value[1]
    number = pick_number(say("How many tokens: {kind}?", kind=kind_name(name)), 1, _MOST_TOKENS, rest)
    if isinstance(number, Question):
        return number
    many, rest = number
    tokens = []
    for token in new_tokens(state, name, many):
        place = pick_room(say("Where does it lie: {token}?", token=figure_name(token)), state.house.rooms, rest)
        if isinstance(place, Question):
            return place
        tokens.append((token, place[0]))
        rest = place[1]
    speed, *others = values
    return e.MonsterGroup(name, Kind(speed or 0, *others), tuple(tokens)), rest


def new_tokens(state: State, kind: str, many: int) -> tuple[str, ...]:
    """The names of the next tokens of a kind."""
    free = (f"{kind}-{number}" for number in count(1))
    found: list[str] = []
    for token in free:
        if token not in state.monsters:
            found.append(token)
        if len(found) == many:
            break
    return tuple(found)


def _ask_value(kind: str, trait: Trait, rest: Answers) -> Found[int | None]:
    text = say("{kind}: {trait}?", kind=capitalised(kind_name(kind)), trait=trait_name(trait))
    rows = [Row(str(value), str(value)) for value in range(_MOST_VALUE + 1)]
    if trait is not Trait.SPEED:
        rows.append(Row(say("None"), NONE))
    found = pick(text, rows, rest)
    return found if isinstance(found, Question) else (None if found[0] == NONE else int(found[0]), found[1])


def answers_coming(state: State, groups: tuple[e.MonsterGroup, ...]) -> Answers:
    """The answers that tell monsters. Raises ValueError for names that are not asked for."""
    told: list[str] = []
    known: set[str] = set()
    rooms = [room_row(room) for room in state.house.rooms]
    for group in groups:
        if group.kind not in KINDS or tuple(token for token, _ in group.tokens) != new_tokens(
            state, group.kind, len(group.tokens)
        ):
            raise ValueError(f"nobody is asked for {group.kind} with these tokens")
        kinds = [Row(kind_name(one), one) for one in KINDS if one not in known]
        known.add(group.kind)
        values = [group.values.value(trait) for trait in Trait]
        told += [MORE, *path_to(kinds, group.kind), *(NONE if value is None else str(value) for value in values)]
        told.append(str(len(group.tokens)))
        for _, room in group.tokens:
            told += path_to(rooms, room)
    return (*told, NONE)


# --- what else happens in a haunt -------------------------------------------------------------------------------------


def haunt_rows(state: State) -> Iterator[Row]:
    """What the haunt may ask for, at any time."""
    yield Row(say("Monsters come"), "monsters_added")
    if state.monsters:
        if any(not monster.stunned for monster in state.monsters.values()):
            yield Row(say("A monster is stunned"), "stunned")
        yield Row(say("A monster leaves the house"), "monster_removed")
    yield Row(say("Somebody changes sides"), "changed_side")
    yield Row(say("A counter"), "counted")
    if not state.owed:
        yield Row(say("A side has won"), "won")


def ask_haunt_event(state: State, what: str, rest: Answers) -> Asked:
    """The questions after one of `haunt_rows`."""
    match what:
        case "monsters_added":
            group = ask_group(state, (), rest)
            return group if isinstance(group, Question) else Told(e.MonstersAdded(monsters=(group[0],)))
        case "stunned":
            awake = [token for token, monster in state.monsters.items() if not monster.stunned]
            found = pick_figure(say("Which one?"), awake, rest)
            return found if isinstance(found, Question) else Told(e.Stunned(token=found[0]))
        case "monster_removed":
            found = pick_figure(say("Which one?"), state.monsters, rest)
            return found if isinstance(found, Question) else Told(e.MonsterRemoved(token=found[0]))
        case "changed_side":
            who = pick_explorer(say("Who changes sides?"), state.living, rest)
            if isinstance(who, Question):
                return who
            side = Side.HEROES if state.explorers[who[0]].is_traitor else Side.TRAITOR
            return Told(e.ChangedSide(by=who[0], side=side))
        case "counted":
            return ask_counter(state, rest)
        case "won":
            return _ask_claim(state, rest)
    raise ValueError(f"no such event of the haunt: {what!r}")


def _ask_claim(state: State, rest: Answers) -> Asked:
    """B34: who says so, and for whom; without a traitor the house may win too (BR16)."""
    who = pick_explorer(say("Who says that their side has won?"), state.players, rest)
    if isinstance(who, Question):
        return who
    sides = claimable(state, who[0])
    side = pick(say("Which side has won?"), [Row(capitalised(side_name(one)), one.word) for one in sides], who[1])
    return side if isinstance(side, Question) else Told(e.Won(by=who[0], side=Side(side[0])))


def claimable(state: State, who: str) -> tuple[Side, ...]:
    """The sides for which somebody may claim."""
    if state.explorers[who].is_traitor:
        return (Side.TRAITOR,)
    return (Side.HEROES,) if state.traitors else (Side.HEROES, Side.TRAITOR)


def tell_haunt(state: State) -> Iterator[str]:
    """What is public of the haunt: its number, the traitor, counters."""
    haunt = state.haunt
    if haunt is None:
        return
    yield say("Haunt {number}", number=haunt.number)
    if state.traitors:
        yield say("Traitor: {player}", player=explorer_name(state.traitors[0]))
    for name, value in haunt.counters.items():
        yield f"{counter_name(name)}: {value}"
    if state.monsters:
        yield say_count("{n} monster in the house", "{n} monsters in the house", len(state.monsters))
