"""Checks of the reasons of games on cells: pieces are counted on the boards."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.cells import reasons as r
from engine.grid import GridRules
from tools.hint_reasons.case import Checks, Hint


def counts(hint: Hint, state: Any) -> Counter[str]:
    """Return the number of pieces of each player on the board."""
    return Counter(hint.table.player_of(piece) for piece in hint.table.lying(state))


def owners_by_cell(hint: Hint, state: Any) -> dict[str, str]:
    """Return whose piece lies on each cell."""
    return {cell: hint.table.player_of(piece) for piece, cell in hint.table.lying(state).items()}


def most_taken(hint: Hint, found: list[tuple[Any, Any]]) -> int:
    """Return the most pieces of the seat that one answer takes; turned ones lie there still."""
    return max([_taken(hint, before, after) for before, after in found], default=0)


def _taken(hint: Hint, before: Any, after: Any) -> int:
    """Return the number of the seat's pieces that are taken, by the numbers on the board.

    A move puts one piece at most: if others have more than one piece more, discs were turned over.
    """
    counts_before, counts_after = counts(hint, before), counts(hint, after)
    gained = sum(
        counts_after[player] - counts_before[player]
        for player in {*counts_before, *counts_after}
        if player != hint.seat
    )
    return counts_before[hint.seat] - counts_after[hint.seat] - max(0, gained - 1)


def _takes(hint: Hint, reason: r.Takes) -> bool:
    counts_before, counts_after = counts(hint, hint.view), counts(hint, hint.after)
    gone = sum(
        counts_before[player] - counts_after[player] for player in counts_before if player not in ("", hint.seat)
    )
    taken = gone - max(0, counts_after[hint.seat] - counts_before[hint.seat] - 1)
    return (reason.pieces, reason.lost) == (taken, most_taken(hint, hint.replies)) and taken > 0


def _turns_over(hint: Hint, reason: r.TurnsOver) -> bool:
    counts_before, counts_after = counts(hint, hint.view), counts(hint, hint.after)
    gone = sum(counts_before[player] - counts_after[player] for player in counts_before if player != hint.seat)
    return reason.pieces == gone == counts_after[hint.seat] - counts_before[hint.seat] - 1 > 0


def _promotes(hint: Hint, reason: r.Promotes) -> bool:
    kinds = hint.table.tag_set.pieces
    counts_before = {cell: kinds[piece] for piece, cell in hint.table.lying(hint.view).items()}
    counts_after = {cell: kinds[piece] for piece, cell in hint.table.lying(hint.after).items()}
    kind = kinds[reason.piece]
    more = list(counts_after.values()).count(kind) - list(counts_before.values()).count(kind)
    return (
        counts_after[reason.cell] == kind and more == 1 and owners_by_cell(hint, hint.after)[reason.cell] == hint.seat
    )


def _can_be_taken(hint: Hint, disc: str, found: list[tuple[Any, Any]]) -> bool:
    lie = [{piece.split("/")[0] for piece in hint.table.lying(end)} for _, end in found]
    return any(disc not in discs for discs in lie)


def _saves(hint: Hint, reason: r.SavesPiece) -> bool:
    disc = next(piece.split("/")[0] for piece, cell in hint.table.lying(hint.view).items() if cell == reason.cell)
    losing = sum(_can_be_taken(hint, disc, found) for _, found in hint.other_replies)
    own = owners_by_cell(hint, hint.view)[reason.cell] == hint.seat
    told = reason.losing, reason.others
    return own and told == (losing, len(hint.others)) and not _can_be_taken(hint, disc, hint.replies)


def _loses_least(hint: Hint, reason: r.LosesLeast) -> bool:
    elsewhere = min(most_taken(hint, found) for _, found in hint.other_replies)
    return (reason.pieces, reason.elsewhere) == (
        most_taken(hint, hint.replies),
        elsewhere,
    ) and reason.pieces < elsewhere


def _unthreatened(hint: Hint, reason: r.Unthreatened) -> bool:
    losing = sum(most_taken(hint, found) > 0 for _, found in hint.other_replies)
    return (reason.losing, reason.others) == (losing, len(hint.others)) and not most_taken(hint, hint.replies)


def _moves_open(hint: Hint, reason: r.MovesOpen) -> bool:
    told = reason.before, reason.after
    return told == (_count_moves(hint, hint.view), _count_moves(hint, hint.after)) and reason.after > reason.before


def _count_moves(hint: Hint, state: Any) -> int:
    from dataclasses import replace

    if isinstance(hint.play, GridRules):
        turned = replace(state, turn=hint.seat)
        if hint.play.over(turned) is not None:
            return 0
        return len({frozenset(changes.items()) for changes in hint.play.declared.moves(turned)})
    turned = replace(state, turn=type(state.turn)(hint.seat))
    return len({*hint.table.rules.possible(turned)})


# --- gauges of the classics ---


def _row(cell: str) -> int:
    return int(cell[1:]) - 1


def _column(cell: str) -> int:
    return ord(cell[0]) - ord("a")


def _king_room(position: Any, player: str) -> int | None:
    if player == "attackers":
        return None
    king = next(cell for cell, kind in position.board.items() if kind == "king")
    cells = {f"{file}{row}" for file in "abcdefg" for row in range(1, 8)}
    free = 0
    for right, down in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        column, row = _column(king) + right, _row(king) + down
        while (cell := f"{chr(97 + column)}{row + 1}") in cells and cell not in position.board:
            free, column, row = free + 1, column + right, row + down
    return free


def _foremost(position: Any, player: str) -> int:
    rows = [_row(cell) for cell, kind in position.board.items() if kind == player]
    return min(rows) if player == "white" else 7 - max(rows)


def _fox_room(position: Any, player: str) -> int | None:
    if player != "fox":
        return None
    fox = next(cell for cell, kind in position.board.items() if kind == "fox")
    cross = {
        f"{chr(97 + column)}{row + 1}" for column in range(7) for row in range(7) if 2 <= column <= 4 or 2 <= row <= 4
    }
    near = [cell for cell in cross if max(abs(_column(cell) - _column(fox)), abs(_row(cell) - _row(fox))) == 1]
    return sum(cell not in position.board for cell in near)


def _halma_steps(position: Any, player: str) -> int:
    cells = [cell for cell, kind in position.board.items() if kind == player]
    steps = [_column(cell) + _row(cell) for cell in cells]
    return sum(steps) if player == "white" else sum(14 - step for step in steps)


def _hex_missing(position: Any, player: str) -> int:
    """Relax the number of missing discs of all cells until nothing changes any more."""
    cells = [(column, row) for column in range(9) for row in range(9)]
    kinds = {(_column(cell), _row(cell)): kind for cell, kind in position.board.items()}
    other = "blue" if player == "red" else "red"
    along = 1 if player == "red" else 0
    most = 999
    missing = dict.fromkeys(cells, most)
    changed = True
    while changed:
        changed = False
        for cell in cells:
            if kinds.get(cell) == other:
                continue
            near = [
                missing[(cell[0] + right, cell[1] + down)]
                for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
                if (cell[0] + right, cell[1] + down) in missing
            ]
            best = (0 if cell[along] == 0 else min(near)) + (cell not in kinds)
            if best < missing[cell]:
                missing[cell], changed = best, True
    return min(missing[cell] for cell in cells if cell[along] == 8)


def _ludo_home(position: Any, player: str) -> int:
    homes = {"red": ("e8", "e7", "e6"), "blue": ("e2", "e3", "e4")}
    return sum(position.board.get(cell) == player for cell in homes[player])


def _ludo_in(position: Any, player: str) -> int:
    return list(position.board.values()).count(player)


def _store(position: Any, player: str) -> int:
    return int(position.memory[6 if player == "south" else 13])


def _morris_pairs(position: Any, player: str) -> int:
    rows = []
    for cells in [[f"{file}{row}" for file in "abcdefg"] for row in range(1, 8)] + [
        [f"{file}{row}" for row in range(1, 8)] for file in "abcdefg"
    ]:
        points = [cell for cell in cells if _is_point(cell)]
        rows += [points[:3], points[3:]] if len(points) == 6 else [points]
    found = 0
    for row in rows:
        kinds = [position.board.get(cell, "") for cell in row]
        found += kinds.count(player) == 2 and kinds.count("") == 1
    return found


def _is_point(cell: str) -> bool:
    column, row = abs(_column(cell) - 3), abs(_row(cell) - 3)
    return (column == row != 0) or (column == 0) != (row == 0)


_LINES = ("abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg")
_NINE = dict(zip("abcdefghi", (f"{file}{row}" for row in (1, 2, 3) for file in "abc"), strict=True))


def _lines(position: Any, player: str, least: int) -> int:
    own, other = ("cross", "nought") if player == "crosses" else ("nought", "cross")
    lines = [[position.board.get(_NINE[letter]) for letter in line] for line in _LINES]
    return sum(other not in line and line.count(own) >= least for line in lines)


def _corners(position: Any, player: str) -> int:
    return [position.board.get(f"{file}{row}") for file in "ah" for row in (1, 8)].count(player)


#: Counts of the games' gauges, made otherwise than the games do.
GAUGES: Mapping[tuple[str, str], Callable[[Any, str], int | None]] = {
    ("brandubh", "room"): _king_room,
    ("breakthrough", "steps"): _foremost,
    ("geese", "room"): _fox_room,
    ("halma", "steps"): _halma_steps,
    ("hex", "missing"): _hex_missing,
    ("ludo", "home"): _ludo_home,
    ("ludo", "in"): _ludo_in,
    ("mancala", "store"): _store,
    ("nine-mens-morris", "pairs"): _morris_pairs,
    ("nine-mens-morris", "blocked"): _morris_pairs,
    ("noughts-and-crosses", "pairs"): lambda position, player: _lines(position, player, 2),
    ("noughts-and-crosses", "open"): lambda position, player: _lines(position, player, 0),
    ("othello", "corners"): _corners,
}


def _gauge(hint: Hint, reason: r.ChangesGauge) -> bool:
    count = GAUGES[hint.table.rules.id, reason.gauge]
    told = count(hint.view, reason.player), count(hint.after, reason.player)
    better = (reason.after > reason.before) is hint.table.gauges[reason.gauge].more_is_better
    changed = reason.after != reason.before and reason.player in hint.table.colours
    return (reason.before, reason.after) == told and changed and better is (reason.player == hint.seat)


CHECKS: Checks = {
    r.Takes: _takes,
    r.TurnsOver: _turns_over,
    r.Promotes: _promotes,
    r.SavesPiece: _saves,
    r.LosesLeast: _loses_least,
    r.Unthreatened: _unthreatened,
    r.MovesOpen: _moves_open,
    r.ChangesGauge: _gauge,
}
