"""Review of a finished game: a page a round, each mistake to be tried again."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from companion.device.errors import UserError
from companion.device.sentences import capitalised, join_items, together
from companion.games.finstere_flure.kept_games import parse_winner
from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.learning.review import ReviewedMove, ReviewedRound, chapters, mistakes
from companion.games.finstere_flure.playback.board_view import Arrow, BoardView, Mark
from companion.games.finstere_flure.playback.risks import with_outlook
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, imagined_page
from companion.games.finstere_flure.table.strong_move import StrongMove
from companion.games.finstere_flure.table.token_marking import TokenMarking, target_of
from companion.games.finstere_flure.words.event_words import describe_way, describe_winner
from companion.games.finstere_flure.words.piece_names import player_name
from companion.games.finstere_flure.words.sentences import Names
from companion.journal import GameRecord
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.kept_games import read_game
from companion.table.lists import ListStep, index_of, step_choice
from companion.table.step import Step
from companion.voice import Level
from engine.errors import RulesError
from engine.finstere_flure.board import ENTRANCE, EXIT, is_cell
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.pieces import MONSTER, TOKENS, Colour, Place
from engine.finstere_flure.state import State

#: So many moves of a round are shown at most.
_MOST = 3
#: A move that costs so much of the chance to win is red.
_DEAR = 0.1
#: So many finished games are offered at most.
_MOST_GAMES = 20
_NEXT = "next-round"
_BEFORE = "round-before"
_BETTER = "better"
_STRONG = "strong"


class ReviewStep(Step[FinstereFlureSession]):
    """Page of a round: its closest escape, and the moves that cost most."""

    only_shows = True

    def __init__(self, session: FinstereFlureSession, game: Game) -> None:
        super().__init__(session)
        self.chapters = chapters(game)
        self.turn_to(0)

    def turn_to(self, number: int) -> None:
        """Show this round from now on."""
        self.number = number
        self.chapter: ReviewedRound = self.chapters[number]
        #: Moves whose cost is known by now; the others follow one by one, so that the page never stands still.
        self.known = 0
        self.marked: str | None = None

    @property
    def mistakes(self) -> Sequence[ReviewedMove]:
        """The moves that cost most, as far as they are known."""
        return mistakes(self.chapter.decisions[: self.known], _MOST)

    @property
    def is_ready(self) -> bool:
        """True when all moves of the round are rated."""
        return self.known == len(self.chapter.decisions)

    def begin(self) -> None:
        """Tell the closest escape."""
        self.session.say(self._caption(), Level.DETAIL)

    def tick(self) -> None:
        """Rate one more move."""
        if not self.is_ready:
            decision = self.chapter.decisions[self.known]
            decision.cost(decision.event)
            self.known += 1

    def draw(self) -> None:
        """Mark the next row."""
        self._step(1)

    def draw_held(self) -> None:
        """Mark the row before."""
        self._step(-1)

    def _step(self, steps: int) -> None:
        self.marked = step_choice([row.id for row in self._rows() if row.id], self.marked, steps)

    def advance(self) -> None:
        """Open the marked move, or turn to the next round."""
        self.touch(self.marked or _NEXT)

    def touch(self, target: str) -> None:
        """Open a move, or turn to another round."""
        if target == _NEXT and self.number + 1 < len(self.chapters):
            self.turn_to(self.number + 1)
            self.begin()
        elif target == _BEFORE and self.number:
            self.turn_to(self.number - 1)
            self.begin()
        elif target in (row.id for row in self._rows()) and target.isdigit():
            self.session.open(MistakeStep(self.session, self.mistakes[int(target)]))

    def back(self) -> None:
        """Leave the page."""
        self.session.close()

    def _caption(self) -> str:
        escape = self.chapter.closest_escape
        if escape is None:
            return say("No narrow escape.")
        position = self.chapter.state.position
        escaped = say(
            "{token} on {cell} had the closest escape.",
            token=capitalised(Names(position).token(escape.token)),
            cell=_cell(self.chapter.state, escape.token),
        )
        danger = say_count(
            "With card {cards} Furunkulus would have got it ({p} %); card {card} came.",
            "With one of the cards {cards} Furunkulus would have got it ({p} %); card {card} came.",
            len(escape.cards),
            cards=join_items(escape.cards),
            p=round(100 * escape.risk),
            card=self.chapter.card,
        )
        return together(escaped, danger)

    def _rows(self) -> list[Row]:
        rows = [
            Row(
                describe_move(decision.state, decision.event),
                str(number),
                say("−{n} %", n=round(100 * decision.cost(decision.event))),
                _describe_looks(decision),
                tone=Tone.BAD if decision.cost(decision.event) >= _DEAR else Tone.PLAIN,
                sign=TOKENS[decision.event.token][0],
            )
            for number, decision in enumerate(self.mistakes if self.is_ready else ())
        ]
        if not rows:
            text = say("No move cost much.") if self.is_ready else say("One moment.")
            rows.append(Row(text, tone=Tone.FADED))
        if self.number + 1 < len(self.chapters):
            rows.append(Row(say("Next round"), _NEXT))
        if self.number:
            rows.append(Row(say("Round before"), _BEFORE))
        return rows

    def page(self) -> Page:
        """Return the table before the card, with its risks, and the moves that cost most."""
        rows = tuple(self._rows())
        ids = [row.id for row in rows]
        marked = self.marked if self.marked in ids else None
        page = BoardPage(
            "review",
            say("Round {round}", round=self.chapter.round),
            self._board(),
            self._caption(),
            rows,
            Tone.NOW,
            keys=Keys(
                say("Choose") if marked else say("Next round") if _NEXT in ids else "",
                say("Next"),
                say("Back"),
                back_hold=self.session.menu_name,
                draw_hold=say("Previous"),
            ),
            status=say("A move's percentage: the chance to win that it gave away."),
            selected=index_of(rows, marked),
            one_column=True,
        )
        return imagined_page(self.session, page)

    def _board(self) -> BoardView:
        """Return the table before the card, its risks, and the closest escape in a frame."""
        position, escape = self.chapter.state.position, self.chapter.closest_escape
        cell = None if escape is None else _cell(self.chapter.state, escape.token)
        marks = () if cell is None else (Mark((cell,), Tone.NOW),)
        return replace(with_outlook(BoardView.of(position), position, self.chapter.deck), marks=marks)


class FinishedGamesStep(ListStep):
    """List of the finished games that can be reviewed."""

    name = "finished"

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session)
        finished = (record for record in session.journal.games() if record.finished and record.kind == RULES.id)
        self._records = list(islice(finished, _MOST_GAMES))
        #: Who played in each of them; nothing where it cannot be read.
        self._players = {record.id: self._players_of(record.id) for record in self._records}

    def _players_of(self, number: int) -> tuple[Colour, ...]:
        try:
            return RULES.begin(RULES.event_from_json(json.loads(self.session.journal.events(number)[0]))).players
        except (RulesError, ValueError, IndexError, UserError):
            return ()

    def title(self) -> str:
        """Return the page's title."""
        return say("Review a game")

    def keys(self) -> Keys:
        """Return the meaning of the buttons; none of them chooses where there is no game."""
        return super().keys() if any(row.id for row in self.rows()) else Keys(back=say("Back"))

    def rows(self) -> Sequence[Row]:
        """Return the games, the one last played first: who played, who won, and when."""
        rows = [self._row(record) for record in self._records]
        return rows or [Row(say("No game has been played to its end yet."), tone=Tone.FADED)]

    def _row(self, record: GameRecord) -> Row:
        players, day = self._players[record.id], record.started[: len("2026-11-21")]
        if not players:
            return Row(say("This game cannot be read."), detail=day, tone=Tone.FADED)
        winner = parse_winner(record.result or "")
        return Row(
            " – ".join(player_name(colour) for colour in players),
            str(record.id),
            detail=together(describe_winner(winner), day),
            sign=MONSTER if winner is None else winner,
        )

    def choose(self, row_id: str) -> None:
        """Open the review of a game that can be read."""
        try:
            _, game = read_game(self.session.journal, self.session.games, int(row_id))
        except (RulesError, ValueError, UserError) as error:
            self.session.hint(say("The game cannot be read: {error}", error=error))
            return
        self.session.open(ReviewStep(self.session, Game(RULES, game.events, game.state)))


