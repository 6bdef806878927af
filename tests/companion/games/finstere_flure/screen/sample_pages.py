"""Every page of the session, made by a session in the language in use."""

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random

from companion.calibrating.calibration import Setup
from companion.calibrating.camera_check import CameraCheck, CameraSetup
from companion.device.language import language_in_use, say
from companion.device.settings import Settings
from companion.device.stick import ANSWER, WISH, StickAnswer, StickReader, Wish
from companion.games.finstere_flure.learning.move_inspector import MoveInspector
from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.playback.board_view import Arrow, BoardView, Mark, MoveFrame
from companion.games.finstere_flure.playback.chase import chase
from companion.games.finstere_flure.playback.risks import risks_of_moves
from companion.games.finstere_flure.playback.timeline import SegmentKind, timeline
from companion.games.finstere_flure.table.first_evening import MonsterLessonStep
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.move_played import MonsterMoveStep, MoveReplayStep
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.games.finstere_flure.table.puzzle import PuzzleStep
from companion.games.finstere_flure.table.review import MistakeStep, ReviewStep
from companion.games.finstere_flure.table.running_game import imagined_page
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.journal import Journal
from companion.opponents.worker import Audience, ChosenMove, Opponent, Request
from companion.phones.guests import Guest, Guests
from companion.phones.guests_step import GuestsStep
from companion.phones.step import PhonesStep
from companion.screen.pages import BoardPage, ListPage, Page, PlayedPage, Row, Tone
from companion.sheets.anchors import reference_anchors
from companion.table.first_run import (
    ButtonsStep,
    CameraStep,
    DoneStep,
    LanguageStep,
    RingStep,
    ScreenStep,
    SoundStep,
    TagsStep,
)
from companion.table.lists import ListStep
from companion.table.menu_lock import MenuLockStep
from companion.table.observation import TableObservation
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.seats_menu import PlayerSeatStep, SeatsStep, change_seats
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.take_over import TakeOverStep
from companion.table.version_page import VersionStep
from engine.finstere_flure.board import CELLS, ENTRANCE, EXIT, Direction
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import CardDrawn, DeckShuffled, GameEvent, GameStarted, SetUp, TokenMoved
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.gamefile import event_to_json
from engine.finstere_flure.pieces import Colour, Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.setup import ALL_TILES, STEPS, basic_tiles
from engine.finstere_flure.sightlines import ExplainedLook
from engine.finstere_flure.state import Phase, State
from engine.finstere_flure.trace import MonsterMove
from hardware.buttons import Button, Press
from tests.companion.games.finstere_flure.table.observing import relaid
from vision.errors import VisionError
from vision.sources.camera import Frame
from vision.virtual import PictureLook, fit_view, render

FOUR = GameStarted((Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW), Colour.RED)
#: Longer than anything must lie still to count.
A_WHILE_S = 3.0
A_SECOND_S = 1.3


def samples() -> dict[str, Page]:
    """Return all pages by their own names, in the order in which players come to see them."""
    return _samples_in(language_in_use(), say("Red"))


