"""People round a table without a camera: they know cards and rules, and choose what happens.

They keep their own copy of the game, which nothing of the companion looks at: it knows no hidden cards of theirs.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from random import Random
from typing import Any

from companion.cells.game import CellGame
from companion.cells.grid_game import GridTable
from companion.cells.touches import HAND, OFF_BOARD, TouchedMove
from companion.device.language import say
from companion.device.options import with_defaults
from companion.device.sentences import capitalised
from companion.games import CompanionGame
from companion.games.betrayal.options import DICE
from companion.games.betrayal.table.dialog import ask as ask_house
from companion.games.betrayal.table.event_answers import event_answers as house_answers
from companion.games.betrayal.table.players import next_birthday
from companion.games.coach_ride.options import game_started as coach_started
from companion.games.coach_ride.table.dialog import ask as ask_coach
from companion.games.coach_ride.table.dialog import event_answers as coach_answers
from companion.games.coach_ride.words import first_name as person_name
from companion.games.finstere_flure.language import say as flure_say
from companion.games.finstere_flure.options import game_started as flure_started
from companion.games.finstere_flure.table.token_marking import LEAVE, STAY, WAY, TokenMarking, target_of
from companion.games.finstere_flure.table.token_words import describe_pushed_stones, describe_turn, describe_turn_task
from companion.games.finstere_flure.words.sentences import Names
from companion.games.lifeboat.options import game_started as boat_started
from companion.games.lifeboat.options import variants_that_matter
from companion.games.lifeboat.table.dialog import ask as ask_boat
from companion.games.lifeboat.table.event_answers import event_answers as boat_answers
from companion.opponents.budget import Budget
from companion.table.questions import AnsweredEvent, Question
from engine.betrayal.components import CHARACTERS
from engine.betrayal.events import GameStarted as HouseStarted
from engine.coach_ride.cards import Person
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR
from engine.finstere_flure.state import Phase
from engine.game import Result
from engine.lifeboat.components import Character
from engine.lifeboat.events import Deck
from hardware.buttons import Button
from tools.walk.games import bots

#: People think about so many states before they act.
_NODES = 40
#: After so many moves that lead to no event nobody plays any more.
_MOST_PLANS = 200


@dataclass(frozen=True)
class ButtonChoice:
    """Choice that is made by the buttons: the id of its row or place, and its words.

    `hint`: further words of the row, where others have the same. `question`: what is asked before it. `button`: the
    one that makes it at once, where Draw does not step from row to row.
    """

    target: str
    words: str
    hint: str = ""
    question: str = ""
    button: Button | None = None


#: Instead of a place: what was told so far is all.
CONFIRM = ButtonChoice("", "")


@dataclass(frozen=True)
class AgreedGame:
    """Game as its people have agreed on it: its first event, and what is chosen for it before."""

    started: Any
    parts: tuple[ButtonChoice, ...]


def evening_of(game: CompanionGame, rng: Random, *, virtual: bool = False) -> AgreedGame:
    """Return an evening of a game: who plays is drawn.

    At a table of their own people throw real dice.
    """
    options = dict(with_defaults(game.table.options, {}))
    before: tuple[ButtonChoice, ...] = ()
    players: tuple[Any, ...] = ()
    started: Any
    match game.id:
        case "finstere-flure":
            players = tuple(rng.sample(COLOURS_WITH_FOUR, rng.randint(2, 4)))
            started = flure_started(players, players[0], options)
        case "lifeboat":
            players = tuple(rng.sample([person for person in Character if person is not Character.HARTER], 4))
            started = boat_started(players, variants_that_matter(options), Deck.TOLD)
        case "coach-ride":
            players = tuple(rng.sample(list(Person), rng.randint(3, 5)))
            started = coach_started(players, players[0], options)
        case "betrayal":
            by_card = {CHARACTERS[explorer].colour: explorer for explorer in rng.sample(list(CHARACTERS), 12)}
            players = tuple(rng.sample(list(by_card.values()), 3))
            started = HouseStarted(players=players, first=next_birthday(players, date.today()) or "", variants=())
            before = () if virtual else (ButtonChoice(DICE.id, say(DICE.title)),)
        case _:
            table = game.table
            assert isinstance(table, GridTable)
            started = table.started(options)
    name: Callable[[Any], str] = person_name if game.id == "coach-ride" else game.describe_player
    seats = (ButtonChoice(str(player), capitalised(name(player))) for player in players)
    return AgreedGame(started, (*before, *seats, ButtonChoice("start", say("Start"))))


class People:
    """People at one game: their copy of it, and what they want to tell next."""

    def __init__(self, game: CompanionGame, started: Any, rng: Random) -> None:
        self.game, self._rng = game, rng
        self.state: Any = game.play.deal(started, rng)
        self._move: Any = None

    @property
    def public(self) -> Any:
        """The game as everybody may know it."""
        return self.game.play.public(self.state)

    @property
    def result(self) -> Result | None:
        """Result of the game; None as long as it goes on."""
        result: Result | None = self.game.play.over(self.state)
        return result

    @property
    def awaits_companion(self) -> bool:
        """True where the companion does what comes next: it keeps the deck of Finstere Flure."""
        phase = getattr(self.state, "phase", None)
        return self.game.id == "finstere-flure" and phase in (Phase.SHUFFLE, Phase.DRAW_CARD)

    def choose(self) -> Any:
        """Return the event that is to be told next; it has happened once `told` is called."""
        play, before, is_bot_asked = self.game.play, self.state, True
        for _ in range(_MOST_PLANS):
            actors = list(play.acting_seats(self.state))
            if actors and is_bot_asked:
                bot = bots(self.game.id)["quick"]
                seen = play.view(self.state, actors[0])
                move = bot(play, seen, actors[0], Budget(nodes=_NODES), self._rng)
            else:
                move = play.draw(self.state, self._rng)
            event = play.event(move)
            if event is not None and self.can_tell(event):
                self._move = move
                return event
            if event is None:
                self.state = play.follow(self.state, move)
            else:
                # What cannot be told the bot would choose again: then anything will do.
                self.state, is_bot_asked = before, False
        raise LookupError(f"the people of {self.game.id} find nothing to do")

    def told(self, event: Any) -> None:
        """Take what was chosen, or the event that came of it or of the companion's chance."""
        play, move, self._move = self.game.play, self._move, None
        if move is None or play.event(move) != event:
            move = event
        self.state = play.follow(self.state, move)

    def can_tell(self, event: Any) -> bool:
        """Return True if there is a way to tell an event with rows or places."""
        try:
            return bool(self.telling(event))
        except (ValueError, StopIteration):
            return False

    def telling(self, event: Any) -> tuple[ButtonChoice, ...]:
        """Return the choices that tell an event. Raises ValueError where nobody tells it so."""
        if isinstance(self.game.table, CellGame):
            return cell_parts(self.game.table, self.state, event)
        if self.game.id == "finstere-flure":
            return token_parts(self.state, event)
        return answer_parts(self.game.id, self.public, event)