class MistakeStep(Step[FinstereFlureSession]):
    """Page of a move that cost much: try another one, see a better one, or the strong bot's."""

    only_shows = True

    def __init__(self, session: FinstereFlureSession, decision: ReviewedMove) -> None:
        super().__init__(session)
        self.decision, self.state = decision, decision.state
        assert self.state.turn is not None
        self.movable = self.state.tokens_to_move(self.state.turn)
        self._targets = [*self.movable, _BETTER]
        self.marking = TokenMarking(RULES.game((), self.state), self._targets)
        self.strong = StrongMove(session, self.state)
        #: The token that is tried, its move, and the move that is shown as a ghost instead.
        self.token: str | None = None
        self.tried: TokenMoved | None = None
        self.ghost: TokenMoved | None = None

    def begin(self) -> None:
        """Tell what the move cost, and ask the strong bot."""
        self.session.say(self._caption(), Level.DETAIL)
        self.strong.ask()

    def leave(self) -> None:
        """Stop the bot."""
        self.strong.stop()

    def tick(self) -> None:
        """Offer the bot's move once it is found."""
        if self.strong.look():
            self._targets.append(_STRONG)

    def draw(self) -> None:
        """Mark the next token, or try its next move."""
        self._step(1)

    def draw_held(self) -> None:
        """Mark the token before, or try its move before."""
        self._step(-1)

    def _step(self, steps: int) -> None:
        if self.token is None:
            self.marking.step(steps)
        elif target := self.marking.step_target(self.token, target_of(self.tried) if self.tried else None, steps):
            self.touch(target)

    def advance(self) -> None:
        """Take the marked token, or show the better move."""
        self.touch(self.marking.token if self.token is None else _BETTER)

    def back(self) -> None:
        """Put the token down, or leave."""
        if self.token is None and self.ghost is None:
            self.session.close()
        self.token, self.tried, self.ghost = None, None, None

    def touch(self, target: str) -> None:
        """Choose a token, then where it goes; or show the better move, or the strong bot's."""
        tokens = {token.id: str(token.at) for token in self.state.position.tokens if token.id in self.movable}
        if target in (_BETTER, _STRONG) and target in self._targets:
            ghost = self.decision.best if target == _BETTER else self.strong.event
            self.token, self.tried, self.ghost = None, None, ghost
        elif target in tokens:
            self._take(target)
        elif self.token and (found := [move for move in self._moves() if target_of(move) == target]):
            self.tried = max(found, key=self.decision.worths.__getitem__)
        elif token := next((token for token, cell in tokens.items() if cell == target), None):
            self._take(token)

    def _take(self, token: str) -> None:
        self.token, self.tried, self.ghost = token, None, None

    def _moves(self) -> list[TokenMoved]:
        return [move for move in self.decision.worths if move.token == self.token]

    def _caption(self) -> str:
        decision = self.decision
        if self.tried is not None:
            lost = round(100 * decision.cost(self.tried))
            better = decision.cost(self.tried) < decision.cost(decision.event)
            if not lost:
                return say("Well found: there is no better move.")
            if better:
                return say("Better, but another move is worth {n} % more.", n=lost)
            return say("No better: another move is worth {n} % more.", n=lost)
        if self.token is not None:
            return say("Touch the cell where it goes.")
        if self.ghost == decision.event:
            return say("A strong bot would have made the same move.")
        return describe_move(self.state, self.ghost or decision.event)

    def page(self) -> Page:
        """Return the table before the move: the move as an arrow, the better one as a ghost."""
        rows = tuple(self._rows())
        certain = self.token is None
        page = BoardPage(
            "mistake",
            say("{player}'s move", player=player_name(self.state.turn)) if self.state.turn else "",
            self._board(),
            self._caption(),
            rows,
            Tone.NOW,
            self.state.turn,
            Keys(
                say("Choose") if certain else say("Show a better move"),
                say("Next"),
                say("Put down") if self.token else say("Back"),
                back_hold=self.session.menu_name,
                draw_hold=say("Previous"),
            ),
            selected=index_of(rows, self.marking.token) if certain else None,
            one_column=True,
        )
        return imagined_page(self.session, page)

    def _rows(self) -> list[Row]:
        names = Names(self.state.position)
        rows = [self._risk_row()]
        if self._shown_move == self.decision.event:
            cost = say("−{n} %", n=round(100 * self.decision.cost(self.decision.event)))
            rows.insert(0, Row(say("Chance to win"), value=cost, tone=Tone.BAD))
        rows += [
            Row(
                say("Try {token}", token=names.token(token)),
                token,
                tone=Tone.NOW if token == self.token else Tone.PLAIN,
                sign=self.state.position.token(token),
            )
            for token in self.movable
        ]
        rows.append(Row(say("Show a better move"), _BETTER))
        if self.strong.event is not None:
            rows.append(Row(say("A strong bot's move"), _STRONG))
        elif self.strong.is_possible:
            rows.append(Row(say("A strong bot's move"), value="…", tone=Tone.FADED))
        return rows

    @property
    def _shown_move(self) -> TokenMoved:
        return self.tried or self.ghost or self.decision.event

    def _risk_row(self) -> Row:
        """Return the risk after the shown move; after the game's move, the looks it takes."""
        event = self._shown_move
        detail = _describe_looks(self.decision) if event == self.decision.event else ""
        risk = say("{n} %", n=round(100 * self.decision.risk(event)))
        return Row(say("Risk of being eaten"), value=risk, detail=detail, tone=Tone.FADED)

    def _board(self) -> BoardView:
        position, event = self.state.position, self.tried or self.decision.event
        board = BoardView.of(position)
        if self.token is not None and self.tried is None:
            cells = dict.fromkeys(str(move.to) for move in self._moves() if is_cell(move.to))
            marks = tuple(Mark((cell,), Tone.GOOD) for cell in cells)
            return replace(board, marks=marks, selected=_cell(self.state, self.token))
        tone = Tone.BAD if event == self.decision.event else Tone.NOW
        arrows = [_arrow(self.state, event, tone)]
        ghosts = []
        if self.ghost is not None:
            token = position.token(self.ghost.token)
            assert token is not None
            arrows.append(_arrow(self.state, self.ghost, Tone.GOOD))
            ghosts = [replace(token, at=self.ghost.to, side=self.ghost.side)]
        shown = tuple(arrow for arrow in arrows if arrow is not None)
        return replace(board, arrows=shown, ghost_tokens=tuple(ghosts))


def _describe_looks(decision: ReviewedMove) -> str:
    """Describe how many looks one had to think ahead; empty where no card gets the token."""
    looks = decision.looks
    return (
        ""
        if looks is None
        else say_count("You had to think {n} look ahead.", "You had to think {n} looks ahead.", looks)
    )


def describe_move(state: State, event: TokenMoved) -> str:
    """Describe the way of a token from where it stands."""
    token = state.position.token(event.token)
    assert token is not None
    return capitalised(describe_way(Names(state.position).token(event.token), str(token.at), event))


def _cell(state: State, token: str) -> str | None:
    found = state.position.token(token)
    return None if found is None else found.cell


def _arrow(state: State, event: TokenMoved, tone: Tone) -> Arrow | None:
    """Return the way of a token; None for one that stays."""
    start, end = _cell(state, event.token), None if isinstance(event.to, Place) else event.to
    if start == end:
        return None
    return Arrow(start, end, tone, ENTRANCE if start is None else EXIT if end is None else None)
