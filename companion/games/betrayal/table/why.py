"""Why? What cannot be done now, and which rule or ruling says so."""

from collections.abc import Iterator

from companion.games.betrayal.language import say
from companion.games.betrayal.table.problem_words import tell_problem
from companion.games.betrayal.words import event_name
from companion.screen.pages import Keys, Row
from companion.table.lists import ListStep
from companion.table.running import state_of
from engine.betrayal import events as e
from engine.betrayal.components import TILES, Dir, Trait
from engine.betrayal.game import RULES
from engine.betrayal.state import State


class WhyStep(ListStep):
    """Each thing that people may want to do now and may not, with the reason."""

    name = "why"

    def title(self) -> str:
        """The page's title."""
        return say("Why not?")

    def rows(self) -> tuple[Row, ...]:
        """What is not possible, and why."""
        rows = tuple(Row(what, detail=why) for what, why in reasons(state_of(self.session, State)))
        return rows or (Row(say("Nothing is forbidden now.")),)

    def keys(self) -> Keys:
        """Back is all."""
        return Keys(draw=say("Down"), back=say("Back"))


def reasons(state: State) -> Iterator[tuple[str, str]]:
    """What whoever is on turn may not do now, and why."""
    allowed = {choice.event for choice in RULES.next(state)}
    for event in _attempts(state):
        name = RULES.event_to_json(event)["event"]
        if name in allowed:
            continue
        problems = RULES.problems(state, event)
        if problems:
            yield event_name(name)[:1].upper() + event_name(name)[1:], tell_problem(problems[0])


def _attempts(state: State) -> Iterator[e.GameEvent]:
    """One try of each thing that explorers mostly want to do."""
    who = state.turn if state.turn in state.explorers else next(iter(state.living), None)
    if who is None:
        return
    room = state.room_of(who)
    beside = next(iter(state.house.behind(room).values()), None) or next(iter(state.house.rooms))
    door = next((door for other, door in state.house.open_doors(state.house.rooms[room].floor) if other == room), Dir.N)
    yield e.Moved(by=who, to=beside)
    tile = next(iter(sorted(state.stack)), None)
    if tile is not None:
        yield e.Discovered(by=who, door=door, tile=tile, turn=0)
    if state.haunt is not None:
        foe = next((one for one in (*state.living, *state.monsters) if state.are_enemies(who, one)), None)
        if foe is not None:
            yield e.Attacked(by=who, on=foe, faces=(), against=(), trait=Trait.MIGHT)
    held = state.cards_at(who)
    if held:
        yield e.Dropped(by=who, cards=held[:1])
    if state.cards_at(room):
        yield e.Picked(by=who, cards=state.cards_at(room)[:1])
    if TILES[room].cross:
        yield e.Crossed(by=who, faces=())
    yield e.TurnEnded(by=who)
