"""Conformance checks for any game: random play, the virtual table, all languages.

::

    for check in check_game(find_game("some-game")):
        assert not check.problems, check

`companion check-game ID` prints one line for each check.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion.cards.game import CardGame
from companion.cells.game import CellGame
from companion.device.errors import UserError
from companion.device.language import ENGLISH, LANGUAGES
from companion.device.texts_in_code import calls
from companion.games import CompanionGame, GamePart
from companion.games.broken import describe_missing_names, explain, game_package, place_of
from companion.games.chance_check import chance_problems
from companion.games.checks import broken_parts
from companion.games.grid_check import prefix_problems, reason_problems
from companion.games.hand_check import hand_problems
from companion.games.method_check import method_problems
from companion.games.pages_fit import page_fit_problems
from companion.games.play_checks import answer_problems, possible_problems, some_states, view_problems
from companion.games.random_play import MOST_EVENTS, as_json, random_game
from companion.games.time_limit import OverdueError, time_limit
from companion.games.touch_play import unreachable_by_touch
from companion.journal import Journal
from companion.sheets.manifest import catalogue_from_json, manifest_to_json
from companion.virtual_table.autoplay import Autoplay
from companion.virtual_table.camera import VirtualCamera
from engine.game import CHANCE, Game
from engine.gamefile import game_from_text, game_to_text
from vision.decode.symbols import tag_picture
from vision.model.surface import Mat, Surface, ZoneUse
from vision.reading import read_picture
from vision.symbology import SYMBOLOGIES

#: What is checked, in this order.
CHECKS = (
    "parts",
    "methods",
    "names",
    "events",
    "replay",
    "next",
    "undo",
    "possible",
    "chance",
    "views",
    "answers",
    "hands",
    "tags",
    "reading",
    "words",
    "pages",
    "touch",
    "bots",
    "killed",
)
#: Checks of whole random games.
_OF_GAMES = frozenset({"events", "replay", "undo", "words"})
#: Number of events after which a process is killed.
_EVENTS_BEFORE_KILL = 5
#: Time within which it must have played them (seconds).
_PATIENCE_S = 120.0
#: What ends a game.
_ENDS = "Write result, draw_after or repetitions"
#: Time within which each check must end (seconds).
LIMIT_S = 300.0
#: Time for finding out how many moves there are (seconds).
_AMOUNT_S = 2.0
#: So many moves of one turn are what makes checks slow.
_MANY_MOVES = 1000
#: No check lists more problems.
_MOST_PROBLEMS = 5


@dataclass(frozen=True)
class GameCheck:
    """Result of one check: its name, the amount checked, and the problems, one clause each."""

    name: str
    looked_at: str
    problems: tuple[str, ...]

    def __str__(self) -> str:
        """Return the check as one line."""
        return f"{self.name}: {'; '.join(self.problems) or self.looked_at}"


def check_game(
    game: CompanionGame,
    *,
    games: int = 3,
    seed: int = 1,
    only: Collection[str] = CHECKS,
    limit_s: float | None = LIMIT_S,
    begin: Callable[[str], object] = str,
) -> Iterator[GameCheck]:
    """Check a game with random games, and with one that bots play at the virtual table.

    `games`: the number of random games. `only`: the names of the `CHECKS` to run. `limit_s`: the time for each of them.
    `begin` is called with each check's name before it. Raises UserError for a game that lacks a part.
    """
    for part in GamePart:
        if not game.has(part):
            raise UserError(f"{game.without(part)}; {describe_missing_names(type(game), [part])}")

    def look_at(name: str, looked_at: str, look: Callable[[], Iterable[str]]) -> GameCheck:
        begin(name)
        return _check(game, name, looked_at, look, limit_s)

    first: dict[str, tuple[str, Callable[[], Iterable[str]]]] = {
        "parts": ("all are there", lambda: broken_parts(game)),
        "methods": ("they give what they must, and the same when asked again", lambda: method_problems(game, seed)),
    }
    for name, (looked_at, look) in first.items():
        check = look_at(name, looked_at, look)
        if check.problems or name in only:
            yield check
        if check.problems:
            return
    played: list[Game[Any, Any]] = []

    def play() -> Iterator[str]:
        wanted = games if _OF_GAMES.intersection(only) else 0
        played.extend(random_game(game, seed + number) for number in range(wanted))
        return iter(())

    check = look_at("random play", "", play)
    if check.problems:
        yield check
        return
    events = f"{sum(len(played_game.events) for played_game in played)} events of {len(played)} random games"
    spoken, on_cells = game_languages(game), _cell_table(game)
    # Two checks look at them, if they are asked for.
    states = cache(lambda: some_states(game, games, seed))
    checks: dict[str, tuple[str, Callable[[], Iterable[str]]]] = {
        "names": ("the rules, tags and table agree", lambda: _names(game)),
        "events": (f"{events} are the same read again", lambda: _events(game, played)),
        "replay": (f"{events} give the same state again", lambda: _replay(game, played)),
        "next": (f"{games} random games: what may happen is what the rules allow", lambda: _next(game, games, seed)),
        "undo": (f"{events}: each taken back gives the state before", lambda: _undo(played)),
        "possible": _of_opponents(
            game, "all that is allowed is listed", lambda: possible_problems(game, states(), seed)
        ),
        "chance": _of_opponents(
            game, "what it brings is allowed and as likely as said", lambda: chance_problems(game, games, seed)
        ),
        "views": _of_opponents(game, "bots know what their seat knows", lambda: view_problems(game, states(), seed)),
        "answers": _of_opponents(
            game, "the table tells nobody's secret", lambda: answer_problems(game, states(), seed)
        ),
        "hands": (
            "no event tells what a hand hides"
            if isinstance(game.table, CardGame)
            else "only cards in zones have hands here",
            lambda: hand_problems(game, games, seed),
        ),
        "tags": ("each can be drawn, is printed once and comes back from the manifest", lambda: _tags(game)),
        "reading": ("pieces are read where they lie", lambda: _reading(game, games, seed)),
        "words": (f"all texts are there in {', '.join(spoken)}", lambda: _words(game, played)),
        "pages": (f"they fit at every size in {', '.join(spoken)}", lambda: page_fit_problems(game, spoken, seed)),
        "touch": (
            "a game is played by touch alone" if on_cells else "only games on cells are played by touch here",
            lambda: unreachable_by_touch(game, on_cells, seed) if on_cells else (),
        ),
        "bots": ("they play a game to its end before the camera", lambda: _bots(game, seed)),
        "killed": ("the game goes on at the very event", lambda: _resume_after_kill(game, seed)),
    }
    for name, (looked_at, look) in checks.items():
        if name in only:
            yield look_at(name, looked_at, look)


def game_languages(game: CompanionGame) -> tuple[str, ...]:
    """Return the codes of the game's languages: English, and those with a catalogue."""
    return (ENGLISH, *game.translations.languages)