@cache
def _samples_in(language: str, red: str) -> dict[str, Page]:
    """Return all pages in one language; a made-up one is told from others by a word of it."""
    assert (language_in_use(), say("Red")) == (language, red)
    pages: dict[str, Callable[[], Page]] = {
        "first-language": partial(_first, LanguageStep),
        "first-screen": partial(_first, ScreenStep),
        "first-sound": partial(_first, SoundStep),
        "first-buttons": partial(_first, ButtonsStep),
        "first-ring": partial(_first, RingStep),
        "first-camera": partial(first_camera, (1920, 1440)),
        "first-camera-coarse": partial(first_camera, (1280, 960)),
        "first-tags": partial(_first, TagsStep),
        "first-done": partial(_first, DoneStep),
        "start": start,
        "settings": settings,
        "players": players,
        "lot": lot,
        "bots": bots,
        "phones": phones,
        "guests": guests,
        "version": version,
        "set-up": set_up,
        "set-up-waiting": set_up_waiting,
        "set-up-by-hand": set_up_by_hand,
        "place-tile": place_tile,
        "place-tile-plain": place_tile_plain,
        "tokens": tokens,
        "reach": reach,
        "choice": choice,
        "bot": bot,
        "failed-bot": failed_bot,
        "hint": hint,
        "foresight-tokens": foresight_tokens,
        "foresight-reach": foresight_reach,
        "foresight-choice": foresight_choice,
        "puzzle": puzzle,
        "puzzle-beside-table": puzzle_beside_table,
        "answer": answer,
        "first-evening": first_evening,
        "practice-move": practice_move,
        "lesson": lesson,
        "waiting": waiting,
        "left": left,
        "problem": problem,
        "draw": draw,
        "draw-real": draw_real,
        "put-right": put_right,
        "put-right-problem": put_right_problem,
        "menu": menu,
        "help": help_,
        "pause": pause,
        "menu-lock": menu_lock,
        "seats": seats,
        "seat": seat,
        "away": away,
        "take-over": take_over,
        "undo": undo,
        "log": log,
        "stage-two": stage_two,
        "stage": stage,
        "victory": victory,
        "over": over,
        "foreseen": foreseen,
        "review": review,
        "mistake": mistake,
        "everything": everything,
        "move": move,
        "look": look_explained,
        "what-if": what_if,
        "meal": meal,
    }
    return {name: make() for name, make in pages.items()}


# --- games and sessions --------------------------------------------------------------------------------------------


@cache
def journal(*, running: bool = False) -> Journal:  # noqa: ARG001 - one is kept for each
    """Return a journal with a game that can go on; in it the time stands still.

    Running games have one of their own, whose game may come to its end.
    """
    folder = Path(tempfile.mkdtemp(prefix="sample-pages-"))
    kept = Journal.open(folder / "games.sqlite", clock=lambda: 1_795_000_000.0)
    game = played(3)
    number = kept.start(RULES.id, json.dumps(event_to_json(game.events[0])))
    for event in game.events[1:]:
        kept.append(number, json.dumps(event_to_json(event)))
    return kept


@cache
def play_until(over: Callable[[Game], bool], start: GameStarted = FOUR, seed: int = 5, real_deck: bool = False) -> Game:
    """Return a game by players with the exit in mind, up to the first moment that is asked for."""
    rng = Random(seed)
    game = Game.start(start)
    while not over(game):
        game = game.apply(_next_event(game, rng, real_deck))
    return game


def _next_event(game: Game, rng: Random, real_deck: bool) -> GameEvent:
    state = game.state
    if state.phase is Phase.SHUFFLE:
        return DeckShuffled(None) if real_deck else shuffle_deck(rng)
    if state.phase is Phase.DRAW_CARD and real_deck:
        return next(event for card in state.deck.face_down if not game.problems(event := CardDrawn((card,))))
    if state.phase is Phase.DRAW_CARD:
        return game.draw(rng)
    assert state.turn is not None
    choices = game.token_choices(rng.choice(state.tokens_to_move(state.turn)))
    return min(rng.sample(choices, min(6, len(choices))), key=_to_the_exit)


def _to_the_exit(event: TokenMoved) -> int:
    if isinstance(event.to, Place):
        return 0 if event.to is Place.OUT else 99
    return STEPS[EXIT][event.to]


@cache
def played(rounds: int) -> Game:
    """Return a game in whose round of this number two tokens have moved."""
    return play_until(partial(_two_have_moved, rounds))


def _two_have_moved(rounds: int, game: Game) -> bool:
    return game.state.round == rounds and len(game.state.moved) == 2


@cache
def walked() -> Game:
    """Return a game just after a move in which the monster pushed and ate something."""
    return play_until(_pushed_and_ate, seed=36)


def _pushed_and_ate(game: Game) -> bool:
    if not isinstance(game.events[-1], CardDrawn) or game.state.monster_move is None:
        return False
    move = game.state.monster_move
    segments = timeline(move)
    return bool(move.eaten) and sum(segment.kind is SegmentKind.PUSH for segment in segments) == 2


