"""Public facts that the table puts right by hand (rules, section 9: `corrected`)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.values import replaced

from .components import Character, Provision, provisions
from .days import next_turn, nobody_alive, start_supply
from .events import Corrected, Correction
from .state import Condition, Phase, State

#: Greatest number of birds that a correction may set.
MOST_BIRDS = 3
#: Greatest number of wounds that a correction may set.
MOST_WOUNDS = 20
#: Greatest length of the reason of a correction (characters).
_LONGEST_WHY = 200
#: What may be put right before the first hand is revealed.
_AT_THE_END = frozenset({"wounds", "hands", "open", "discard"})


def corrected(state: State, event: Corrected) -> State:
    """Apply a correction; the game goes on as usual."""
    state = facts_set(state, event.set)
    if state.step is Phase.REVEAL:
        return state
    if not any(person.alive for person in state.aboard):
        return nobody_alive(state)
    match state.step:
        case Phase.TAKE:
            return start_supply(state)
        case Phase.ACT:
            return next_turn(state)
    return state


def facts_set(state: State, wanted: Correction) -> State:
    """Return the state with what was set; the bow deck becomes what is left of all provisions."""
    wounds, hands = dict(wanted.wounds or ()), dict(wanted.hands or ())
    open_cards = dict(wanted.open or ())
    people = []
    for person in state.people:
        character = person.who
        cards = tuple(sorted(open_cards.get(character, person.open)))
        parasol = person.parasol if wanted.parasol is None else character in wanted.parasol
        people.append(
            replaced(
                person,
                wounds=wounds.get(character, person.wounds),
                hand=hands.get(character, person.hand),
                open=cards,
                # LR11: only a parasol that lies there can be opened.
                parasol=parasol and Provision.PARASOL in cards,
                rowed=person.rowed if wanted.rowed is None else character in wanted.rowed,
                fought=person.fought if wanted.fought is None else character in wanted.fought,
            )
        )
    row = state.row if wanted.row is None else wanted.row
    state = replaced(
        state,
        people=tuple(people),
        birds=state.birds if wanted.birds is None else wanted.birds,
        discard=state.discard if wanted.discard is None else tuple(sorted(wanted.discard)),
        seats=state.seats if wanted.seats is None else wanted.seats,
        deck=state.deck + state.row - row,
        row=row,
    )
    return replaced(state, bow=_unassigned_provisions(state))


def _unassigned_provisions(state: State) -> int:
    """Return the number of provisions left over.

    They are neither with anybody, nor going round, nor removed, discarded or gone.
    """
    held = sum(person.hand + len(person.open) for person in state.people)
    away = state.passing + state.removed + len(state.discard) + state.gone_hands + len(state.gone_open)
    return sum(provisions(state.started.variants).values()) - held - away


def correction_problem(state: State, event: Corrected) -> tuple[str, str] | None:
    """Return the code and sentence of a correction's first problem; None if it is possible."""
    wanted = event.set
    out = [character for character in named(wanted) if state.person(character).condition is Condition.OUT]
    if out:
        return "not-aboard", f"{out[0]} is out, and nothing of theirs can be put right (section 9)"
    wrong = next(_impossible_fact(state, event), None)
    if wrong is not None:
        return "wrong-correction", f"{wrong} (section 9)"
    after = facts_set(state, wanted)
    if after.bow < 0:
        return "does-not-add-up", f"these are {-after.bow} provisions more than there are (section 9)"
    for kind, unseen in after.unseen.items():
        if unseen < 0:
            total = provisions(state.started.variants)[kind]
            text = f"{total - unseen} of {kind} would be open, discarded or gone, of {total} in the game (section 9)"
            return "does-not-add-up", text
    return None


def named(wanted: Correction) -> tuple[Character, ...]:
    """Return the characters whom a correction names."""
    by_character = [character for pairs in (wanted.wounds, wanted.hands, wanted.open) for character, _ in pairs or ()]
    lists = [
        character for each in (wanted.parasol, wanted.rowed, wanted.fought, wanted.seats) for character in each or ()
    ]
    return (*by_character, *lists)


def _impossible_fact(state: State, event: Corrected) -> Iterator[str]:
    """Yield a clause for every value that cannot be."""
    wanted = event.set
    if not 1 <= len(event.why) <= _LONGEST_WHY:
        yield f"why has {len(event.why)} characters; it must have 1 to {_LONGEST_WHY}"
    if state.step is Phase.REVEAL:
        given = {key for key, found in vars(wanted).items() if found is not None}
        for key in sorted(given - _AT_THE_END):
            yield f"{key} cannot be put right any more when the game is scored"
    if wanted.birds is not None and wanted.birds > MOST_BIRDS:
        yield f"birds cannot be {wanted.birds}; it is 0 to {MOST_BIRDS}"
    for character, wounds in wanted.wounds or ():
        if wounds > MOST_WOUNDS:
            yield f"{character} cannot have {wounds} wounds; it is 0 to {MOST_WOUNDS}"
    for key, names in (("rowed", wanted.rowed), ("fought", wanted.fought), ("seats", wanted.seats)):
        twice = _first_twice(names or ())
        if twice is not None:
            yield f"{key} names {twice} twice"
    if wanted.seats is not None and set(wanted.seats) != set(state.seats):
        yield f"seats must name all who are aboard, {' '.join(state.seats)}"
    cards = state.deck + state.row
    if wanted.row is not None and wanted.row > cards:
        yield f"the row stack cannot have {wanted.row} cards; there are {cards} navigation cards"
    for character in wanted.parasol or ():
        if Provision.PARASOL not in dict(wanted.open or ()).get(character, state.person(character).open):
            yield f"no parasol lies open before {character}"


def _first_twice(characters: Sequence[Character]) -> Character | None:
    counts = Counter(characters)
    return next((character for character in characters if counts[character] > 1), None)
