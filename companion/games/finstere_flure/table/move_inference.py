"""Inference in the token phase: the move that was made, or what is wrong.

It comes from what is seen of the table.
"""

from dataclasses import replace

from companion.games.finstere_flure.reading.reading import MisplacementKind
from companion.games.finstere_flure.table import problems
from companion.games.finstere_flure.table.comparison import Differences, TokenChange, compare
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.table.stones import StoneFaces, stone_faces
from companion.games.finstere_flure.words.piece_names import token_name
from companion.table.inference import Happened, Inference, Nothing, Problems, TableProblem, Waiting
from engine.finstere_flure.board import Cell
from engine.finstere_flure.events import StoneMoved, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS, TOKENS, Place
from engine.finstere_flure.position import Tile
from engine.finstere_flure.rounds import position_after


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


class _TokenPhase:
    """The table beside the game, and what can be concluded."""

    def __init__(self, game: Game, observation: BoardObservation) -> None:
        self.game = game
        self.state = game.state
        self.position = game.state.position
        self.seen = observation
        self.stone_faces: StoneFaces = stone_faces(observation.stones)
        self.changes: Differences = compare(self.position, observation)
        turn = game.state.turn
        self.movable = game.state.tokens_to_move(turn) if turn is not None else ()
        self.own = [change for change in self.changes.tokens if change.id in self.movable]
        self._all_choices: dict[str, tuple[TokenMoved, ...]] = {}
        self.mover = self._find_moved_token()
        #: The move that the table shows, or that comes nearest to it; None if no token was moved by the rules.
        self.event = self._nearest(self.mover.id, self.mover.after.at) if self.mover else None
        #: What is different from what it should be, that move made.
        self.differences = (
            compare(position_after(self.position, self.event), observation) if self.event else self.changes
        )

    def inference(self) -> Inference[TokenMoved]:
        """Return the inferred event, or what is wrong or still missing."""
        # A floor tile that is gone stops no token.
        stopping = [
            piece for piece in self.differences.missing if piece in (*TOKENS, *STONE_FRONTS, MONSTER) or not self.event
        ]
        if self.differences.matches_position and not stopping:
            if self.event is None:
                return Waiting(places=self.differences.covered) if self.differences.covered else Nothing()
            if self._is_certain(self.event):
                return Happened(self.event)
            maybe = () if self.differences.covered else (self.event,)
            return Waiting(places=self.seen.unreadable, maybe=maybe)
        wrong = tuple(self._problems())
        if self.differences.missing:
            missing = tuple(map(self._missing, self.differences.missing))
            return Waiting(self.differences.missing, self.seen.unreadable, self._unseen_moves(), (*missing, *wrong))
        if self._hidden_token_may_push():
            return Waiting(places=self.seen.unreadable, problems=wrong)
        return Problems(wrong, self._overrule())

    def _hidden_token_may_push(self) -> bool:
        """Return True if only stones differ, and a token under a hand may have pushed them."""
        differences = self.differences
        if (
            not self.seen.unreadable
            or differences.tokens
            or differences.misplacements
            or not differences.only_tokens_or_stones_differ
        ):
            return False
        seen = {token.id for token in self.seen.tokens}
        return any(token not in seen for token in self.movable)

    # --- which move -----------------------------------------------------------------------------------------------

    def _choices(self, token_id: str, place: Cell | Place) -> list[TokenMoved]:
        """Return the moves of the token that end there."""
        if token_id not in self._all_choices:
            self._all_choices[token_id] = self.game.token_choices(token_id)
        return [event for event in self._all_choices[token_id] if event.to == place]

    def _find_moved_token(self) -> TokenChange | None:
        """Return the token whose move this is, None if no token of the player's can be it.

        It lies where it may come. A moved token goes before a flipped one.
        """
        allowed = [change for change in self.own if self._choices(change.id, change.after.at)]
        return max(allowed, key=lambda change: (change.moved, change.flipped), default=None)

    def _after(self, event: TokenMoved) -> dict[Cell, Tile]:
        """Return the stones by their cells when the event has happened."""
        moved = {stone.stone: stone.to for stone in event.stones}
        cells = ((moved.get(stone.id, stone.cell), stone) for stone in self.position.stones)
        return {cell: stone for cell, stone in cells if cell is not None}

    def _nearest(self, token_id: str, place: Cell | Place) -> TokenMoved:
        """Return the move of the token to there that leaves the stones most nearly as they are seen."""
        before = stone_faces(self.position.stones)
        seen_to_move = {part.id for part, _ in self.changes.stones.moved}
        tag_at = {stone.cell: stone.id for stone in self.seen.stones}
        out_of_sight = {*self.seen.unreadable, *self.seen.hidden}

        def distance(event: TokenMoved) -> tuple[int, int, int, int]:
            after = self._after(event)
            lacking = sum(
                self.stone_faces.get(cell) is not stone.kind
                for cell, stone in after.items()
                if cell not in out_of_sight or before.get(cell) is not stone.kind
            )
            surplus = sum(cell not in after or after[cell].kind is not kind for cell, kind in self.stone_faces.items())
            other_tags = sum(tag_at.get(cell) != stone.id for cell, stone in after.items())
            moved = {stone.stone for stone in event.stones}
            return lacking + surplus, len(moved ^ seen_to_move), len(moved), other_tags

        return min(self._choices(token_id, place), key=distance)

    def _is_certain(self, event: TokenMoved) -> bool:
        """Return True if all that the move changes is seen, and no hand may push another stone.

        This is a stone that the move leaves alone.
        """
        after = self._after(event)
        if any(
            stone.to is not None and self.stone_faces.get(stone.to) is not after[stone.to].kind
            for stone in event.stones
        ):
            return False
        if not self.differences.covered and not self.differences.hidden:
            return True
        afterwards = [self._faces_after(other) for other in self._choices(event.token, event.to)]
        possible = [other for other in afterwards if self.stone_faces.items() <= other.items()]
        return all(other == possible[0] for other in possible)

    def _faces_after(self, event: TokenMoved) -> StoneFaces:
        return {cell: stone.kind for cell, stone in self._after(event).items()}

    def _unseen_moves(self) -> tuple[TokenMoved, ...]:
        """Return the moves that explain why a token is not seen.

        They lead out of the castle, or to where the monster hides it.
        """
        gone = [piece for piece in self.changes.missing if piece in TOKENS]
        if len(gone) != 1 or self.changes.tokens:
            return ()
        places = [place for place in (Place.OUT, *self.seen.hidden) if self._choices(gone[0], place)]
        events = [self._nearest(gone[0], place) for place in places]
        return tuple(event for event in events if self._explains_all(event))

    def _explains_all(self, event: TokenMoved) -> bool:
        differences = compare(position_after(self.position, event), self.seen)
        return differences.matches_position and not differences.missing and not differences.covered

    # --- what is wrong --------------------------------------------------------------------------------------------

    def _problems(self) -> list[TableProblem]:
        """Return all that is wrong, the likeliest first."""
        differences, position = self.differences, self.position
        found = [problems.doubtful_place(misplacement, position) for misplacement in differences.misplacements]
        found += self._own_problems()
        for change in self.changes.tokens:
            if change.id not in self.movable:
                owner = TOKENS[change.id][0]
                found.append(
                    problems.not_its_turn(change, position, owner, self.state.turn)
                    if change.moved
                    else problems.flipped_only(change, position, other_moved=bool(self.mover and self.mover.moved))
                )
        # What pushed the stones is not known while a token lies on a line.
        on_a_line = {
            misplacement.pieces[0]
            for misplacement in differences.misplacements
            if misplacement.kind is MisplacementKind.ON_A_LINE
        }
        if not on_a_line & set(self.movable):
            found += self._stone_problems()
        found += [problems.turned_over(*pair) for pair in differences.stones.turned]
        found += [problems.floor_moved(*pair, ProblemKind.STONE_NOT_PUSHED) for pair in differences.floor]
        if differences.monster:
            found.append(
                problems.monster_moved(
                    position.monster, position.facing, differences.monster, ProblemKind.MONSTER_MOVED
                )
            )
        found += [problems.strange_token(token, position) for token in differences.strange]
        found += [problems.extra_tile(tile) for tile in differences.extra_floor]
        return found

    def _own_problems(self) -> list[TableProblem]:
        """Return the problems with the tokens of the player on turn that may still move."""
        position = self.position
        moved = [change for change in self.own if change.moved]
        flipped = [change for change in self.own if not change.moved]
        found = [problems.two_tokens(moved, position)] if len(moved) > 1 else []
        for change in moved:
            if not self._choices(change.id, change.after.at):
                found.append(problems.too_far(change, position))
            elif len(moved) == 1 and not change.flipped and change.after.at is not Place.OUT:
                found.append(problems.not_flipped(change, position))
        if moved:
            found += [problems.flipped_only(change, position, other_moved=True) for change in flipped]
        elif len(flipped) > 1:
            found.append(problems.two_tokens(flipped, position))
        return found

    def _stone_problems(self) -> list[TableProblem]:
        """Return the problems of stones that lie where nothing put them."""
        before = {stone.id: stone for stone in self.position.stones}
        token = token_name(self.mover.before, self.position) if self.mover and self.mover.moved else None
        found = []
        for part, moved_stone in self.differences.stones.moved:
            stone = before[part.id]
            if token is not None and moved_stone.cell == stone.cell:
                found.append(problems.push_forgotten(stone, part.cell, token))
            else:
                found.append(problems.stone_not_pushed(stone, moved_stone.cell, part.cell, token))
        removed = [before[stone.stone] for stone in self.event.stones if stone.to is None] if self.event else []
        for stone in self.differences.stones.extra:
            pushed_out = next((part for part in removed if part.cell == stone.cell), None)
            if token is not None and pushed_out is not None:
                found.append(problems.push_forgotten(pushed_out, None, token))
            else:
                found.append(problems.extra_tile(stone))
        return found

    def _missing(self, piece: str) -> TableProblem:
        """Return the problem that a piece is missing, or was not pushed to where it should be."""
        if piece in self.movable:
            return problems.lifted(piece, self.position)
        pushed = next((stone for stone in self.event.stones if stone.stone == piece), None) if self.event else None
        if pushed is None or self.mover is None:
            return problems.missing(piece, self.position)
        stone = next(stone for stone in self.position.stones if stone.id == piece)
        forgotten = problems.push_forgotten(stone, pushed.to, token_name(self.mover.before, self.position))
        return replace(forgotten, missing=True)

    # --- overruling -----------------------------------------------------------------------------------------------

    def _overrule(self) -> TokenMoved | None:
        """Return the event that takes the table as it lies, if a token with stones explains it all."""
        changes = self.changes
        stones = changes.stones
        if len(changes.tokens) != 1 or changes.misplacements or not changes.only_tokens_or_stones_differ:
            return None
        if stones.turned or stones.extra:
            return None
        moved = [StoneMoved(part.id, moved_stone.cell) for part, moved_stone in stones.moved]
        # Nothing is missing but what the move pushed out of the game.
        moved += [StoneMoved(piece, None) for piece in changes.missing]
        change = changes.tokens[0]
        event = TokenMoved(change.id, change.after.at, change.after.side, tuple(moved), overruled=True)
        return None if self.game.problems(event) else event