class SampleOpponent(Opponent):
    """Opponent that answers with a move that it was given, or thinks on without an end."""

    def __init__(self, move: GameEvent | None = None) -> None:
        self._move = move
        self._request: Request | None = None

    def prepare(self, game_id: str) -> None:
        """Start nothing."""

    def ask(self, request: Request) -> None:
        """Take the question."""
        self._request = request

    def stop(self) -> None:
        """Do nothing."""

    def answer(self) -> ChosenMove | None:
        """Return the move, with the reason if it is asked for."""
        if self._move is None or self._request is None:
            return None
        view, seat, audience = self._request.view, self._request.seat, self._request.audience
        if audience is Audience.NOBODY:
            return ChosenMove(self._move)
        return ChosenMove(self._move, TABLE.hint_reason(view, seat, self._move, shared=audience is Audience.ALL))


def session(
    game: Game | None = None,
    *,
    sees: bool = True,
    laid: Position | None = None,
    foresight: str = "off",
    opponent: Opponent | None = None,
) -> Session:
    """A session in the middle of a game; its table lies as it should, or as it is said."""
    settings = Settings(language=language_in_use()).with_game(TABLE.rules.id, {"foresight": foresight})
    around = SessionContext(opponent=opponent)
    made = open_session(journal(running=game is not None), settings, [TABLE], sees=sees, rng=Random(1), around=around)
    if game is None:
        made.watching = False
        made.open_start_page()
        return made
    made.game, made.game_id = game, 1
    made.variants = made.table_game.history.variants_of(game.events)
    made.layout = layout_of(laid or game.state.position)
    made.go_on()
    return made


def look(made: Session, observation: BoardObservation) -> Page:
    """Return the page after the camera has seen this for a while."""
    made.observe(TableObservation(observation), 0.0)
    made.tick(A_WHILE_S)
    return made.page


# --- before the game -----------------------------------------------------------------------------------------------


def _first(kind: type[ListStep]) -> Page:
    made = open_session(journal(), Settings(language=language_in_use()), [TABLE], sees=False)
    made.open(kind(made))
    return made.page


def first_camera(size_px: tuple[int, int]) -> Page:
    """The camera is set up: what it sees is measured."""
    made = open_session(journal(), Settings(language=language_in_use()), [TABLE], sees=True)
    step = CameraStep(made, _camera_setup(size_px))
    step.check.close()
    step.check = _measured(size_px)
    made.open(step)
    return made.page


def _camera_setup(size_px: tuple[int, int]) -> CameraSetup:
    catalogue = make_catalogue()
    measure = Setup(catalogue, reference_anchors(catalogue))
    return CameraSetup(lambda: _frame(size_px), lambda: measure, "pi", lambda _: None)


@cache
def _measured(size_px: tuple[int, int]) -> CameraCheck:
    """Return the measurements of the camera's picture, the same in every language."""
    check = CameraCheck(_camera_setup(size_px))
    while check.calibration is None:
        check.tick(time.monotonic())
        time.sleep(0.01)
    check.close()
    return check


@cache
def _frame(size_px: tuple[int, int]) -> Frame:
    """Return the table through a camera with so many pixels."""
    catalogue = make_catalogue()
    scene = scene_from_position(random_table(Random(1)), catalogue, seed=1)
    view = fit_view(required_points(catalogue), size_px, focal_px=0.9 * size_px[0])
    return Frame(render(scene, view, PictureLook(gloss=0.0), seed=1).picture, 0.0)


def start() -> Page:
    return session().page


def settings() -> Page:
    made = session()
    made.observe(TableObservation(error=VisionError("The camera is not connected.")), 0.0)
    made.touch("settings", 0.0)
    for _ in range(2):
        made.press(Press(Button.DRAW, held=False), 0.0)
    return made.page


def players() -> Page:
    made = session()
    for target in ("new", "blue", "red", "purple"):
        made.touch(target, 0.0)
    return made.page


def lot() -> Page:
    """The lot has fallen."""
    made = session()
    for target in ("new", "blue", "red", "yellow", *["first"] * 3, "start"):
        made.touch(target, 0.0)
    made.press(Press(Button.ADVANCE, held=False), 0.0)
    return made.page


