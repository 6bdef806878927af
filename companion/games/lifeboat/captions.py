"""The one sentence that each step shows large, and what stands beside it."""

from collections.abc import Iterator

from companion.device.sentences import capitalised, listed, together
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.state_words import describe_current_demand, phase_name
from companion.games.lifeboat.words import cause_name, character_name, describe_ending, provision_name
from engine.lifeboat.components import Character, Variant
from engine.lifeboat.events import DemandKind, Fell, Side
from engine.lifeboat.fights import strength
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation_phase import shark_wounds
from engine.lifeboat.scores import scores, winners
from engine.lifeboat.state import Condition, Phase, State

#: Of so many only what each would lose is told: it counts the sharks' wounds.
_MANY_FALL = 3


def name(character: Character) -> str:
    """Return a character's name with a capital letter."""
    return capitalised(character_name(character))


def names(characters: tuple[Character, ...]) -> str:
    """Return several characters' names, listed for a sentence."""
    return listed([character_name(character) for character in characters])


def lay_boat_row(seats: tuple[Character, ...]) -> str:
    """Ask for the position cards in their order, for whoever looks at no picture of it."""
    return say("Lay the boat row, from the bow: {players}.", players=names(seats))


def title(state: State) -> str:
    """Return the title of a step: the day and its phase."""
    if state.step in (Phase.REVEAL, Phase.OVER):
        return say("Scoring")
    return say("Day {day}: {phase}", day=state.day, phase=phase_name(state.step))


def caption(state: State) -> str:
    """Describe what is to be done now."""
    turn = character_name(state.turn) if state.turn else ""
    match state.step:
        case Phase.TAKE:
            return _supply(state, turn)
        case Phase.ACT:
            return capitalised(say("{player}: which action?", player=turn))
        case Phase.ANSWER:
            return together(describe_current_demand(state), say("Does {player} agree?", player=turn))
        case Phase.OBJECTION:
            return together(describe_current_demand(state), say("Does anybody object?"))
        case Phase.FIGHT:
            return together(_fight(state), say("Who else joins or lays a card?"))
        case Phase.CHOOSE:
            return _navigation(state, turn)
        case Phase.OVERBOARD:
            assert state.overboard is not None
            falling = capitalised(say("Overboard: {players}.", players=names(state.overboard.falling)))
            return together(falling, say("Does anybody lay or use a card first?"))
        case Phase.THIRST:
            cause = cause_name(state.thirst[0].causes[0])
            return capitalised(say("{player} is thirsty ({causes}): water or a wound.", player=turn, causes=cause))
        case Phase.REVEAL:
            assert state.ended is not None
            if state.revealed:
                return say("Who lays love, hate and hand open next?")
            return say("{ending} Who lays love, hate and hand open?", ending=describe_ending(state.ended))
        case Phase.OVER:
            return describe_over(state)


def _supply(state: State, turn: str) -> str:
    cards = state.passing or min(state.bow, len(state.conscious))
    if cards == 1:
        return capitalised(say("{player}: keep the last card.", player=turn))
    text = say("{n} cards to {player}: keep one, pass the rest.", n=cards, player=turn)
    return capitalised(text)


def _stake_text(state: State) -> str:
    """Describe what is fought for, in a few words: the picture shows who fights."""
    demand = state.demand
    assert demand is not None
    of = name(demand.of)
    match demand.want:
        case DemandKind.SEAT:
            return say("At stake: the seat ({player})", player=of)
        case DemandKind.HAND:
            return say("At stake: a hand card ({player})", player=of)
        case DemandKind.OPEN:
            assert demand.card is not None
            return say("At stake: {card} ({player})", card=provision_name(demand.card), player=of)
        case DemandKind.EAT:
            return say("At stake: the body ({player})", player=of)


def fight_sums(state: State) -> tuple[int, int]:
    """Return the strength of the attackers, and that of the defenders."""
    fight = state.fight
    assert fight is not None
    return strength(state, fight, Side.ATTACK), strength(state, fight, Side.DEFEND)


def _fight(state: State) -> str:
    attack, defend = fight_sums(state)
    values = {"attack": attack, "defend": defend}
    if attack > defend:
        return say("{attack} against {defend}: the attackers win.", **values)
    if attack == defend:
        return say("{attack} against {defend}: a tie goes to the defenders.", **values)
    return say("{attack} against {defend}: the defenders win.", **values)


def _navigation(state: State, turn: str) -> str:
    if not turn:
        return say("Nobody is conscious: turn over the day's card at random.")
    if state.row == 0:
        return capitalised(say("{player} navigates: the row stack is empty, turn over the top card.", player=turn))
    if state.plays(Variant.SHORT_ROW) and state.deck > 0:
        text = say("{player} navigates: add the top card, then choose one of {n}.", player=turn, n=state.row + 1)
        return capitalised(text)
    return capitalised(
        say_count(
            "{player} navigates with {n} card of the row stack.",
            "{player} navigates with {n} cards of the row stack.",
            state.row,
            player=turn,
        )
    )


def facts(state: State) -> Iterator[str]:
    """Yield lines of facts beside the first question."""
    match state.step:
        case Phase.ACT:
            # The picture numbers those whose turn is still to come.
            yield say("The numbers: the order of this morning (rule L8).")
        case Phase.FIGHT:
            yield _stake_text(state)
        case Phase.OVERBOARD:
            yield from _describe_falling(state)
        case Phase.THIRST if len(state.thirst) > 1:
            yield say("Thirsty too: {players}.", players=names(tuple(thirst.who for thirst in state.thirst[1:])))


def _describe_falling(state: State) -> Iterator[str]:
    """Describe what each who falls would lose now, and who would be out."""
    overboard = state.overboard
    assert overboard is not None
    # What the rules make of it: nothing is reckoned here.
    after = RULES.follow(state, Fell())
    sharks = shark_wounds(state, overboard)
    if sharks and len(overboard.falling) < _MANY_FALL:
        yield say_count("The sharks deal {n} more wound.", "The sharks deal {n} more wounds.", sharks)
    for character in overboard.falling:
        before, fallen = state.person(character), after.person(character)
        if fallen.condition is Condition.OUT:
            yield say("{player} would be out.", player=name(character))
            continue
        lost = [provision_name(card) for card in before.open if card not in fallen.open]
        told = say_count(
            "{player}: {n} wound", "{player}: {n} wounds", fallen.wounds - before.wounds, player=name(character)
        )
        yield say("{told}, loses {cards}", told=told, cards=listed(lost)) if lost else told


def describe_over(state: State) -> str:
    """Describe who has won."""
    scored = scores(state)
    assert scored is not None
    won = winners(scored)
    return say_count("{player} wins.", "{player} win together.", len(won), player=capitalised(names(won)))