def _describe_error(game: CompanionGame, error: BaseException) -> str:
    """Describe an error in a game, and its place."""
    return explain(error, game_package(type(game).__module__))


def _check(
    game: CompanionGame, name: str, looked_at: str, look: Callable[[], Iterable[str]], limit_s: float | None
) -> GameCheck:
    problems: list[str] = []
    try:
        with time_limit(limit_s):
            for problem in look():
                problems.append(problem)
                if len(problems) == _MOST_PROBLEMS:
                    break
    except OverdueError as error:
        place = place_of(error, game_package(type(game).__module__), ())
        problems.append(f"it has not ended after {limit_s:g} s{place}{_describe_amount(game)}")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # A game that fails, or ends Python, has failed the check.
        problems.append(_describe_error(game, error))
    return GameCheck(name, looked_at, tuple(dict.fromkeys(problems)))


def _describe_amount(game: CompanionGame) -> str:
    """Return a clause with the number of moves at the beginning, if they are many."""
    try:
        with time_limit(_AMOUNT_S):
            count = len(list(game.virtual.samples(game.rules.start(game.virtual.start(None, 1, {})), Random(1))))
    except KeyboardInterrupt:
        raise
    except BaseException:
        # The place of the loop is told.
        return ""
    return f"; {count} moves may begin a game: give fewer" if count > _MANY_MOVES else ""


# --- by the rules alone -----------------------------------------------------------------------------------------------


def _names(game: CompanionGame) -> Iterator[str]:
    ids = {"table": game.table.rules.id, "tags": game.sheets.tags.id, "readings": game.readings.tags.id}
    yield from (f"the {part} call the game {found}, not {game.id}" for part, found in ids.items() if found != game.id)
    if tuple(game.options) != tuple(game.table.options):
        yield "the game and its table have other options"
    if CHANCE in game.players(game.virtual.start(None, 1, {})):
        yield f"a player has the id {CHANCE}, which is that of chance itself; give it another"


def _events(game: CompanionGame, played: Iterable[Game[Any, Any]]) -> Iterator[str]:
    for played_game in played:
        for event in played_game.events:
            if game.rules.event_from_json(json.loads(as_json(game, event))) != event:
                yield f"{as_json(game, event)} is another event when it is read again"