def bots() -> Page:
    """Choose three players, one of which is a bot."""
    made = session(opponent=SampleOpponent())
    for target in ("new", "blue", "red", "yellow", "bots", "red", *["yellow"] * 3):
        made.touch(target, 0.0)
    return made.page


class SamplePhones:
    """Phones that may join; one sits in Red's seat."""

    on = True
    page_address = "http://192.168.178.25:8720/"
    other_page_addresses = ()
    fingerprint = ""

    def __init__(self, seats: Sequence[Row]) -> None:
        self.guests = Guests()
        self.guests.ticket, self.guests.code = "c0ffee00c0ffee00c0ffee00c0ffee00", "482913"
        self.guests.add(Guest(1, "", "en", seat="red", bound="red", connected=True))
        self.guests.add(Guest(2, "", "en", connected=True))
        self._seats = seats

    def seats(self) -> Sequence[Row]:
        """Return the seats."""
        return self._seats

    def switch_on(self) -> None:
        """Do nothing: they are on."""

    switch_off = renew_ticket = switch_on

    def free(self, seat: str) -> None:
        """Do nothing."""

    def throw_out(self, guest: Guest) -> None:
        """Do nothing."""


def phones() -> Page:
    made = session(played(3))
    made.open(PhonesStep(made, SamplePhones(TABLE.seat_rows())))
    return made.page


def guests() -> Page:
    """Page of three phones: in Red's seat, with Blue's given back, and without a seat."""
    made = session(played(3))
    sample = SamplePhones(TABLE.seat_rows())
    sample.guests.add(Guest(3, "", "en", bound="blue", connected=True))
    made.open(GuestsStep(made, sample))
    return made.page


def version() -> Page:
    """Return the version page without a stick; the version's number is made up."""
    made = session()
    folder = Path(tempfile.mkdtemp(prefix="sample-pages-")) / "companion"
    folder.mkdir()
    made.open(VersionStep(made, StickReader(folder)))
    made.touch(Wish.UPDATE, 0.0)
    _, number = (folder / WISH).read_text().split()
    place = folder.parent / ANSWER
    place.parent.mkdir()
    place.write_text(json.dumps({"wish": number, "answer": StickAnswer.NO_STICK}))
    page = made.page
    assert isinstance(page, ListPage)
    return replace(page, title=say("Version {version}", version="1.2.3"))


def _setting_up(*, sees: bool = True) -> Session:
    made = session(sees=sees)
    for target in ("new", "blue", "red", "start"):
        made.touch(target, 0.0)
    return made


def set_up_waiting() -> Page:
    """A hand hides two stones, all else lies right."""
    covered = ("f10", "f11", "g10", "g11", "h10", "i10")
    tiles = tuple(tile for tile in basic_tiles(FOUR.stones) if tile.cell not in covered)
    return look(_setting_up(), relaid(tiles=tiles, monster=(EXIT, Direction.E), unreadable=covered))


def set_up_by_hand() -> Page:
    return _setting_up(sees=False).page


def set_up() -> Page:
    made = _setting_up()
    tiles = basic_tiles(FOUR.stones)
    seen_tiles = (*tiles[:8], *tiles[11:], Tile("stone-11", TileKind.TURN180, ("d3",)))
    return look(made, relaid(tiles=seen_tiles, monster=(EXIT, Direction.S)))


@cache
def half_laid() -> Game:
    """Return an expert game in which nine tiles lie."""
    rng = Random(3)
    game = Game.start(replace(FOUR, set_up=SetUp.EXPERT))
    for tile in rng.sample(ALL_TILES, 9):
        game = game.apply(rng.choice(list(game.tile_choices(tile))))
    return game


def place_tile() -> Page:
    made = session(half_laid(), sees=False)
    tiles = half_laid().state.tiles_to_place
    made.touch(next(tile for tile in tiles if tile.startswith("teleporter")), 0.0)
    return made.page


