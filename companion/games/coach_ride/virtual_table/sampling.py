"""Events by chance that the rules allow now, one for each that they name."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from companion.games.coach_ride.table.asking import ask
from companion.table.questions import Question
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Profession, Variant, associations_each
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Phase, State
from engine.game import Choice

#: How the telling of an event begins, where its own name does not say it.
_FIRST = {
    "announced": (),
    "supported": (),
    "sextant": (),
    "gave": (),
    "named": ("done",),
    "hypnotised": ("hypnotist",),
    "searched": ("took",),
}
#: Of these somebody must be said.
_BY_ANYBODY = ("priest", "doctor", "used")
#: So often a way through the questions is tried: what K25 forbids is not told beforehand.
_TRIES = 60
_THREE = 3


def samples(state: State, chance: Random) -> Iterator[e.GameEvent]:
    """One event for each choice."""
    for choice in RULES.next(state):
        if choice.event == "shown":
            yield _shown(state, Person(choice.by), chance)
        else:
            yield _told(state, choice, chance)


def _told(state: State, choice: Choice, chance: Random) -> e.GameEvent:
    first = _FIRST.get(choice.event, (choice.event,))
    if choice.event in _BY_ANYBODY:
        first = (*first, choice.by)
    if choice.event == "used" and state.phase is Phase.SUPPORT:
        first = (str(Profession.DUELIST), choice.by)
    for _ in range(_TRIES):
        answers = first
        asked = ask(state, answers)
        while isinstance(asked, Question):
            answers = (*answers, chance.choice(asked.ids))
            asked = ask(state, answers)
        event: e.GameEvent = asked.event
        named = RULES.event_to_json(event)
        if (named["event"], named.get("by", "")) == (choice.event, choice.by) and not RULES.problems(state, event):
            return event
    raise RuntimeError(f"no way through the questions tells {choice}")


def _shown(state: State, by: Person, chance: Random) -> e.Shown:
    """Cards that there can be, by chance."""
    claim = state.claim
    assert claim is not None
    three = Variant.THREE_ADVANCED in state.variants
    left = Counter(dict.fromkeys(Association, associations_each(len(state.players), state.variants)))
    left -= Counter(side for cards in claim.shown.values() for side in cards.association)
    items = Counter(state.items) - Counter(item for cards in claim.shown.values() for item in cards.items or ())
    own = state.professions.get(by)
    free = [one for one in Profession if one not in state.professions.values()]
    for _ in range(_TRIES * 20):
        association = chance.sample(sorted(left.elements(), key=str), _THREE if three else 1)
        hand: list[Item] = chance.sample(sorted(items.elements()), state.hands[by])
        event = e.Shown(
            by,
            tuple(association),
            (own or chance.choice(free)) if state.phase is Phase.CLAIM else None,
            None if state.phase is Phase.REVEAL else tuple(hand),
        )
        if not RULES.problems(state, event):
            return event
    raise RuntimeError(f"no cards that {by} can show")
