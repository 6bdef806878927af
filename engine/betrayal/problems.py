"""Problems of an event (section 8)."""

from collections.abc import Iterable

from engine.game import RuleProblem
from engine.names import Name


class Code(Name):
    """The kinds of problems, in the order in which they are listed."""

    NOT_UNDERSTOOD = "not-understood"
    NOT_NOW = "not-now"
    WRONG_PLAYERS = "wrong-players"
    NOT_IN_GAME = "not-in-game"
    DEAD = "dead"
    OWED = "owed"
    NOT_YOUR_TURN = "not-your-turn"
    STUNNED = "stunned"
    NOT_FOR_MONSTERS = "not-for-monsters"
    STOPPED = "stopped"
    NOT_HERE = "not-here"
    NO_WAY = "no-way"
    NO_DOOR = "no-door"
    NO_SUCH_CARD = "no-such-card"
    WRONG_CARD = "wrong-card"
    CARD_HANDLED = "card-handled"
    FIXED_CARD = "fixed-card"
    ALREADY_DONE = "already-done"
    ROLL_FIRST = "roll-first"
    ALREADY_TRIED = "already-tried"
    MUST_SLIDE = "must-slide"
    TOO_FAR = "too-far"
    NOT_AN_ENEMY = "not-an-enemy"
    NO_SUCH_TRAIT = "no-such-trait"
    NEEDS_CARD = "needs-card"
    WRONG_DICE = "wrong-dice"
    WEAPON_ONLY_ATTACKING = "weapon-only-attacking"
    NOT_STUCK = "not-stuck"
    NO_SUCH_TILE = "no-such-tile"
    NOT_IN_STACK = "not-in-stack"
    USABLE_TILE = "usable-tile"
    WRONG_FALL = "wrong-fall"
    WRONG_ELEVATOR = "wrong-elevator"
    WRONG_FLOOR = "wrong-floor"
    FIXED_ROOM = "fixed-room"
    CELL_TAKEN = "cell-taken"
    NOT_JOINED = "not-joined"
    CLOSES_FLOOR = "closes-floor"
    MUST_MOVE = "must-move"
    WRONG_SIDE = "wrong-side"
    WRONG_DAMAGE = "wrong-damage"
    WRONG_SPLIT = "wrong-split"
    NO_GAIN = "no-gain"
    DOG_WAY = "dog-way"
    WRONG_NUMBER = "wrong-number"
    WRONG_TRAITOR = "wrong-traitor"
    TOKEN_TAKEN = "token-taken"
    NOT_YOUR_SIDE = "not-your-side"
    WRONG_CORRECTION = "wrong-correction"


#: What the table may overrule; a few findings with these codes may not be, which is said where they are found.
OVERRULABLE = frozenset(
    (
        Code.STOPPED,
        Code.NO_WAY,
        Code.CARD_HANDLED,
        Code.FIXED_CARD,
        Code.ALREADY_DONE,
        Code.ROLL_FIRST,
        Code.ALREADY_TRIED,
        Code.MUST_SLIDE,
        Code.TOO_FAR,
        Code.NOT_AN_ENEMY,
        Code.NEEDS_CARD,
        Code.WRONG_DICE,
        Code.WEAPON_ONLY_ATTACKING,
        Code.NOT_STUCK,
        Code.NOT_IN_STACK,
        Code.USABLE_TILE,
        Code.WRONG_FLOOR,
        Code.CLOSES_FLOOR,
        Code.MUST_MOVE,
        Code.WRONG_DAMAGE,
        Code.WRONG_SPLIT,
        Code.DOG_WAY,
        Code.WRONG_TRAITOR,
    )
)
_ORDER = {code: place for place, code in enumerate(Code)}

Found = tuple[Code, str] | tuple[Code, str, bool]
"""A code, the sentence that goes with it, and whether it holds even if the event is overruled (otherwise by code)."""


def listed(found: Iterable[Found], *, overruled: bool = False) -> tuple[RuleProblem, ...]:
    """Return each code once, in their order; without those that the table overrules."""
    first: dict[Code, str] = {}
    for code, text, *holds in found:
        if not overruled or code not in OVERRULABLE or any(holds):
            first.setdefault(code, text)
    return tuple(RuleProblem(code.word, first[code]) for code in sorted(first, key=_ORDER.__getitem__))