@cache
def half_laid_plain() -> Game:
    """Return a game in which six of the plain tiles lie."""
    rng = Random(4)
    game = Game.start(replace(FOUR, set_up=SetUp.PLACED))
    for _ in range(6):
        tile = rng.choice(game.state.tiles_to_place)
        game = game.apply(rng.choice(list(game.tile_choices(tile))))
    return game


def place_tile_plain() -> Page:
    """A stone was touched: all stones are one row."""
    made = session(half_laid_plain(), sees=False)
    made.touch(half_laid_plain().state.tiles_to_place[0], 0.0)
    return made.page


# --- the players' turns --------------------------------------------------------------------------------------------


def tokens() -> Page:
    return session(played(3)).page


def _longest(state: State) -> Token:
    """Return the token on the board with the highest number that can move now."""
    assert state.turn is not None
    movable = (state.position.token(token) for token in state.tokens_to_move(state.turn))
    return max((token for token in movable if token and token.cell), key=lambda token: token.visible_number)


def reach() -> Page:
    game = played(3)
    token = _longest(game.state)
    return look(session(game), observation_from_position(game.state.position, hidden=(token.id,)))


def choice() -> Page:
    """Return the page after a token and its cell were touched, for a push of a stone."""
    game = play_until(_can_push)
    made = session(game, sees=False)
    push = _pushes(game)[0]
    made.touch(push.token, 0.0)
    made.touch(str(push.to), 0.0)
    return made.page


def puzzle() -> Page:
    """The first answer was wrong, another cell is marked."""
    made = _at_real_table()
    made.touch("show finstere-flure puzzle", 0.0)
    step = made.step
    assert isinstance(step, PuzzleStep)
    step.answer(next(cell for cell in step.puzzle.choices if cell != step.puzzle.end))
    step.draw()
    return made.page


def puzzle_beside_table() -> Page:
    """Return a puzzle beside a virtual table, in whose place its board is."""
    made = session()
    made.touch("show finstere-flure puzzle", 0.0)
    return made.page


def answer() -> Page:
    """A puzzle was solved, and its move plays."""
    made = _at_real_table()
    made.touch("show finstere-flure puzzle", 0.0)
    step = made.step
    assert isinstance(step, PuzzleStep)
    step.answer(step.puzzle.end)
    return made.page


def bot() -> Page:
    """Return a bot plays for whoever is on turn."""
    game = played(3)
    assert game.state.turn is not None
    made = session(game, opponent=SampleOpponent())
    made.seating.change(SeatChange(SeatChangeKind.BOT, (game.state.turn,), "strong"), 0)
    made.go_on()
    return made.page


def failed_bot() -> Page:
    """A bot has given up."""
    made = session(played(3), opponent=SampleOpponent())
    assert made.game is not None
    turn = str(made.game.state.turn)
    made.seating.change(SeatChange(SeatChangeKind.FAILED, (turn,), made.table_game.hints.default_bot), 0)
    made.go_on()
    return made.page


def hint() -> Page:
    """A strong bot has answered."""
    game = played(3)
    token = _longest(game.state)
    best = min(game.token_choices(token.id), key=_to_the_exit)
    made = session(game, opponent=SampleOpponent(best))
    made.open_menu()
    made.touch("hint", 0.0)
    made.tick(A_WHILE_S)
    return made.page


def foreseen() -> Page:
    """A replay shows what could come before it turns the card over."""
    made = session(played(3), foresight="replay")
    move = made.game.state.monster_move if made.game else None
    made.open(MoveReplayStep(made, [move or chase(1)], [("10", "5", "7", "8", "8", "X")]))
    return made.page


def _reviewed() -> Session:
    """Return a game that ended, at its second round's page."""
    game = played(6)
    made = session(game, opponent=SampleOpponent(next(event for event in game.events if isinstance(event, TokenMoved))))
    assert isinstance(made.game, Game)
    step = ReviewStep(made, made.game)
    made.open(step)
    step.turn_to(1)
    while not step.is_ready:
        step.tick()
    return made


def review() -> Page:
    """Return the second round: the moves that cost most, the first one marked."""
    made = _reviewed()
    made.step.draw()
    return made.page


