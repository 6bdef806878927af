"""Roll, asked step by step: thrown here, or told as real dice show it.

More dice, and what is added to them, are asked too.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from companion.device.sentences import capitalised, together
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import explorer_name
from companion.games.betrayal.table.percent import percent
from companion.games.betrayal.table.picking import HouseQuestion, Telling
from companion.games.betrayal.words import trait_name
from companion.screen.pages import Row, Tone
from companion.table.dialog import Dialog
from companion.table.questions import Answers
from engine.betrayal import events as e
from engine.betrayal.components import VAULT_DOOR, Barrier, LeaveRoll
from engine.betrayal.odds import at_least
from engine.betrayal.rolls import BALANCE, dice
from engine.betrayal.state import State

#: Prefix of a roll.
ROLL = "roll:"
#: Prefix of a roll of one's own trait that an event card asks for; its dice are thrown at once.
TRAIT_ROLL = "trait-roll:"
#: Prefix of what was thrown.
THROWN = "thrown:"
#: Prefix of a roll that is made again.
AGAIN = "again:"
_FACE_PREFIX = "face:"
#: Answer that real dice are rolled.
OWN_DICE = "own"
FACES = (0, 1, 2)
#: No text gives or takes more dice, or more of the result; game files hold no more.
_MOST_ADDED = 8


@dataclass(frozen=True)
class DiceView:
    """Dice on the screen: the thrown ones, of how many; their total, and what is added."""

    faces: tuple[int, ...]
    number: int
    plus: int = 0
    title: str = ""
    #: The dice of the other side in a fight, if it has thrown.
    against: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Thrown:
    """A roll that is complete."""

    faces: tuple[int, ...]
    bonus: int = 0
    plus: int = 0

    @property
    def total(self) -> int:
        """Total of the roll (BR5)."""
        return max(0, sum(self.faces) + self.plus)


@dataclass(frozen=True)
class RollAsked:
    """A roll of `value` dice. `virtual`: they are thrown here unless the table says otherwise.

    `text` says what it is for by the number of dice and what is added; `result` what a total means. `fixed`: nothing
    changes how many dice there are, or is added.
    """

    value: int
    text: Callable[[int, int], str]
    result: Callable[[int], str]
    virtual: bool
    fixed: bool = False
    title: str = ""
    against: tuple[int, ...] | None = None


@dataclass
class _Roll:
    """Content of the answers so far."""

    virtual: bool
    faces: list[int] = field(default_factory=list)
    bonus: int = 0
    plus: int = 0
    other: bool = False


def ask_roll(asked: RollAsked) -> Dialog[Thrown]:
    """Ask for a roll, question by question."""
    roll = _Roll(asked.virtual)
    while True:
        number = asked.value if asked.fixed else dice(asked.value, roll.bonus)
        if roll.other:
            question = _other(asked, roll, number)
        elif len(roll.faces) < number:
            question = _prompt(asked, roll, number)
        else:
            question = _result(asked, roll, number)
        answer = yield question
        if answer == "ok":
            return Thrown(tuple(roll.faces), roll.bonus, roll.plus)
        _heard(roll, answer)


def _heard(roll: _Roll, answer: str) -> None:
    match answer.split(":"):
        case ["other"]:
            roll.other = True
        case ["ready"]:
            roll.other = False
        case ["own"]:
            roll.virtual, roll.other = False, False
        case ["here"]:
            roll.virtual, roll.other = True, False
        case ["bonus", step]:
            roll.bonus += int(step)
        case ["plus", step]:
            roll.plus += int(step)
        case ["thrown", faces]:
            roll.faces = list(map(int, faces))
        case ["face", face]:
            roll.faces.append(int(face))
        case ["again", place, face]:
            roll.faces[int(place)] = int(face)
        case _:
            raise ValueError(f"no answer {answer!r} in a roll")


def _view(asked: RollAsked, roll: _Roll, number: int) -> DiceView:
    return DiceView(tuple(roll.faces), number, roll.plus, asked.title, asked.against)


def _prompt(asked: RollAsked, roll: _Roll, number: int) -> HouseQuestion:
    """Return the question before the dice, or between them."""
    text, view = asked.text(number, roll.plus), _view(asked, roll, number)
    # Where nothing is added there are only real dice or those thrown here.
    what_else = "" if asked.fixed else say("Other dice, something added, real dice")
    other = Row(say("Roll in another way"), "other", detail=what_else)
    if roll.virtual:
        row = Row(say("Roll"), f"{ROLL}{number}", say_count("{n} die", "{n} dice", number), tone=Tone.NOW)
        return HouseQuestion(text, (row, other), draw=row.id, picture=view)
    counted = tuple(
        Row(say("A die shows {face}", face=face), f"{_FACE_PREFIX}{face}", str(roll.faces.count(face)))
        for face in FACES
    )
    return HouseQuestion(text, (*counted, other), stays=True, picture=view)


def _other(asked: RollAsked, roll: _Roll, number: int) -> HouseQuestion:
    rows = [Row(say("Ready"), "ready", tone=Tone.NOW)]
    if not asked.fixed:
        more, fewer = say("One die more"), say("One die fewer")
        rows += [*_step_rows("bonus", roll.bonus, more, fewer), *_plus_rows(roll)]
    rows.append(Row(say("We roll real dice"), OWN_DICE) if roll.virtual else Row(say("Roll here"), "here"))
    text = asked.text(number, roll.plus)
    return HouseQuestion(text, tuple(rows), stays=True, picture=_view(asked, roll, number))


def _plus_rows(roll: _Roll) -> Iterator[Row]:
    return _step_rows("plus", roll.plus, say("Result one higher"), say("Result one lower"))


def _step_rows(what: str, time_s: int, more: str, fewer: str) -> Iterator[Row]:
    """Yield a step up and a step down, as far as there is one."""
    if time_s < _MOST_ADDED:
        yield Row(more, f"{what}:1", f"{time_s:+}")
    if time_s > -_MOST_ADDED:
        yield Row(fewer, f"{what}:-1", f"{time_s:+}")


def _result(asked: RollAsked, roll: _Roll, number: int) -> HouseQuestion:
    """Return the question whether cards change the dice that lie there."""
    total = max(0, sum(roll.faces) + roll.plus)
    rows = [Row(say("Done"), "ok", str(total), tone=Tone.NOW)]
    if not asked.fixed:
        rows += _plus_rows(roll)
        if roll.virtual:
            rows += [
                Row(say("Roll die {n} again", n=place + 1), f"{AGAIN}{place}", str(face))
                for place, face in enumerate(roll.faces)
            ]
        if not roll.faces:
            rows.append(Row(say("Roll in another way"), "other"))
    text = asked.result(total)
    return HouseQuestion(text, tuple(rows), stays=True, picture=_view(asked, roll, number))


def roll_answers(faces: tuple[int, ...], bonus: int, plus: int, *, virtual: bool, number: int) -> Answers:
    """Return the answers that tell a roll as real dice showed it; `number`: without the bonus."""
    changes = (*_steps("bonus", bonus), *_steps("plus", plus))
    told = tuple(f"{_FACE_PREFIX}{face}" for face in faces)
    if not changes and (number == 0 or not virtual):
        return (*told, "ok")
    return ("other", *changes, "own" if virtual else "ready", *told, "ok")


def _steps(what: str, number: int) -> Answers:
    step = 1 if number > 0 else -1
    return (f"{what}:{step}",) * abs(number)


def required_trait_text(asked: Barrier | LeaveRoll) -> str:
    """Return the trait that a room asks, and how much of it."""
    return f"{trait_name(asked.trait)} {asked.need}"


def ask_crossed(state: State, explorer: str, *, virtual: bool) -> Telling:
    """Ask for the roll from one side of a room to the other (B25)."""
    barrier = state.barrier_of(explorer)
    assert barrier is not None
    good, bad = say("Reaches the other side."), say("No more moving this turn.")
    return (yield from _ask_room_roll(state, explorer, barrier, e.Crossed, good, bad, virtual=virtual))


def ask_opened(state: State, explorer: str, *, virtual: bool) -> Telling:
    """Ask for the roll at the Vault (B25)."""
    good, bad = say("The Vault opens: two items."), say("The Vault stays closed.")
    return (yield from _ask_room_roll(state, explorer, VAULT_DOOR, e.Opened, good, bad, virtual=virtual))


def ask_leave_roll(state: State, explorer: str, *, virtual: bool) -> Telling:
    """Ask whether a room is left without its fine (B26)."""
    roll = state.leave_roll(explorer)
    assert roll is not None
    fine = say("leaving costs a step of {trait}, staying nothing (rule B26).", trait=trait_name(roll.fine))
    good, bad = say("Free to leave."), capitalised(fine)
    return (
        yield from _ask_room_roll(
            state, explorer, Barrier(roll.trait, roll.need), e.ExitRolled, good, bad, virtual=virtual
        )
    )


def ask_collapse_roll(state: State, explorer: str, *, virtual: bool) -> Telling:
    """Ask whether the Collapsed Room's floor holds (B29)."""
    good = say("The floor holds.")
    bad = say("{player} falls into the basement (rule B29).", player=capitalised(explorer_name(explorer)))
    return (yield from _ask_room_roll(state, explorer, BALANCE, e.Balanced, good, bad, virtual=virtual))


def _ask_room_roll(
    state: State,
    explorer: str,
    asked: Barrier,
    event: Callable[..., e.GameEvent],
    good: str,
    bad: str,
    *,
    virtual: bool,
) -> Telling:
    name, trait = capitalised(explorer_name(explorer)), trait_name(asked.trait)

    def needs(number: int, plus: int) -> str:
        chance = percent(at_least(number, asked.need, plus))
        text = say_count(
            "{player}: {trait} {need} with {n} die, {chance}.",
            "{player}: {trait} {need} with {n} dice, {chance}.",
            number,
            player=name,
            trait=trait,
            need=asked.need,
            chance=chance,
        )
        return together(text, say("Otherwise: {fine}", fine=bad))

    def result(total: int) -> str:
        told = say("{total}, needed: {need}.", total=total, need=asked.need)
        return together(told, good if total >= asked.need else bad)

    value = state.explorers[explorer].value(asked.trait)
    thrown = yield from ask_roll(RollAsked(value, needs, result, virtual, title=trait))
    return event(by=explorer, faces=thrown.faces, bonus=thrown.bonus, plus=thrown.plus)
