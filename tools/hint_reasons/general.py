"""Checks of the reasons that every game has."""

from random import Random
from typing import Any

from companion.opponents import reasons as r
from tools.hint_reasons.case import Checks, Hint, replies


def winners(hint: Hint, state: Any) -> tuple[str, ...] | None:
    """Return who has won; None while the game goes on."""
    result = hint.play.over(state)
    return None if result is None else tuple(result.winners)


def loses_next(hint: Hint, found: list[tuple[Any, Any]]) -> bool:
    """Return True if an answer wins for others alone."""
    ends = [winners(hint, end) for _, end in found]
    return any(end and hint.seat not in end for end in ends)


def count_losing(hint: Hint) -> int:
    """Return the number of other moves after which others can win at once."""
    return sum(loses_next(hint, found) for _, found in hint.other_replies)


def _only_move(hint: Hint, _reason: r.OnlyMove) -> bool:
    return not hint.others


def _wins(hint: Hint, _reason: r.Wins) -> bool:
    return hint.seat in (winners(hint, hint.after) or ())


def _ends_drawn(hint: Hint, reason: r.EndsDrawn) -> bool:
    drawn = winners(hint, hint.after)
    others = len(hint.others)
    return (
        drawn is not None
        and hint.seat not in drawn
        and (reason.losing, reason.others)
        == (
            count_losing(hint),
            others,
        )
    )


def _wins_next(hint: Hint, reason: r.WinsNext) -> bool:
    play = hint.play
    answered = [
        hint.seat in play.acting_seats(end)
        and any(hint.seat in (winners(hint, play.follow(end, move)) or ()) for move in play.possible(end))
        for _, end in hint.replies
    ]
    return all(answered) and len(answered) == reason.answers > 0 and _is_opponent(hint, reason.opponent)


def _is_opponent(hint: Hint, seat: str) -> bool:
    return {hint.play.acting_seats(turn)[0] for turn, _ in hint.replies} == {seat}


def _stops_win(hint: Hint, reason: r.StopsWin) -> bool:
    counts = count_losing(hint), len(hint.others)
    told = reason.losing, reason.others
    stopped = reason.losing > 0 and not loses_next(hint, hint.replies)
    return told == counts and stopped and _is_opponent(hint, reason.opponent)


def _moves_again(hint: Hint, _reason: r.MovesAgain) -> bool:
    return tuple(hint.play.acting_seats(hint.after))[:1] == (hint.seat,)


def _fewest_answers(hint: Hint, reason: r.FewestAnswers) -> bool:
    going_on = [found for end, found in hint.other_replies if hint.play.over(end) is None]
    elsewhere = min(len(found) for found in going_on)
    told = reason.answers, reason.elsewhere
    fewer = reason.answers < reason.elsewhere and _is_opponent(hint, reason.opponent)
    return told == (len(hint.replies), elsewhere) and fewer


def worths(hint: Hint) -> tuple[float, list[float]]:
    """Return the worth of the advised move, and those of the others.

    They are estimated over deals, after answers, or at once.
    """
    play, seat = hint.play, hint.seat
    if not play.is_public and not play.worth_is_public:
        return _worths_by_deals(hint)
    ends = [hint.after, *(play.follow(hint.view, move) for move in hint.others)]
    answered = len(hint.others) * max(1, _count_replies(hint)) <= r.MOST_STATES and play.is_public
    if not answered or hint.table.rules.id == "finstere-flure":
        own, *others = [play.worth(end, seat) for end in ends]
        return own, others
    worst = [min([play.worth(end, seat) for _, end in replies(play, after, seat)], default=None) for after in ends]
    own, *others = [play.worth(end, seat) if low is None else low for end, low in zip(ends, worst, strict=True)]
    return own, others


def _count_replies(hint: Hint) -> int:
    return len(hint.replies) if hint.play.is_public else 0


def _worths_by_deals(hint: Hint) -> tuple[float, list[float]]:
    play, moves = hint.play, list(hint.play.moves_of(hint.view, hint.seat))
    rng = Random(len(moves))
    deals = [play.determinize(hint.view, hint.seat, rng) for _ in range(r.SAMPLES)]

    def mean(move: Any) -> float:
        return sum(play.worth(play.follow(deal, move), hint.seat) for deal in deals) / len(deals)

    return mean(hint.move), [mean(move) for move in hint.others]


#: Sums of the same numbers in another order differ by so much.
_ROUNDED = 1e-9


def _best(hint: Hint, _reason: Any) -> bool:
    own, others = worths(hint)
    return own >= max(others) - _ROUNDED


def _best_answered(hint: Hint, reason: r.BestAnswered) -> bool:
    return _is_opponent(hint, reason.opponent) and _best(hint, reason)


def _best_on_average(hint: Hint, reason: r.BestOnAverage) -> bool:
    return reason.deals == r.SAMPLES and _best(hint, reason)


def _alike(hint: Hint, _reason: r.MuchAlike | r.PaysLater) -> bool:
    own, others = worths(hint)
    return max(others) - own <= r.MUCH + _ROUNDED


def _pays_later(hint: Hint, reason: r.PaysLater) -> bool:
    return not _alike(hint, reason)


def _unsaid(hint: Hint, _reason: r.StaysUnsaid) -> bool:
    return hint.shared and not hint.play.is_public


CHECKS: Checks = {
    r.OnlyMove: _only_move,
    r.Wins: _wins,
    r.EndsDrawn: _ends_drawn,
    r.WinsNext: _wins_next,
    r.StopsWin: _stops_win,
    r.MovesAgain: _moves_again,
    r.FewestAnswers: _fewest_answers,
    r.BestAnswered: _best_answered,
    r.BestAtOnce: _best,
    r.BestOnAverage: _best_on_average,
    r.MuchAlike: _alike,
    r.PaysLater: _pays_later,
    r.StaysUnsaid: _unsaid,
}