def mistake() -> Page:
    """Return the move that cost most in the second round, with the better one as a ghost."""
    made = _reviewed()
    step = made.step
    assert isinstance(step, ReviewStep)
    made.open(MistakeStep(made, max(step.chapter.decisions, key=lambda decision: decision.cost(decision.event))))
    made.step.tick()
    made.step.touch("better")
    return made.page


def look_explained() -> Page:
    """The look of a chase with most to say about it."""
    inspector = MoveInspector(chase(1))
    inspector.index = max(range(len(inspector.looks)), key=lambda index: _count_unseen(inspector.looks[index][1]))
    return imagined_page(_at_real_table(), inspector.page)


def _at_real_table() -> Session:
    made = session()
    made.watching = None
    return made


def _count_unseen(look: ExplainedLook) -> int:
    return len(look.look.seen) + len(look.behind) + sum(len(line.unseen) for line in look.lines)


def what_if() -> Page:
    """Return the first token that the monster would eat is tried out elsewhere."""
    move = chase(1)
    asked = MoveInspector(move).ask()
    token = move.start.token(move.eaten[0].token)
    assert token is not None
    asked.touch(str(token.at))
    asked.touch("remove")
    asked.touch("S")
    return imagined_page(_at_real_table(), asked.page)


def first_evening() -> Page:
    """Return the list of lessons, one of them taught."""
    made = session()
    made.touch("show finstere-flure first-evening", 0.0)
    made.touch("look", 0.0)
    step = made.step
    assert isinstance(step, MonsterLessonStep)
    step.answer(step.puzzle.end)
    step.shown()
    return made.page


def practice_move() -> Page:
    """A first game at a real table: a token is moved on the bare board."""
    made = _at_real_table()
    made.touch("show finstere-flure first-evening", 0.0)
    made.touch("play", 0.0)
    return made.page


def lesson() -> Page:
    """Return a lesson about chains, chosen from the list."""
    made = _at_real_table()
    made.touch("show finstere-flure first-evening", 0.0)
    made.touch("R4", 0.0)
    return made.page


def foresight_tokens() -> Page:
    """Return all risks as the tokens stand."""
    return session(played(3), foresight="training").page


def foresight_reach() -> Page:
    """A token was lifted: the risk on each cell that it can reach."""
    game = played(3)
    token = _in_danger(game.state)
    return look(session(game, foresight="own"), observation_from_position(game.state.position, hidden=(token.id,)))


def foresight_choice() -> Page:
    """Return a token and its cell were touched: the way that the monster would go."""
    game = played(3)
    made = session(game, sees=False, foresight="own")
    token = _in_danger(game.state)
    risks = risks_of_moves(game.state.position, token.id, tuple(sorted(game.state.deck.face_down)))
    made.touch(token.id, 0.0)
    made.touch(max(risks, key=lambda cell: risks[cell]), 0.0)
    return made.page


def _in_danger(state: State) -> Token:
    """Return the token that can move now whose moves differ most in their risk."""
    assert state.turn is not None
    deck = tuple(sorted(state.deck.face_down))

    def spread(token: Token) -> int:
        return len(set(risks_of_moves(state.position, token.id, deck).values()))

    movable = (state.position.token(token) for token in state.tokens_to_move(state.turn))
    return max((token for token in movable if token and token.cell), key=spread)


def _can_push(game: Game) -> bool:
    return game.state.round > 1 and bool(_pushes(game))


def _pushes(game: Game) -> list[TokenMoved]:
    if game.state.turn is None:
        return []
    movable = game.state.tokens_to_move(game.state.turn)
    return [event for token in movable for event in game.token_choices(token) if event.stones]


def waiting() -> Page:
    """A hand is over the board and hides a stone."""
    game = played(3)
    stone = next(tile for tile in game.state.position.stones if tile.cell == "m7")
    seen = observation_from_position(game.state.position, hidden=(stone.id,))
    return look(session(game), relaid(seen, unreadable=("l6", "m6", "l7", "m7", "m8")))


def left() -> Page:
    """Return a token that could leave the castle is gone."""
    game = play_until(_can_leave)
    return look(session(game), observation_from_position(game.state.position, hidden=(_leaving(game) or "",)))


