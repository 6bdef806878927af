"""Token phase: whose turn it is, and the move that the table or the touched screen shows."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.button_colours import press
from companion.device.sentences import capitalised, together
from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.playback.board_view import BoardView, FlippedToken, Mark
from companion.games.finstere_flure.table.celebration import celebrate_last_token
from companion.games.finstere_flure.table.foresight import Foresight, describe_mode
from companion.games.finstere_flure.table.inspection import InspectionStep
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.move_inference import infer_move, move_on_table
from companion.games.finstere_flure.table.observation import BoardObservation, in_order
from companion.games.finstere_flure.table.plain_question import alike_chosen, alike_page, alike_rows
from companion.games.finstere_flure.table.plain_tokens import PlainTokens
from companion.games.finstere_flure.table.problem_board import mark_problems
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.table.ring import turn_pattern
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, is_told_on_table, running
from companion.games.finstere_flure.table.seat_moves import describe_ignored_touch
from companion.games.finstere_flure.table.standing import describe_status, has_tokens_left
from companion.games.finstere_flure.table.token_marking import (
    LEAVE,
    OTHER_PUSH,
    STAY,
    WAY,
    WHAT_IF,
    TokenMarking,
)
from companion.games.finstere_flure.table.token_words import (
    MAYBE,
    describe_hand_task,
    describe_push,
    describe_pushed_stones,
    describe_seen_move,
    describe_turn,
    describe_turn_task,
    maybe_row,
)
from companion.games.finstere_flure.table.unread_notice import UnreadNotice
from companion.games.finstere_flure.words.piece_names import player_name
from companion.games.finstere_flure.words.sentences import Names
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.camera_words import describe_covered
from companion.table.inference import Happened, Inference, Nothing, Problems, TableProblem, Undecided, Waiting
from companion.table.inference_step import InferenceStep
from companion.table.learned_looks import is_doubt
from companion.table.lists import index_of, step_choice
from companion.table.problem_page import is_wrong, problem_page
from companion.table.ring import problem_pattern
from companion.table.undo_step import open_undo, undo_label
from companion.table.which_move import ask_which_move, none_of_these
from companion.voice import Level
from engine.finstere_flure.board import is_cell
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.pieces import TOKENS, Place
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import Phase
from hardware.buttons import Button
from hardware.ring.patterns import Pattern

#: A move that lies on the table counts after so long (seconds): the hand may just be resting.
SETTLED_S = 0.7
#: A token that was only flipped may still be picked up and moved.
SETTLED_FLIP_S = 4.0
#: So long something may lie wrong before the companion says so.
PROBLEM_S = 2.0
#: So long a token may be in the air.
LIFTED_S = 10.0
#: Nobody has moved for so long: the screen shows where each token may go, each for so long.
HESITATION_S = 15.0
PROPOSED_S = 4.0


class TokenStep(InferenceStep[TokenMoved]):
    """A player moves a token."""

    session: FinstereFlureSession
    takes_events = True

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session)
        self.game = running(session)
        self.state = self.game.state
        assert self.state.turn is not None
        self.turn = self.state.turn
        self._layout = layout_of(self.state.position)
        #: Tokens beside the board that the camera has seen in this step, and those that it sees now.
        self.beside: frozenset[str] = frozenset()
        self.beside_now: frozenset[str] = frozenset()
        self.selected: str | None = None
        self.target: str | None = None
        #: Of several ways to the target, the number of the one that is chosen, and whether it is asked for.
        self.variant = 0
        self.asks_way = False
        #: By hand: what the buttons mark.
        self.foresight = Foresight(session, self.state)
        what_if = (WHAT_IF,) if self.foresight.is_on else ()
        self.marking = TokenMarking(self.game, (*self.state.tokens_to_move(self.turn), *what_if))
        self.unread = UnreadNotice(session)
        #: How moves are known by the cells that are taken, if the pieces have no stickers; else None.
        self._plain = PlainTokens(self.game, session.unrest, session.looks) if session.settings.is_plain else None
        #: Of moves that look alike, the row that Advance takes, once Draw has marked one.
        self.alike_marked: str | None = None

    # --- what is seen -------------------------------------------------------------------------------------------

    def see(self) -> None:
        """Find out what has happened; it counts when it has lain still for a while."""
        observation = self.session.observed(BoardObservation)
        assert observation is not None
        self.beside_now = frozenset(observation.beside)
        self.beside |= self.beside_now
        if self._plain is not None:
            observation, told = self._plain.match(observation, self.session.now)
            inference = told or _without_move(infer_move(self.game, observation))
        else:
            inference = infer_move(self.game, observation)
            if isinstance(inference, Nothing):
                inference = self._infer_unseen_entry(observation)
        self.find(inference)
        covered = inference.places if isinstance(inference, Waiting) and not inference.pieces else ()
        # What a move brings is no foreign thing, even while it is asked which move it was.
        unread = () if isinstance(inference, Happened | Undecided) else observation.unread_cells(self._layout)
        self.unread.see([cell for cell in unread if cell not in covered])

    def unsettled(self) -> None:
        """Restart the waiting for the table to come to rest."""
        super().unsettled()
        self.unread.unsettled()
        if self._plain is not None:
            self._plain.steady.unsettle(self.session.now)

    def _infer_unseen_entry(self, observation: BoardObservation) -> Inference[TokenMoved]:
        """Infer that a token may have entered where the camera cannot see it.

        It lay beside the board and is gone.
        """
        gone = [token for token in self.state.tokens_to_move(self.turn) if token in self.beside - self.beside_now]
        out_of_sight = observation.hidden | observation.half_hidden | observation.unreadable
        if len(gone) != 1 or not out_of_sight:
            return Nothing()
        choices = self.game.token_choices(gone[0])
        maybe = tuple(event for event in choices if event.to in out_of_sight and not event.stones)
        return Waiting((gone[0],), in_order(observation.unreadable), maybe) if maybe else Nothing()

    def forget_observation(self) -> None:
        """Forget what was inferred, and which tokens lie beside the board."""
        super().forget_observation()
        self.unread.see(())
        self.beside = self.beside_now = frozenset()

    def tick(self) -> None:
        """Take what has settled, say what has been wrong for a while."""
        self.unread.tick()
        if self._plain is not None and self.session.observation is not None and self._plain.is_due(self.session.now):
            self.see()
        match self.inference:
            case Undecided() if self.age_s >= self._settled_s() and not self.reported:
                self.reported, self.alike_marked = True, None
                ask_which_move(self.session, self._alike_rows())
            case Happened(event=event) if self.age_s >= self._settled_s(event) and not self.session.own_screens_decide:
                self._take(event, already_placed=True)
            case Problems(problems=problems) if self.age_s >= PROBLEM_S and not self.reported:
                self.report(problems)
            case Waiting() if self.age_s >= LIFTED_S and not self.reported and self._lifted():
                self.report(self._lifted())

    def _settled_s(self, event: TokenMoved | None = None) -> float:
        if self._plain is not None:
            return self._plain.steady.settled_s
        assert event is not None
        token = self.state.position.token(event.token)
        return SETTLED_FLIP_S if token is not None and token.at == event.to else SETTLED_S

    def _lifted(self) -> tuple[TableProblem, ...]:
        """Return the problem that a token has been in the air for long.

        Empty if the token may have left or a hand is there.
        """
        if not isinstance(self.inference, Waiting) or self.inference.maybe or self.inference.places:
            return ()
        return self.inference.problems

    def _take(self, event: TokenMoved, *, already_placed: bool) -> None:
        self.session.apply(event, already_placed=already_placed)
        self.session.say("", Level.DETAIL, "home" if event.to is Place.OUT else "right")
        state = running(self.session).state
        if event.to is Place.OUT and state.phase is not Phase.OVER and not has_tokens_left(state, self.turn):
            self.session.switch(celebrate_last_token(self.session, self.turn, self.session.go_on))
        else:
            self.session.go_on()

    def enter_event(self, event: TokenMoved) -> None:
        """Apply an event that was touched, here or elsewhere.

        Without a camera the hands do themselves what was touched; else the guide makes sure of it.
        """
        is_laid = self._plain is not None and self.session.observation is not None and self._plain.fits(event)
        self._take(event, already_placed=is_laid or self.is_placed_by_people)

    # --- buttons ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Say whose turn it is."""
        self.session.say(describe_turn(self.state), Level.PHASE, "turn")

    def advance(self) -> None:
        """Confirm what was touched or what seems to have happened; else say again what is wrong."""
        if self.alike:
            # Before one of the moves is marked none is taken.
            if self.alike_marked is not None:
                self.touch(self.alike_marked)
            return
        chosen = self._chosen()
        if self._has_ways and not self.asks_way:
            self.asks_way = True
            return
        if chosen is not None:
            self.enter_event(chosen)
            return
        if self._steps and self.selected is None:
            self.touch(self.marking.token)
            return
        match self.inference:
            case Happened(event=event):
                self._take(event, already_placed=True)
            case Waiting(maybe=(event,)):
                self._take(event, already_placed=True)
            case Problems(problems=problems):
                self.report(problems)

    @property
    def _steps(self) -> bool:
        """True if the buttons go from token to token, or from move to move.

        The former where no camera sees what hands do.
        """
        return bool(self.alike) or (not self.session.sees and isinstance(self.inference, Nothing))

    def _step(self, steps: int) -> None:
        """Mark the next token, the next cell of the chosen one, or the next way to the chosen cell."""
        if self.alike:
            self.alike_marked = step_choice([row.id for row in self._alike_rows()], self.alike_marked, steps)
        elif self.selected is None:
            self.marking.step(steps)
        elif self.asks_way:
            self.variant += steps
        else:
            self.target, self.variant = self.marking.step_target(self.selected, self.target, steps), 0

    def places(self) -> tuple[Sequence[Row], int | None]:
        """Return where the chosen token may go, or the ways to the chosen cell, in buttons' order."""
        if self.alike:
            rows = self._alike_rows()
            return rows, index_of(rows, self.alike_marked)
        if not self._steps or self.selected is None:
            return (), None
        if self.asks_way and self.target is not None:
            moves = self._choices(self.target)
            pushed = [capitalised(describe_pushed_stones(self.state.position, move)) for move in moves]
            rows = [Row(stones, f"{WAY}{number}") for number, stones in enumerate(pushed)]
            return rows, self.variant % len(rows)
        targets = self.marking.targets(self.selected)
        number = targets.index(self.target) if self.target is not None else None
        return [*map(self._place_row, targets)], number

    def _place_row(self, target: str) -> Row:
        names = {LEAVE: say("Leave the castle"), STAY: say("Stay at the entrance")}
        moves, chosen = self._choices(target), self._chosen()
        risk = self.foresight.risk(chosen) if chosen is not None and target == self.target else None
        value = "" if risk is None else say("{n} %", n=round(100 * risk))
        # Of several ways it is asked next.
        detail = describe_push(moves[0]) if len(moves) == 1 else ""
        return Row(names.get(target, target), target, value, detail)

    def draw_held(self) -> None:
        """Try out what if, where Draw marks nothing."""
        if self._steps or not self.foresight.is_on:
            super().draw_held()
        else:
            self.touch(WHAT_IF)

    def overrule(self) -> None:
        """Take the table as it lies, because the players want it."""
        if isinstance(self.inference, Problems) and self.inference.overrule is not None:
            self._take(self.inference.overrule, already_placed=True)
        elif self._plain is not None and is_doubt(self._reported):
            self._plain.looks.accept(self._reported)
            self.see()
        elif self._plain is not None and self._is_only_unseen:
            self._plain.vouch(self._reported)
            self.see()

    def back(self) -> None:
        """Let go of what was touched, or show what can be undone."""
        if self.asks_way and self._steps:
            self.asks_way = False
        elif self.selected is not None:
            self.selected, self.target, self.asks_way = None, None, False
        else:
            open_undo(self.session)

    def touch(self, target: str) -> None:
        """Select a token, or where it goes."""
        if self.alike:
            event = alike_chosen(self.alike, target)
            if event is not None:
                self._take(event, already_placed=True)
            return
        movable = self.state.tokens_to_move(self.turn)
        if target in movable:
            self._select(target)
        elif target == WHAT_IF and self.foresight.is_on:
            self.session.open(InspectionStep(self.session, self.foresight.what_if()))
        elif target == OTHER_PUSH:
            self.variant += 1
        elif target.startswith(MAYBE):
            number = int(target.removeprefix(MAYBE))
            if number < len(self._maybe()):
                self._take(self._maybe()[number], already_placed=True)
        elif self.selected and self._choices(target):  # a second touch on the same cell confirms
            if target == self.target and (chosen := self._chosen()) is not None:
                self.enter_event(chosen)
                return
            # Whoever touches sees all at once: the cell, and how its stones can be pushed.
            self.target, self.variant = target, 0
            self.asks_way = self._has_ways
        elif is_cell(target):
            on_cell = [token for token in movable if self._place_of(token) == target]
            if on_cell:
                self._select(on_cell[0])

    def explain_ignored_touch(self, target: str) -> str:
        """Explain why a touch there did nothing."""
        if self.reported:
            return say("First put right what the screen shows.")
        return describe_ignored_touch(self.state, self.selected, target)

    def _select(self, token: str) -> None:
        self.selected, self.target, self.variant, self.asks_way = token, None, 0, False

    def _place_of(self, token: str) -> str:
        found = self.state.position.token(token)
        assert found is not None
        return str(found.at)

    def _choices(self, target: str) -> list[TokenMoved]:
        """Return the moves of the selected token that end there: a cell, `STAY` or `LEAVE`."""
        return self.marking.ways(self.selected, target) if self.selected is not None else []

    @property
    def _has_ways(self) -> bool:
        """True if stones can be pushed in several ways on the way to the chosen cell."""
        return self.target is not None and len(self._choices(self.target)) > 1

    def _chosen(self) -> TokenMoved | None:
        choices = self._choices(self.target) if self.target else []
        return choices[self.variant % len(choices)] if choices else None

    # --- what is shown ------------------------------------------------------------------------------------------

    def pattern(self) -> Pattern:
        """Return the pattern of the player on turn and the tokens left, or that something is wrong."""
        return problem_pattern() if is_wrong(self._reported) else turn_pattern(self.state, self.turn)

    @property
    def _reported(self) -> tuple[TableProblem, ...]:
        """Problems on the table, once they have been reported."""
        if not self.reported:
            return ()
        return self.inference.problems if isinstance(self.inference, Problems) else self._lifted()

    @property
    def _is_only_unseen(self) -> bool:
        """True if all that is wrong is that plain tokens are not seen."""
        kinds = {problem.kind for problem in self._reported}
        return self._plain is not None and kinds == {ProblemKind.MISSING}

    def status(self) -> str:
        """Return the game's progress, and the foresight that is on."""
        return describe_mode(self.session, describe_status(self.state))

    def page(self) -> Page:
        """Return a page with the player on turn, the tokens still to move, and reachable cells.

        The cells are those that a lifted or selected token can reach.
        """
        if problems := self._reported:
            overrule = isinstance(self.inference, Problems) and self.inference.overrule is not None
            overrule = overrule or is_doubt(problems) or self._is_only_unseen
            board = mark_problems(BoardView.of(self.state.position), problems)
            return problem_page(self.session, board, problems, overrule=overrule)
        if self.alike:
            return self._alike_page()
        position = self.state.position
        shown = self.selected or self._lifted_token() or self._suggested_token()
        marks = (*self._marks(shown), *self.unread.marks())
        chosen = self._chosen() or move_on_table(self.game, self.inference, held=self.foresight.is_on)
        board = BoardView.of(position_after(position, chosen) if chosen else position, marks)
        board = self.foresight.on(board, shown, chosen)
        rows = tuple(self._rows(shown))
        marked = self.marking.token if self._steps and self.selected is None else ""
        page = BoardPage(
            "tokens",
            say("{player}'s turn", player=player_name(self.turn)),
            board,
            self._caption(),
            rows,
            Tone.WAITING if isinstance(self.inference, Waiting) else Tone.NOW,
            self.turn,
            self._keys(),
            self.session.status,
            self.session.standing,
            selected=index_of(rows, marked),
            # Who has touched a token touches its cell next.
            board_shown=self.selected is not None or not is_told_on_table(self.session),
        )
        return self.unread.mark(page)

    def _alike_rows(self) -> list[Row]:
        return alike_rows(self.state.position, self.alike)

    def _alike_page(self) -> Page:
        """Return the page with the moves that look alike, one of which it was."""
        page = alike_page(self.state.position, self.alike, self.alike_marked, by_ear=self.session.is_by_ear)
        return replace(
            page,
            rows=(*page.rows, none_of_these()),
            sign=self.turn,
            keys=replace(page.keys, back=undo_label(self.session), back_hold=say("Menu")),
            status=self.session.status,
            standing=self.session.standing,
        )

    def _lifted_token(self) -> str | None:
        movable = self.state.tokens_to_move(self.turn)
        match self.inference:
            case Waiting(pieces=pieces):
                return next((piece for piece in pieces if piece in movable), None)
            case Nothing():
                # Tokens beside the board need not be in the picture; one that was there until now is in a hand.
                lifted = [token for token in movable if token in self.beside - self.beside_now]
                return lifted[0] if len(lifted) == 1 else None
        return None

    def _suggested_token(self) -> str | None:
        """Return a token whose moves are shown when nothing has happened for a while.

        It is one token after the other; by hand it is the marked one. Whoever chooses on a phone sees there where the
        chosen one may go.
        """
        if self.session.own_screens_decide:
            return None
        waited = self.session.now - self.since
        if self._steps:
            token = self.marking.token if self.marking.stepped or waited >= HESITATION_S else None
            return None if token == WHAT_IF else token
        movable = self.state.tokens_to_move(self.turn)
        if not isinstance(self.inference, Nothing) or waited < HESITATION_S or not movable:
            return None
        return movable[int((waited - HESITATION_S) / PROPOSED_S) % len(movable)]

    def _marks(self, shown: str | None) -> tuple[Mark, ...]:
        seen_move = move_on_table(self.game, self.inference, held=False)
        if seen_move is not None and is_cell(seen_move.to):
            return (Mark((seen_move.to,), Tone.GOOD),)
        if shown is None:
            cells = (self._place_of(token) for token in self.state.tokens_to_move(self.turn))
            return (*(Mark((cell,), Tone.NOW) for cell in cells if is_cell(cell)), *self._covered())
        reached = dict.fromkeys(event.to for event in self.game.token_choices(shown))
        cells_reached = tuple(cell for cell in reached if not isinstance(cell, Place))
        marks = [Mark((cell,), Tone.GOOD) for cell in cells_reached]
        if self.target and is_cell(self.target):
            marks.append(Mark((self.target,), Tone.NOW))
        return (*marks, *self._covered())

    def _covered(self) -> tuple[Mark, ...]:
        """Return marks where the camera sees nothing, if that is waited for."""
        if isinstance(self.inference, Waiting) and self.inference.places:
            return (Mark(self.inference.places, Tone.WAITING),)
        return ()

    def _caption(self) -> str:
        return capitalised(self._turn_announcement())

    def _turn_announcement(self) -> str:
        names = Names(self.state.position)
        confirm = press(Button.ADVANCE, say("Confirm"))
        match self.inference:
            case Happened(event=event):
                return describe_seen_move(self.state.position, event)
            case Waiting(maybe=(event,)) if event.to is Place.OUT:
                return together(say("Has {token} escaped?", token=names.token(event.token)), confirm)
            case Waiting(maybe=(event,)):
                where = {"token": names.token(event.token), "cell": event.to}
                if event.to in self.inference.places:
                    return together(say("Is {token} on {cell}? I cannot read what lies there.", **where), confirm)
                if event.token in self.inference.pieces:
                    return together(say("Is {token} on {cell}, behind Furunkulus?", **where), confirm)
                return together(say("Furunkulus hides something. Is everything as shown?"), confirm)
            case Waiting(maybe=(event, *_)):
                return say("Where is {token}?", token=names.token(event.token))
            case Waiting(places=cells, pieces=pieces) if cells and not pieces:
                return describe_covered(cells)
        shown = self.selected or self._lifted_token()
        if shown:
            token = self.state.position.token(shown)
            assert token is not None
            if (chosen := self._chosen()) is not None:
                task = describe_hand_task(self.state.position, chosen, sees=self.session.sees)
                return together(task, say("Which stones does it push?") if self.asks_way else confirm)
            return say_count(
                "{token} may go {n} cell.",
                "{token} may go up to {n} cells.",
                token.visible_number,
                token=names.token(shown),
            )
        return describe_turn_task(self.state, by_hand=not self.session.sees, by_ear=self.session.is_by_ear)

    def _rows(self, shown: str | None) -> list[Row]:
        position = self.state.position
        names = Names(position)
        if self.selected and self.selected == shown:
            return self._target_rows()
        if len(self._maybe()) > 1:
            unread = self.inference.places if isinstance(self.inference, Waiting) else ()
            return [maybe_row(number, event, unread) for number, event in enumerate(self._maybe())]
        movable = self.state.tokens_to_move(self.turn)
        # Where a question is asked about one token, the others need not be looked at.
        asked = next((event.token for event in self._maybe()), None)
        # A move that is seen, or waits to be confirmed, is told as the board shows it.
        seen_move = move_on_table(self.game, self.inference, held=False)
        rows = []
        for token in position.tokens:
            if asked not in (None, token.id):
                continue
            if TOKENS[token.id][0] is not self.turn or token.place in (Place.OUT, Place.DEAD):
                continue
            can = token.id in movable
            move = seen_move if seen_move is not None and seen_move.token == token.id else None
            place = move.to if move is not None and is_cell(move.to) else token.at
            where = str(place) if is_cell(place) else say("At the entrance")
            moved = move is not None and isinstance(self.inference, Happened)
            flipped = move is not None and move.side is not token.side
            rows.append(
                Row(
                    names.token(token.id),
                    token.id if can else "",
                    detail=where,
                    tone=Tone.NOW if token.id == shown else Tone.PLAIN if can else Tone.FADED,
                    sign=FlippedToken(replace(token, side=token.side.flipped)) if flipped else token,
                    done=moved or not can,
                )
            )
        if self.foresight.is_on and asked is None:
            rows.append(Row(say("What if ...?"), WHAT_IF))
        return rows

    def _target_rows(self) -> list[Row]:
        assert self.selected is not None
        rows = []
        if self._choices(LEAVE):
            rows.append(Row(say("Leave the castle"), LEAVE, tone=self._tone_of(LEAVE)))
        if self._choices(STAY):
            rows.append(Row(say("Stay at the entrance"), STAY, tone=self._tone_of(STAY)))
        chosen = self._chosen()
        if self._has_ways:
            rows.append(Row(say("Push the stones another way"), OTHER_PUSH))
        if chosen is None:
            rows.append(Row(say("Touch the cell where it goes."), tone=Tone.FADED))
        elif (risk := self.foresight.risk(chosen)) is not None:
            rows.append(Row(say("Risk of being eaten"), value=say("{n} %", n=round(100 * risk)), tone=Tone.FADED))
        if chosen is not None and chosen.stones:
            stones = describe_pushed_stones(self.state.position, chosen)
            rows.append(Row(say("Pushed: {stones}", stones=stones), tone=Tone.FADED))
        return rows

    def _maybe(self) -> tuple[TokenMoved, ...]:
        return self.inference.maybe if isinstance(self.inference, Waiting) else ()

    def unseen_token_row(self, event: TokenMoved) -> str:
        """Return the id of the row that stands for this place of the unseen token.

        It is "" if no row does, or if the token can be in one place only.
        """
        maybe = self._maybe()
        numbers = [
            number
            for number, candidate in enumerate(maybe)
            if (candidate.token, candidate.to) == (event.token, event.to)
        ]
        return f"{MAYBE}{numbers[0]}" if numbers and len(maybe) > 1 else ""

    def _tone_of(self, target: str) -> Tone:
        return Tone.NOW if self.target == target else Tone.PLAIN

    def _keys(self) -> Keys:
        certain = self._chosen() is not None or isinstance(self.inference, Happened)
        maybe = len(self._maybe()) == 1
        back = say("Put down") if self.selected else undo_label(self.session)
        if self._steps:
            is_asked = self._has_ways and not self.asks_way
            take = (
                say("Confirm") if certain and not is_asked else say("Choose") if is_asked or not self.selected else ""
            )
            back = say("Back") if self.asks_way else back
            return Keys(take, say("Next"), back, back_hold=say("Menu"), draw_hold=say("Previous"))
        return Keys(
            advance=say("Confirm") if certain or maybe else "",
            draw=say("Say again"),
            back=back,
            back_hold=say("Menu"),
            draw_hold=say("What if?") if self.foresight.is_on else "",
        )


def _without_move(found: Inference[TokenMoved]) -> Inference[TokenMoved]:
    """Return what is wrong with a table whose taken cells fit no move.

    A move by names alone is none.
    """
    match found:
        case Happened() | Waiting(maybe=(_, *_)):
            return Waiting()
    return found