def _replay(game: CompanionGame, played: Iterable[Game[Any, Any]]) -> Iterator[str]:
    for played_game in played:
        if game.rules.replay(played_game.events).state != played_game.state:
            yield "the events of a game lead to another state when they are played again"
        if game_from_text(game.rules, game_to_text(game.rules, played_game.events)).state != played_game.state:
            yield "a game file leads to another state than the game"
        json.dumps(game.rules.public_state(played_game.state))


def _next(game: CompanionGame, games: int, seed: int) -> Iterator[str]:
    """Check that the events of `next` are those that `problems` allows."""
    rules = game.rules
    for number in range(games):
        rng = Random(seed + number)
        played = rules.start(game.virtual.start(None, seed + number, {}))
        while rules.over(played.state) is None and len(played.events) < MOST_EVENTS:
            named = {(choice.event, choice.by) for choice in rules.next(played.state)}
            samples = list(game.virtual.samples(played, rng))
            found = set()
            for event in samples:
                event_data = rules.event_to_json(event)
                of = {
                    (name, actor)
                    for name, actor in named
                    if name == event_data["event"] and event_data.get("by", actor) == actor
                }
                found |= of
                if not of:
                    yield f"{as_json(game, event)} is allowed, but next does not name it"
                problems = [problem for problem in played.problems(event) if problem.code not in rules.untold]
                yield from (f"{as_json(game, event)} is refused: {problem.text}" for problem in problems[:1])
            yield from (f"next names {event} {actor}, but no sample is one" for event, actor in sorted(named - found))
            if not played.problems(played.events[0]):
                yield "a game that runs can begin again"
            if not samples:
                yield "nothing may happen although the game is not over"
            # What nobody is told may stop a game that no cards can be dealt for.
            allowed = [event for event in samples if not played.problems(event)]
            if not allowed:
                break
            played = played.apply(rng.choice(allowed))
        if rules.over(played.state) is not None and rules.next(played.state):
            yield "next names something although the game is over"