def _can_leave(game: Game) -> bool:
    return _leaving(game) is not None


def _leaving(game: Game) -> str | None:
    if game.state.turn is None:
        return None
    for token in game.state.tokens_to_move(game.state.turn):
        if any(event.to is Place.OUT for event in game.token_choices(token)):
            return token
    return None


def problem() -> Page:
    """A token was put down too far away, and a stone lies where nothing pushed it."""
    game = played(3)
    position = game.state.position
    token = _longest(game.state)
    reached = {event.to for event in game.token_choices(token.id)}
    taken = {tile_cell for tile in position.tiles for tile_cell in tile.cells} | {token.at for token in position.tokens}
    free = [cell for cell in CELLS if cell not in reached | taken | {position.monster}]
    far = next(cell for cell in free if cell[0] == "h")
    put = replace(token, at=far, side=token.side.flipped)
    stone = position.stones[0]
    moved = replace(stone, cells=("d5",))
    lies = replace(
        position,
        tokens=tuple(put if token_there == token else token_there for token_there in position.tokens),
        tiles=tuple(moved if tile == stone else tile for tile in position.tiles),
    )
    return look(session(game), observation_from_position(lies))


# --- the monster ---------------------------------------------------------------------------------------------------


def draw() -> Page:
    return session(play_until(_must_draw)).page


def draw_real() -> Page:
    return session(play_until(_must_draw, real_deck=True)).page


def _must_draw(game: Game) -> bool:
    return game.state.phase is Phase.DRAW_CARD and game.state.round == 2


def _move_of(game: Game) -> MonsterMove:
    assert game.state.monster_move is not None
    return game.state.monster_move


def move() -> PlayedPage:
    game = walked()
    made = session(game.undo())
    made.game = game
    page = _move_page(made)
    segments = move_played(page).playback.segments
    index = next(
        number for number, segment in enumerate(segments) if segment.kind is SegmentKind.LOOK and segment.step > 1
    )
    return at_moment(page, index, 0.8 * segments[index].duration_s)


def meal() -> PlayedPage:
    """Return the meal after which a token comes to its place on the score."""
    game = walked()
    made = session(game.undo())
    made.game = game
    page = _move_page(made)
    segments = move_played(page).playback.segments
    index, bite_s = next((number, segment.bite_s) for number, segment in enumerate(segments) if segment.meal)
    assert bite_s is not None
    return at_moment(page, index, bite_s + 1.0)


def _move_page(made: Session) -> PlayedPage:
    made.switch(MonsterMoveStep(made))
    page = made.page
    assert isinstance(page, PlayedPage)
    return page


def move_played(page: PlayedPage) -> MoveFrame:
    assert isinstance(page.played, MoveFrame)
    return page.played


def at_moment(page: PlayedPage, index: int, elapsed_s: float) -> PlayedPage:
    """The page of a move, so long after a beat has begun."""
    played = move_played(page)
    playback = replace(played.playback, index=index, elapsed_s=elapsed_s)
    return replace(page, played=replace(played, playback=playback), moving=playback.moving)


def put_right() -> Page:
    """The first token that was eaten is off the board already, the rest is still to do."""
    game = walked()
    return look(session(game, laid=_move_of(game).start), observation_from_position(_first_done(game)))


def _first_done(game: Game) -> Position:
    before = _move_of(game).start
    eaten = _move_of(game).eaten[0].token
    eaten_token = game.state.position.token(eaten)
    assert eaten_token is not None
    return replace(before, tokens=tuple(eaten_token if token.id == eaten else token for token in before.tokens))


def put_right_problem() -> Page:
    """Return the page after a token was put where it does not belong, in the guide."""
    game = walked()
    lies = _first_done(game)
    wrong = next(token for token in lies.tokens if token.cell and token == game.state.position.token(token.id))
    lies = replace(lies, tokens=tuple(replace(lying, at="d5") if lying == wrong else lying for lying in lies.tokens))
    made = session(game, laid=_move_of(game).start)
    return look(made, observation_from_position(lies))