def answer_parts(game_id: str, state: Any, event: Any) -> tuple[ButtonChoice, ...]:
    """Return the answers that tell an event, without those that nobody is asked for."""
    ask, answers = _asked(game_id, state, event)
    parts: list[ButtonChoice] = []
    for count, answer in enumerate(answers):
        question = ask(answers[:count])
        if not isinstance(question, Question):
            break
        if count == 0 or len(question.ids) > 1 or question.stays:
            parts.append(_part(question, answer))
    if not isinstance(told := ask(answers), AnsweredEvent) or told.event != event:
        raise ValueError(f"these answers do not tell {event}")
    return tuple(parts)


def _part(question: Question, answer: str) -> ButtonChoice:
    row = next(row for row in question.rows if row.id == answer)
    alike = [other for other in question.rows if other.text == row.text]
    button = None if not question.draw else Button.DRAW if question.draw == answer else Button.ADVANCE
    return ButtonChoice(row.id, row.text, row.detail or row.value if len(alike) > 1 else "", question.text, button)


def _asked(game_id: str, state: Any, event: Any) -> tuple[Any, tuple[str, ...]]:
    match game_id:
        case "lifeboat":
            return partial(ask_boat, state), boat_answers(event)
        case "coach-ride":
            return partial(ask_coach, state), coach_answers(event, state)
    return partial(ask_house, state, virtual=False), house_answers(state, event, virtual=False)


def token_parts(state: Any, event: Any) -> tuple[ButtonChoice, ...]:
    """Return token and place that tell a move, and the stones that it pushes if asked."""
    assert isinstance(event, TokenMoved)
    marking = TokenMarking(RULES.game((), state), state.tokens_to_move(state.turn))
    target = target_of(event)
    ways = marking.ways(event.token, target)
    words = {LEAVE: flure_say("Leave the castle"), STAY: flure_say("Stay at the entrance")}.get(target, target)
    question = f"{describe_turn(state)} {describe_turn_task(state, by_hand=True, by_ear=True)}"
    parts = (
        ButtonChoice(event.token, Names(state.position).token(event.token), question=question),
        ButtonChoice(target, words),
    )
    if len(ways) < 2:
        return parts
    return (
        *parts,
        ButtonChoice(f"{WAY}{ways.index(event)}", capitalised(describe_pushed_stones(state.position, event))),
    )


def cell_parts(table: CellGame, state: Any, event: Any) -> tuple[ButtonChoice, ...]:
    """Return the pieces and cells that tell a move of a game on cells, or what its die shows."""
    question = f"{table.announce_turn(state)} {table.whose_turn(state)}."
    rolls = table.rolls(state)
    for shown, rolled in rolls.items():
        if rolled == event:
            return (ButtonChoice(shown, shown, question=question),)
    outcomes = table.possible_layouts(state)
    wanted = next(outcome for outcome in outcomes if outcome.event == event)
    touched = TouchedMove(table.lying(state), outcomes, table.piece_name)
    parts: list[ButtonChoice] = []
    while touched.event is None:
        if touched.held is None and touched.event_so_far == event:
            return (*parts, CONFIRM)
        target = next(_targets(touched, wanted))
        parts.append(ButtonChoice(target, _place_words(table, target), question="" if parts else question))
        touched = touched.touch(target)
    if touched.event != event:
        raise ValueError("another event leads to the same table")
    return tuple(parts)


def _targets(touched: TouchedMove[Any], wanted: Any) -> Iterator[str]:
    """Yield the targets by which a move goes on that is to end as `wanted`."""
    start = touched.held or touched.only_hand
    if start is not None:
        yield from (target for target, (piece, end) in touched.ends(start).items() if wanted.has(piece, end))
        return
    for target in (*touched.hand, *sorted(touched.starts)):
        if any(wanted.has(piece, end) for piece, end in touched.ends(target).values()):
            yield target


def _place_words(table: CellGame, target: str) -> str:
    if target == OFF_BOARD:
        return say("Off the board")
    return capitalised(table.piece_name(target.removeprefix(HAND))) if target.startswith(HAND) else target