def _undo(played: Iterable[Game[Any, Any]]) -> Iterator[str]:
    for played_game in played:
        states = played_game.states()
        for back in (1, 2, len(played_game.events) // 2, len(played_game.events)):
            left = max(1, len(played_game.events) - back)
            if played_game.undo(back).state != states[left - 1]:
                yield f"{back} of {len(played_game.events)} events taken back do not give the state before"


# --- opponents --------------------------------------------------------------------------------------------------------


def _of_opponents(
    game: CompanionGame, looked_at: str, look: Callable[[], Iterable[str]]
) -> tuple[str, Callable[[], Iterable[str]]]:
    """Return a check for games that list their moves; for others it says that they do not."""
    try:
        assert game.play.is_listed
    except UserError as error:
        return str(error), tuple
    return looked_at, look


def _is_read_at(surface: Surface, point_mm: tuple[float, float]) -> bool:
    """Return True for a point of the surface at which tags are read at this moment of a game."""
    left, top, right, bottom = surface.extent_mm
    zone = surface.zone_at(*point_mm) if isinstance(surface, Mat) else None
    inside = left < point_mm[0] < right and top < point_mm[1] < bottom
    return inside and (zone is None or zone.use is ZoneUse.READ)


# --- tags and readings ------------------------------------------------------------------------------------------------


def _tags(game: CompanionGame) -> Iterator[str]:
    tags = game.sheets.tags
    sizes = {size.name: size.default for size in tags.sizes}
    yield from tags.problems(sizes)
    yield from prefix_problems(game)
    for code in SYMBOLOGIES:
        catalogue = tags.catalogue(sizes, code)
        texts = [text for tag in catalogue.tags for text in tag.payloads]
        yield from (f"two tags have the text {text} ({code})" for text in sorted(set(texts)) if texts.count(text) > 1)
        for tag in catalogue.tags:
            tag_picture(tag.payload, code)
        stickers = [placed.sticker for page in game.sheets.pages(catalogue, sizes) for placed in page.placed]
        printed = Counter(sticker.tag.id for sticker in stickers if sticker.tag)
        yield from (f"{tag.id} is printed {printed[tag.id]} times" for tag in catalogue.tags if printed[tag.id] != 1)
        if catalogue_from_json(tags, manifest_to_json(tags, catalogue, sizes), "manifest").tags != catalogue.tags:
            yield f"the manifest gives other tags ({code})"


def _reading(game: CompanionGame, games: int, seed: int) -> Iterator[str]:
    """Yield what a reading finds elsewhere; it may miss what hides behind something."""
    for number in range(games):
        table = game.virtual.some_table(Random(seed + number), seed + number)
        camera = VirtualCamera(table, seed=seed + number)
        focal_px = float(camera.view.camera.matrix[0, 0])
        readings = game.readings
        catalogue = readings.tags_read(table.catalogue)
        reading = read_picture(camera.latest().picture, catalogue, focal_px=focal_px, covers=readings.covered)
        lying = {piece.tag_id: piece.centre_mm for piece in table.pieces.values()}
        for placed in reading.placed_tags:
            centre_mm = lying.pop(placed.tag.id, None)
            if (
                centre_mm is None
                or max(abs(a - b) for a, b in zip(centre_mm, placed.centre_mm, strict=True)) > table.unit_mm / 2
            ):
                yield f"{placed.tag.id} was read where it does not lie"
        missed = [tag for tag, centre_mm in lying.items() if _is_read_at(catalogue.surface, centre_mm)]
        if len(missed) > len(reading.placed_tags) / 10:
            yield f"{len(missed)} of {len(missed) + len(reading.placed_tags)} pieces were not read"


# --- words ------------------------------------------------------------------------------------------------------------


def _words(game: CompanionGame, played: Iterable[Game[Any, Any]]) -> Iterator[str]:
    module = sys.modules[type(game).__module__]
    assert module.__file__ is not None
    said = calls(Path(module.__file__).parent)
    yield from (f"{call.file}:{call.line}: {call.problem}" for call in said if call.problem)
    for language in game_languages(game):
        for call in said:
            text = call.message
            if text and text.text and not game.translations.has(language, text.text, text.plural, text.context):
                yield f"{call.file}:{call.line}: not in {LANGUAGES[language].name}: {text.text}"
    yield from reason_problems(game, played)


# --- by touch ---------------------------------------------------------------------------------------------------------


def _cell_table(game: CompanionGame) -> CellGame | None:
    """Return the table of a game that uses the platform's steps for pieces on cells.

    None for a game with steps of its own.
    """
    table = game.table
    return table if isinstance(table, CellGame) and type(table).next_step is CellGame.next_step else None


# --- at the virtual table ---------------------------------------------------------------------------------------------


def _bots(game: CompanionGame, seed: int) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        try:
            autoplay = Autoplay(game.virtual, game.virtual.start(None, seed, {}), journal, seed=seed)
            try:
                played = autoplay.play()
            except OverdueError:
                count = len(autoplay.session.game.events) if autoplay.session.game else 0
                yield f"the game of bots is not over after {count} events: has it an end? {_ENDS}"
                raise
            if game.rules.replay(played.events).state != played.state:
                yield "the game that was played leads to another state when it is played again"
            (record,) = journal.games()
            if record.result is None:
                yield "the journal has no result of the game"
            else:
                game.describe_result(record.result)
            if len(game.players(played.events[0])) < 1:
                yield "nobody plays, by the first event"
        finally:
            journal.close()


def _resume_after_kill(game: CompanionGame, seed: int) -> Iterator[str]:
    """Kill a process that plays, then continue its game on a table set up as before a game."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        words = ["play", "--game", game.id, "--virtual", "--autoplay", "--headless", "--seed", str(seed)]
        process = subprocess.Popen(
            [sys.executable, "-m", "companion.main", *words, "--journal", str(path)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdout=subprocess.DEVNULL,
        )
        try:
            _wait_for_events(path, process)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        journal = Journal.open(path)
        try:
            unfinished = journal.latest_unfinished(game.id)
            if unfinished is None:
                yield "there is no game to go on with"
                return
            lines = journal.events(unfinished.id)
            kept = [game.rules.event_from_json(json.loads(line)) for line in lines]
            again = Autoplay(game.virtual, kept[0], journal, seed=seed, resume=unfinished.id)
            if list(again.game.events) != kept:
                yield "the game goes on with other events"
            for _ in range(_EVENTS_BEFORE_KILL * 60):
                again.pilot.act(again.now)
                again.look()
                if len(again.game.events) > len(kept):
                    break
            if again.game.events[: len(kept)] != tuple(kept) or len(again.game.events) <= len(kept):
                yield f"nothing goes on after the kill: {again.session.page.name}"
        finally:
            journal.close()


def _wait_for_events(path: Path, process: "subprocess.Popen[bytes]") -> None:
    """Wait until some events are kept. Raises TimeoutError if they are not in time."""
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until and process.poll() is None:
        if path.exists():
            journal = Journal.open(path)
            try:
                if any(record.events >= _EVENTS_BEFORE_KILL for record in journal.games()):
                    return
            finally:
                journal.close()
        time.sleep(0.05)
    raise TimeoutError("the bots did not play a few events in a process of their own")
