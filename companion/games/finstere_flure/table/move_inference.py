"""Inference of a token's move from an observation, or of what is wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.games.finstere_flure.reading.reading import MisplacementKind
from companion.games.finstere_flure.table import problems
from companion.games.finstere_flure.table.comparison import compare
from companion.games.finstere_flure.table.lies import FLOOR_TILES, changes_of, layout_after, layout_of, token_of
from companion.games.finstere_flure.table.observation import BoardObservation, in_order
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.words.piece_names import token_name
from companion.table.inference import Happened, Inference, Nothing, Problems, TableProblem, Waiting
from companion.table.layout import Change, Lie, PieceObservation, TableLayout, difference
from companion.table.matching import find_event
from engine.finstere_flure.events import StoneMoved, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS, STONE_KINDS, TOKENS, Place
from engine.finstere_flure.position import Position


def infer_move(game: Game, observation: BoardObservation) -> Inference[TokenMoved]:
    """Infer what has happened since the game's last event, while a token is to be moved.

    Floor tiles that are not seen count as lying where they lay: something lies on their tag. Stones are told apart
    by their visible face only (see `stones`).
    """
    inference = _TokenPhase(game, observation).inference()
    if not observation.half_hidden or not isinstance(inference, Waiting) or inference.maybe:
        return inference
    # What fits if the cells at the edge of sight are not seen any more the players may confirm.
    match _TokenPhase(game, observation.with_half_hidden_as_hidden()).inference():
        case Happened(event=event):
            return replace(inference, maybe=(event,))
        case Waiting(maybe=maybe):
            return replace(inference, maybe=maybe)
    return inference


def move_on_table(game: Game, inference: Inference[TokenMoved], *, held: bool) -> TokenMoved | None:
    """Return the move that lies on the table, and has not settled yet or must be confirmed.

    `held`: also the move of a token that is held over a cell, with its old side up and without pushing.
    """
    match inference:
        case Happened(event=event) | Waiting(maybe=(event,)):
            return event
        case Problems(overrule=TokenMoved() as seen) if held:
            moves = [move for move in game.token_choices(seen.token) if move.to == seen.to]
            return min(moves, key=lambda move: len(move.stones), default=None)
    return None


@dataclass(frozen=True)
class _Candidate:
    """A possible move, and the layout after it on which stones are alike."""

    event: TokenMoved
    layout: TableLayout


def _alike(lie: Lie) -> Lie:
    """Return the lie of a stone by its face alone; of a token at the exit no side is asked for."""
    if lie.piece in STONE_FRONTS:
        return lie._replace(piece=lie.face)
    return lie._replace(face="") if lie.place == Place.OUT else lie


def _with_alike(layout: TableLayout) -> TableLayout:
    return TableLayout.from_lies(map(_alike, layout.counts))


@lru_cache(maxsize=4)
def _alike_layout(position: Position) -> TableLayout:
    return _with_alike(layout_of(position))


class _TokenPhase:
    """The table beside the game, and what can be concluded."""

    def __init__(self, game: Game, observation: BoardObservation) -> None:
        self.game = game
        self.state = game.state
        self.position = game.state.position
        self.seen = observation
        self.before = layout_of(self.position)
        self.alike = _alike_layout(self.position)
        aligned = observation.aligned(self.before)
        self.aligned: PieceObservation = replace(aligned, layout=_with_alike(aligned.layout))
        turn = game.state.turn
        self.movable = game.state.tokens_to_move(turn) if turn is not None else ()
        self._all_choices: dict[str, Sequence[TokenMoved]] = {}

    def inference(self) -> Inference[TokenMoved]:
        """Return the inferred event, or what is wrong or still missing."""
        found = find_event(self.alike, self._candidates(), self.aligned)
        if isinstance(found, Happened):
            return found
        if isinstance(found, Nothing) and self._is_floor_present():
            return found
        self.changes = compare(self.before, self.seen)
        unreadable = in_order(self.seen.unreadable)
        if isinstance(found, Waiting) and found.maybe and not found.places:
            gone = tuple(piece for piece in self.changes.missing if piece in TOKENS)
            return Waiting(gone, unreadable, _nearest_of_each(found.maybe))
        self._find_move()
        explained = self._is_explained_by_hand()
        wrong = () if explained else tuple(self._problems())
        missing = tuple(piece for piece in self.differences.missing if not explained or piece not in STONE_FRONTS)
        if missing:
            return Waiting(missing, unreadable, problems=(*map(self._missing, missing), *wrong))
        if explained or (isinstance(found, Waiting) and not self.seen.in_doubt):
            told = self.event or wrong or self.changes.changes
            return Waiting(places=unreadable if told else self.changes.covered, problems=wrong)
        return Problems(wrong, self._overrule())

    def _is_explained_by_hand(self) -> bool:
        """Return True if a move explains all that is seen, where the rest of it lies out of sight.

        Something unread must lie on the table, such as a hand that is still moving the pieces.
        """
        out_of_sight = self._out_of_sight()
        return bool(self.seen.unreadable) and any(
            self.aligned.allows(candidate.layout)
            and all(lie.piece in TOKENS or lie.place in out_of_sight for lie in self.aligned.missing(candidate.layout))
            for candidate in self._candidates()
        )

    def _out_of_sight(self) -> frozenset[str]:
        """Return the places where a piece may come to lie unseen, arms over them included."""
        return self.aligned.unreadable | self.aligned.hidden | self.seen.reached_over

    def _is_floor_present(self) -> bool:
        """Return True if every floor tile may lie where it should; one that is gone stops no token."""
        floor = (lie for piece, lie in self.before.lies.items() if piece in FLOOR_TILES)
        return all(map(self.seen.may_be_present, floor))

    # --- which move -----------------------------------------------------------------------------------------------

    def _choices(self, token: str) -> Sequence[TokenMoved]:
        """Return the moves of a token, those that push least first."""
        if token not in self._all_choices:
            self._all_choices[token] = sorted(self.game.token_choices(token), key=lambda event: len(event.stones))
        return self._all_choices[token]

    def _choices_to(self, token: str, place: str) -> list[TokenMoved]:
        return [event for event in self._choices(token) if event.to == place]

    def _candidates(self) -> Iterator[_Candidate]:
        """Yield the moves of the tokens that lie otherwise.

        If there are none, they are those of the tokens that are not seen.
        """
        lies = self.aligned.layout.lies
        otherwise = {
            token: lies[token] for token in self.movable if lies.get(token, None) not in (None, self.before.lies[token])
        }
        unseen = [] if otherwise else [token for token in self.movable if token not in lies]
        out_of_sight = self._out_of_sight()
        moves = (event for token, lie in otherwise.items() for event in self._choices_to(token, lie.place))
        hidden = (event for token in unseen for event in self._choices(token) if event.to in out_of_sight)
        for event in (*moves, *hidden):
            yield _Candidate(event, self._layout_after(event))

    def _layout_after(self, event: TokenMoved) -> TableLayout:
        changes = changes_of(self.before, event)
        return layout_after(self.alike, [Change(*(lie and _alike(lie) for lie in change)) for change in changes])

    def _find_move(self) -> None:
        """Find the move that the table shows, or that comes nearest to it.

        There is none if no token was moved by the rules.

        A moved token goes before a flipped one.
        """
        self.own = self.changes.of(self.movable)
        allowed = [change for change in self.own if self._choices_to(change.lie.piece, change.lie.place)]
        self.mover = max(allowed, key=lambda change: (change.is_move, change.is_turn), default=None)
        self.event = None
        #: What is different from what it should be, that move made.
        self.differences = self.changes
        if self.mover is not None:
            choices = self._choices_to(self.mover.lie.piece, self.mover.lie.place)
            self.event = min(choices, key=self._distance)
            after = layout_after(self.before, changes_of(self.before, self.event))
            self.differences = compare(after, self.seen)

    def _distance(self, event: TokenMoved) -> tuple[int, int]:
        """Return how far the stones are from where a move leaves them.

        The second number is that of the others that it pushes.
        """
        changes = difference(self._layout_after(event), self.aligned.layout)
        stones = [change for change in changes if change.lie.piece in STONE_KINDS and not self._may_lie(change)]
        seen_to_move = {change.lie.piece for change in self.changes.of(STONE_FRONTS) if change.end is not None}
        return len(stones), len({stone.stone for stone in event.stones} ^ seen_to_move)

    def _may_lie(self, change: Change) -> bool:
        """Return True if a stone that is not seen may lie, out of sight, where it lay."""
        out_of_sight = self.seen.unreadable | self.seen.hidden
        return change.start is None and change.lie.place in out_of_sight and change.lie in self.alike.counts

    # --- what is wrong --------------------------------------------------------------------------------------------

    def _problems(self) -> Iterator[TableProblem]:
        """Yield all that is wrong, the likeliest first."""
        differences, position = self.differences, self.position
        for misplacement in differences.misplacements:
            yield problems.doubtful_place(misplacement, position)
        yield from self._own_problems()
        for change in self.changes.tokens:
            if change.lie.piece not in self.movable:
                other_moved = self.mover is not None and self.mover.is_move
                yield (
                    problems.not_its_turn(change, position, self.state.turn)
                    if change.is_move
                    else problems.flipped_only(change, position, other_moved=other_moved)
                )
        # What pushed the stones is not known while a token lies on a line.
        on_a_line = {
            misplacement.pieces[0]
            for misplacement in differences.misplacements
            if misplacement.kind is MisplacementKind.ON_A_LINE
        }
        stones = differences.of(STONE_FRONTS)
        if not on_a_line & set(self.movable):
            yield from self._stone_problems(stones)
        for seen, end in (*stones, *differences.of(FLOOR_TILES)):
            if seen is not None and end is not None and (end.piece in FLOOR_TILES or seen.face != end.face):
                yield problems.tile_wrong(seen, end, ProblemKind.STONE_NOT_PUSHED)
        for seen, end in differences.of((MONSTER,)):
            if seen is not None and end is not None:
                yield problems.monster_moved(seen, end, ProblemKind.MONSTER_MOVED)
        yield from (problems.strange_token(change, position) for change in differences.strange)
        yield from (problems.extra_tile(change.lie) for change in differences.of(FLOOR_TILES) if change.end is None)

    def _own_problems(self) -> Iterator[TableProblem]:
        """Yield the problems with the tokens of the player on turn that may still move."""
        position = self.position
        moved = [change for change in self.own if change.is_move]
        flipped = [change for change in self.own if not change.is_move]
        if len(moved) > 1:
            yield problems.two_tokens(moved, position)
        for change in moved:
            if not self._choices_to(change.lie.piece, change.lie.place):
                yield problems.too_far(change, position)
            elif len(moved) == 1 and not change.is_turn and change.lie.place != Place.OUT:
                yield problems.not_flipped(change, position)
        if moved:
            yield from (problems.flipped_only(change, position, other_moved=True) for change in flipped)
        elif len(flipped) > 1:
            yield problems.two_tokens(flipped, position)

    def _stone_problems(self, stones: Sequence[Change]) -> Iterator[TableProblem]:
        """Yield the problems of stones that lie where nothing put them."""
        token, lies = self._token_that_pushes(), self.before.lies
        removed = [lies[stone.stone] for stone in self.event.stones if stone.to is None] if self.event else []
        for seen, end in stones:
            if seen is None or (end is not None and seen.face != end.face):
                continue
            if end is None:
                out = next((lay for lay in removed if lay.place == seen.place), None)
                yield problems.push_forgotten(out, None, token) if token and out else problems.extra_tile(seen)
            elif token is not None and seen.place == lies[end.piece].place:
                yield problems.push_forgotten(lies[end.piece], end.place, token)
            else:
                yield problems.stone_not_pushed(lies[end.piece], seen, end, token)

    def _token_that_pushes(self) -> str | None:
        """Return the name of the token that moved."""
        end = self.mover.end if self.mover is not None and self.mover.is_move else None
        return None if end is None else token_name(token_of(end), self.position)

    def _missing(self, piece: str) -> TableProblem:
        """Return the problem that a piece is missing, or was not pushed to where it should be."""
        if piece in self.movable:
            return problems.lifted(piece, self.position)
        pushed = next((stone for stone in self.event.stones if stone.stone == piece), None) if self.event else None
        if pushed is None or self.mover is None or self.mover.end is None:
            return problems.missing(piece, self.position)
        token = token_name(token_of(self.mover.end), self.position)
        return replace(problems.push_forgotten(self.before.lies[piece], pushed.to, token), missing=True)

    # --- overruling -----------------------------------------------------------------------------------------------

    def _overrule(self) -> TokenMoved | None:
        """Return the event that takes the table as it lies, if a token with stones explains it all."""
        changes, tokens = self.changes.changes, self.changes.tokens
        stones = self.changes.of(STONE_FRONTS)
        if len(tokens) != 1 or self.changes.misplacements or len(changes) > len(tokens) + len(stones):
            return None
        if any(change.end is None for change in changes) or any(change.is_turn for change in stones):
            return None
        moved = [StoneMoved(change.lie.piece, change.lie.place) for change in stones]
        # Nothing is missing but what the move pushed out of the game.
        moved += [StoneMoved(piece, None) for piece in self.changes.missing]
        token = token_of(tokens[0].lie)
        event = TokenMoved(token.id, token.at, token.side, tuple(moved), overruled=True)
        return None if self.game.problems(event) else event


def _nearest_of_each(events: Sequence[TokenMoved]) -> tuple[TokenMoved, ...]:
    """Return of the moves of a token to the same place the first, which pushes least."""
    nearest: dict[tuple[str, object], TokenMoved] = {}
    for event in events:
        nearest.setdefault((event.token, event.to), event)
    return tuple(nearest.values())
