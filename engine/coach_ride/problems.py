"""Problems of an event."""

from engine.game import RuleProblem
from engine.names import Name


class Code(Name):
    """The kinds of problems, in the order in which they are listed."""

    OVER = "over"
    LIMIT_FIRST = "limit-first"
    NOT_NOW = "not-now"
    NOT_SEATED = "not-seated"
    PLAYER_COUNT = "player-count"
    PLAYER_TWICE = "player-twice"
    COAT_WITH_TEN = "coat-with-ten"
    THREE_ONLY = "three-only"
    VARIANT_OFF = "variant-off"
    YOURSELF = "yourself"
    NOT_YOURS = "not-yours"
    NOT_YOUR_TURN = "not-your-turn"
    WRONG_EFFECT = "wrong-effect"
    WHICH_CARD = "which-card"
    NO_TRADE_EFFECT = "no-trade-effect"
    NOT_IN_GAME = "not-in-game"
    PILE_EMPTY = "pile-empty"
    NOT_THAT_ITEM = "not-that-item"
    BAG_FOR_BAG = "bag-for-bag"
    ITEM_ELSEWHERE = "item-elsewhere"
    HAS_IT = "has-it"
    OTHER_PROFESSION = "other-profession"
    PROFESSION_ELSEWHERE = "profession-elsewhere"
    USED_UP = "used-up"
    NOT_YOUR_ROLE = "not-your-role"
    HYPNOTISED = "hypnotised"
    TOO_LATE = "too-late"
    ALREADY_USED = "already-used"
    NOT_ENOUGH_ITEMS = "not-enough-items"
    WRONG_SHOW = "wrong-show"
    WRONG_HAND_SIZE = "wrong-hand-size"
    HIDDEN_ITEM = "hidden-item"
    IMPOSSIBLE_CARDS = "impossible-cards"
    SUM_WRONG = "sum-wrong"
    COUNT_BELOW_ONE = "count-below-one"


#: What the table may overrule.
OVERRULABLE = frozenset(
    (
        Code.NOT_YOUR_TURN,
        Code.NOT_THAT_ITEM,
        Code.BAG_FOR_BAG,
        Code.ITEM_ELSEWHERE,
        Code.HAS_IT,
        Code.OTHER_PROFESSION,
        Code.PROFESSION_ELSEWHERE,
        Code.USED_UP,
        Code.NOT_YOUR_ROLE,
        Code.HYPNOTISED,
        Code.TOO_LATE,
        Code.ALREADY_USED,
        Code.NOT_ENOUGH_ITEMS,
    )
)
ORDER = {code: place for place, code in enumerate(Code)}


def problem(code: Code, text: str) -> RuleProblem:
    """Return a problem of this kind."""
    return RuleProblem(code.word, text)