# --- over the game -------------------------------------------------------------------------------------------------


def _opened(row: str, game: Game | None = None, down: int = 0) -> Page:
    made = session(game or played(3))
    made.open_menu()
    if row:
        made.touch(row, 0.0)
    for _ in range(down):
        made.press(Press(Button.DRAW, held=False), 0.0)
    return made.page


def menu() -> Page:
    return _opened("")


def help_() -> Page:
    return _opened("help")


def pause() -> Page:
    return _opened("pause")


def menu_lock() -> Page:
    return MenuLockStep(session(played(3))).page()


def seats() -> Page:
    """Yellow sits out a round."""
    made = session(played(3))
    made.seating.change(SeatChange(SeatChangeKind.RESTS, ("yellow",)), 0)
    return SeatsStep(made).page()


def seat() -> Page:
    return PlayerSeatStep(session(played(3)), "blue").page()


def away() -> Page:
    """Return the page after the player on turn has left."""
    made = session(played(3))
    assert made.game is not None
    change_seats(made, SeatChange(SeatChangeKind.LEFT, (str(made.game.state.turn),)))
    return made.page


def take_over() -> Page:
    """People have taken over a game that played itself; bots play the others."""
    made = session(played(3))
    for seat in ("red", "green", "yellow"):
        made.seating.change(SeatChange(SeatChangeKind.BOT, (seat,), "greedy"), 0)
    made.open(TakeOverStep(made, "blue"))
    return made.page


def undo() -> Page:
    return _opened("undo", down=2)


def log() -> Page:
    return _opened("log", walked(), down=9)


def stage_two() -> Page:
    """Return the moment in which stage two begins."""
    return _later(session(play_until(stage_is_over)))


def _later(made: Session) -> Page:
    """Return a moment that has lasted a while."""
    made.tick(A_SECOND_S)
    return made.page


def stage() -> Page:
    made = session(play_until(stage_is_over))
    made.press(Press(Button.ADVANCE, held=False), 0.0)
    return made.page


def stage_is_over(game: Game) -> bool:
    return game.state.phase is Phase.SHUFFLE and game.state.deck.stage_is_over


def victory() -> Page:
    """Return the moment in which somebody has won."""
    return _later(session(play_until(is_over)))


def over() -> Page:
    made = session(play_until(is_over))
    made.press(Press(Button.ADVANCE, held=False), 0.0)
    return made.page


def is_over(game: Game) -> bool:
    return game.state.outcome is not None


# --- what no session shows at once ---------------------------------------------------------------------------------


def everything() -> Page:
    """Return a page with everything that a board can show.

    It has every tone of marks, arrows and rows, and ghosts of every kind of piece.
    """
    position = played(3).state.position
    marks = tuple(
        Mark((f"{file}2", f"{file}3"), tone, str(number))
        for number, (file, tone) in enumerate(zip("bdfhjl", Tone, strict=True), start=1)
    )
    ways = (("b6", "b4"), ("d6", "d4"), ("f6", "f7"), ("h6", "h7"), ("j6", "j7"), ("l6", "l4"))
    arrows = tuple(Arrow(*way, tone) for way, tone in zip(ways, Tone, strict=True))
    board = BoardView(
        position.tiles,
        position.tokens,
        position.monster,
        position.facing,
        marks,
        (*arrows, Arrow("c5", None), Arrow(None, ENTRANCE)),
        ghost_tiles=(
            Tile("teleporter-A1", TileKind.TELEPORTER, ("n8",), Direction.W),
            Tile("pool-4x1", TileKind.POOL, ("k11", "l11", "m11", "n11")),
            Tile("stone-6", TileKind.TURN90, ("m7",)),
        ),
        ghost_tokens=(Token("purple-4", Side.WHITE, "o7"),),
        ghost_monster=("p8", Direction.N),
        selected="k5",
    )
    rows = tuple(Row(say("Menu"), f"row-{tone}", say("yes"), tone=tone) for tone in Tone)
    return BoardPage("everything", say("Menu"), board, say("Done"), rows, Tone.GOOD, Colour.BEIGE)
