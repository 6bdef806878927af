"""State of a game and players' choices, in a few lines of text."""

from collections.abc import Iterator

from companion.device.sentences import capitalised, join_items, listed
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.words import (
    cause_name,
    character_name,
    condition_name,
    describe_demand,
    describe_ending,
    event_name,
    provision_name,
    variant_name,
)
from companion.table.event_words import describe_actions
from engine.lifeboat.components import Character
from engine.lifeboat.events import Side
from engine.lifeboat.fights import strength
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation_phase import shark_wounds
from engine.lifeboat.scores import scores, winners
from engine.lifeboat.state import Person, Phase, State


def describe_state(state: State) -> list[str]:
    """Describe the day, everyone in the boat, birds and piles, and the possible actions."""
    return [
        _phase(state),
        *describe_boat(state),
        describe_piles(state),
        *describe_due(state),
        *_describe_choices(state),
        *_scores(state),
    ]


def phase_name(phase: Phase) -> str:
    """Return the name of the part of the day in which a step is taken."""
    match phase:
        case Phase.TAKE:
            return say("supply")
        case Phase.ACT | Phase.ANSWER | Phase.OBJECTION | Phase.FIGHT:
            return say("action")
        case Phase.CHOOSE | Phase.OVERBOARD | Phase.THIRST:
            return say("navigation")
        case Phase.REVEAL:
            return say("scoring")
        case Phase.OVER:
            return say("the game is over")


def _phase(state: State) -> str:
    day, phase = say("Day {day}", day=state.day), phase_name(state.step)
    variants = join_items(map(variant_name, state.started.variants))
    return f"{day}, {phase}." + (" " + say("Variants: {variants}.", variants=variants) if variants else "")


def describe_boat(state: State) -> Iterator[str]:
    """Describe the characters from the bow to the stern, then those who are out."""
    for place, person in enumerate(state.aboard, start=1):
        yield f"{place}. {describe_person(person)}"
    for person in state.people:
        if person.left is not None:
            yield f"- {capitalised(character_name(person.who))}: {condition_name(person.condition)}"


def describe_person(person: Person) -> str:
    """Return somebody's condition, wounds, cards, and what they have done today."""
    name = capitalised(character_name(person.who))
    parts = [
        condition_name(person.condition),
        say("{wounds} of {size} wounds", wounds=person.wounds, size=person.size),
        say_count("{n} hand card", "{n} hand cards", person.hand),
    ]
    if person.open:
        parts.append(say("open: {cards}", cards=join_items(map(provision_name, person.open))))
    if person.parasol:
        parts.append(say("the parasol is up"))
    if person.rowed:
        parts.append(say("has rowed"))
    if person.fought:
        parts.append(say("has fought"))
    return f"{name}: {', '.join(parts)}"


def describe_piles(state: State) -> str:
    """Return birds, provisions and cards on the row stack."""
    return " ".join(
        (
            say_count("{n} bird.", "{n} birds.", state.birds),
            say("Provisions in the bow: {n}.", n=state.bow),
            say("Cards on the row stack: {n}.", n=state.row),
        )
    )


def describe_due(state: State) -> Iterator[str]:
    """Describe what must happen next, and what it is about."""
    turn = capitalised(character_name(state.turn)) if state.turn else ""
    match state.step:
        case Phase.TAKE:
            yield say("{player} takes a provision and passes the rest on.", player=turn)
        case Phase.ACT:
            yield say("{player} acts.", player=turn)
            others = [character_name(character) for character in state.waiting[1:]]
            if others:
                yield say("After that: {players}.", players=join_items(others))
        case Phase.ANSWER:
            yield say("{player} must answer: {demand}", player=turn, demand=describe_current_demand(state))
        case Phase.OBJECTION:
            yield describe_current_demand(state)
        case Phase.FIGHT:
            yield describe_current_demand(state)
            yield from _fight(state)
        case Phase.CHOOSE:
            yield (
                say("{player} chooses the day's card.", player=turn)
                if turn
                else say("Nobody is conscious: the day's card is turned over at random.")
            )
        case Phase.OVERBOARD:
            yield _overboard(state)
        case Phase.THIRST:
            thirst = state.thirst[0]
            causes = join_items(map(cause_name, thirst.causes))
            yield say("{player} is thirsty ({causes}): water or a wound.", player=turn, causes=causes)
        case Phase.REVEAL | Phase.OVER:
            assert state.ended is not None
            yield describe_ending(state.ended)


def describe_current_demand(state: State) -> str:
    """Describe what is demanded now, a sentence."""
    demand = state.demand
    assert demand is not None
    return describe_demand(demand.by, demand.of, demand.want, demand.card)


def _fight(state: State) -> Iterator[str]:
    fight = state.fight
    assert fight is not None
    for side, text in ((Side.ATTACK, say("Attackers")), (Side.DEFEND, say("Defenders"))):
        names = join_items(map(character_name, fight.side(side)))
        yield f"{text}: {names} = {strength(state, fight, side)}"


def _overboard(state: State) -> str:
    overboard = state.overboard
    assert overboard is not None
    falling = join_items(map(character_name, overboard.falling))
    sharks = shark_wounds(state, overboard)
    return say("Overboard: {players}.", players=falling) + (
        " " + say_count("The sharks deal {n} more wound.", "The sharks deal {n} more wounds.", sharks) if sharks else ""
    )


def _describe_choices(state: State) -> Iterator[str]:
    """Describe who may do what, a line for everybody who may do anything."""
    characters = (*state.seats, *(person.who for person in state.people if person.left is not None))
    names = {str(character): capitalised(character_name(character)) for character in characters}
    return describe_actions(RULES.next(state), names, event_name)


def _scores(state: State) -> Iterator[str]:
    scored = scores(state)
    if scored is None:
        return
    for character, score in sorted(scored.items(), key=lambda item: (-item[1].total, list(Character).index(item[0]))):
        yield say(
            "{player}: {total} points (survival {survival}, treasure {treasure}, love {love}, hate {hate})",
            player=capitalised(character_name(character)),
            total=score.total,
            survival=score.survival,
            treasure=score.treasure,
            love=score.love,
            hate=score.hate,
        )
    yield describe_winners(tuple(map(str, winners(scored))))


def describe_winners(players: tuple[str, ...], _reason: str = "") -> str:
    """Describe in a sentence who has won; equal points are a shared victory."""
    names = listed([character_name(Character(player)) for player in players])
    return say_count("{player} wins.", "{player} win together.", len(players), player=capitalised(names))
