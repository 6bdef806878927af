"""Inference from the boat row: a demand, a change of seats, fighters, or what is wrong."""

from collections.abc import Collection, Iterator, Sequence

from companion.games.lifeboat.captions import lay_boat_row, name, names
from companion.games.lifeboat.language import say
from companion.games.lifeboat.mat import BOAT, RowSide
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.table.layout import position_lie
from companion.table.inference import Happened, Nothing, Problems, TableProblem, Waiting
from companion.table.layout import Change
from companion.table.matching import PossibleChanges
from companion.table.questions import Begun
from engine.lifeboat import events as e
from engine.lifeboat.components import Character
from engine.lifeboat.state import State

#: What is wrong may be taken as the table wants it: an event, or how its telling begins.
Found = Nothing | Waiting[e.GameEvent] | Happened[e.GameEvent] | Problems[e.GameEvent | Begun] | Begun


def possible_pushes(state: State) -> Iterator[PossibleChanges[e.GameEvent]]:
    """Yield the events that position cards may show.

    These are a demand, a change of seats (L12), or somebody who joins a fight (L15).
    """
    seats, turn, fight = state.seats, state.turn, state.fight
    places = {seat: number for number, seat in enumerate(seats)}

    def push(character: Character, side: RowSide) -> Change:
        return Change(position_lie(character, places[character]), position_lie(character, places[character], side))

    if fight is not None:
        for seat in seats:
            if seat in state.conscious and seat not in (*fight.attack, *fight.defend):
                for side in e.Side:
                    yield PossibleChanges((push(seat, RowSide(side)),), event=e.Joined(seat, side))
        return
    for other in seats:
        if turn is not None and other is not turn:
            pushed = push(turn, RowSide.ATTACK), push(other, RowSide.DEFEND)
            yield PossibleChanges(pushed, ("demand", str(other)), exclusive_place=BOAT)
            swapped = tuple(
                Change(position_lie(character, places[character]), position_lie(character, places[whose]))
                for character, whose in ((turn, other), (other, turn))
            )
            yield PossibleChanges(swapped, ("seat", str(other)), exclusive_place=BOAT)


def refuse_demand(state: State, observation: LifeboatObservation) -> Found | None:
    """Return why pushed cards show no demand (L12).

    Whose turn it is pushes the own card up, and another's down.

    Seats that nobody changed are wrong.
    """
    up = [character for character, lies in observation.boat if lies is RowSide.ATTACK]
    down = [character for character, lies in observation.boat if lies is RowSide.DEFEND]
    wrong = [character for character in up if character is not state.turn]
    if wrong and not observation.unreadable:
        # The table may want a demand out of turn: whose, and of whom, is seen.
        demand = Begun((str(wrong[0]), "demand", str(down[0]))) if len(wrong) == len(up) == len(down) == 1 else None
        return Problems(tuple(map(_wrong_fighter, wrong)), demand)
    if up and len(down) > 1 and not observation.unreadable:
        return Problems((_two_pushed_down(tuple(down)),))
    if bool(up) == bool(down) and _is_another_order(state, observation):
        return Problems((seats_wrong(state.seats),))
    if (up or down) and not observation.unreadable:
        return Waiting(problems=(_incomplete_demand(up, down),))
    return None


def _incomplete_demand(up: Sequence[Character], down: Sequence[Character]) -> TableProblem:
    """Return the problem that one of the two cards of a demand is pushed.

    The other may follow.
    """
    if up:
        text = say("One card is pushed up: {player}.", player=name(up[0]))
        fix = say("Push down the card of the player it is demanded from (rule L12), or push this one back.")
    else:
        text = say("Pushed down: {players}.", players=names(tuple(down)))
        fix = say("Push up the card of the player who demands it (rule L12), or push this one back.")
    return TableProblem("half", text, fix, (), tuple(map(str, (*up, *down))), unfinished=True)


def _is_another_order(state: State, observation: LifeboatObservation) -> bool:
    """Return True if all who are aboard lie in the boat row, but in another order."""
    return set(observation.seats) == set(state.seats) and observation.seats != state.seats


def _wrong_fighter(character: Character) -> TableProblem:
    return TableProblem(
        "not-your-turn",
        say("It is not their turn: {player} (rule L8).", player=name(character)),
        say("Push the card back into the boat row."),
        (),
        (str(character),),
    )


def _two_pushed_down(down: tuple[Character, ...]) -> TableProblem:
    return TableProblem(
        "two-down",
        say("More than one card is pushed down: {players}.", players=names(down)),
        say("Push all but one back into the boat row (rule L12)."),
        (),
        tuple(map(str, down)),
    )


def seats_wrong(seats: tuple[Character, ...]) -> TableProblem:
    """Return the problem that the boat row lies otherwise."""
    return TableProblem(
        "seats",
        say("The boat row lies in a different order, but nobody has changed seats (rule L12)."),
        lay_boat_row(seats),
        short=say("The boat row lies in a different order."),
    )


def refuse_fight(state: State, observation: LifeboatObservation, pushed: Collection[Character]) -> Found | None:
    """Return what is wrong with the sides of a fight (L15): nobody leaves one.

    `pushed`: whose cards were seen out of their row in this fight. Others have joined by touch: their hands follow.
    """
    fight = state.fight
    assert fight is not None
    misplaced = tuple(_misplaced_fighters(state, observation, pushed))
    if misplaced:
        # While a hand lies over the row, or has not come yet, nothing is wrong.
        waits = BOAT in observation.unreadable or all(problem.unfinished for problem in misplaced)
        return Waiting(problems=misplaced) if waits else Problems(misplaced)
    joined = [
        e.Joined(character, e.Side(str(lies)))
        for character, lies in observation.boat
        if lies is not RowSide.LINE and character not in (*fight.attack, *fight.defend)
    ]
    if joined:
        # The table may want it so of the first of them.
        return Problems(tuple(_cannot_fight(event.by) for event in joined), joined[0])
    return Problems((seats_wrong(state.seats),)) if _is_another_order(state, observation) else None


def _cannot_fight(character: Character) -> TableProblem:
    return TableProblem(
        "cannot-fight",
        say("Only the conscious join a fight: {player} (rule L15).", player=name(character)),
        say("Push the card back into the boat row."),
        (),
        (str(character),),
    )


def _misplaced_fighters(
    state: State, observation: LifeboatObservation, pushed: Collection[Character]
) -> Iterator[TableProblem]:
    fight = state.fight
    assert fight is not None
    for character, lies in observation.boat:
        side = RowSide.ATTACK if character in fight.attack else RowSide.DEFEND if character in fight.defend else None
        if side is None or lies is side:
            continue
        is_up, places = side is RowSide.ATTACK, (str(character),)
        if lies is RowSide.LINE and character not in pushed:
            text = say("Fights, and is not pushed out of the row yet: {player}.", player=name(character))
            yield TableProblem(
                "not-pushed",
                text,
                say("Push the card up.") if is_up else say("Push the card down."),
                (),
                places,
                unfinished=True,
            )
        else:
            fix = say("Push the card up again.") if is_up else say("Push the card down again.")
            yield TableProblem(
                "left", say("Nobody leaves a fight: {player} (rule L15).", player=name(character)), fix, (), places
            )
