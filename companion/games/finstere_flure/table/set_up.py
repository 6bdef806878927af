"""Set-up: the floor of the basic game is checked; else the players place tile after tile."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.button_colours import press
from companion.device.options import Values
from companion.device.sentences import capitalised, listed, together
from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.playback.board_view import BoardView, Mark
from companion.games.finstere_flure.table.lies import layout_of, tile_lie
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.plain_board import laid_pieces
from companion.games.finstere_flure.table.problem_board import mark_problems
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.table.problems import monster_missing
from companion.games.finstere_flure.table.problems import unread as unread_problem
from companion.games.finstere_flure.table.ring import seat_pattern
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, running
from companion.games.finstere_flure.table.set_up_check import (
    BASIC_FLOOR,
    BASIC_LAYOUT,
    MONSTER_AT,
    SetUpCheck,
    check_basic,
)
from companion.games.finstere_flure.table.stones import cells_apart
from companion.games.finstere_flure.table.tile_placing import infer_tile
from companion.games.finstere_flure.table.unread_notice import UnreadNotice
from companion.games.finstere_flure.words.board_words import describe_tiles
from companion.games.finstere_flure.words.event_words import tile_in_box, unplaced_tile
from companion.games.finstere_flure.words.piece_names import player_name, tile_label, tile_name
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.camera_words import describe_covered
from companion.table.debounce import DebouncedStep
from companion.table.inference import Happened, Problems, TableProblem, Waiting
from companion.table.inference_step import InferenceStep
from companion.table.layout import TableLayout
from companion.table.lists import index_of, leave_sentence_to_caption, step_choice
from companion.table.problem_page import is_wrong, problem_page
from companion.table.ring import problem_pattern, put_right_pattern
from companion.table.undo_step import open_undo, undo_label
from companion.voice import Level
from engine.finstere_flure.board import EXIT, Direction, is_cell
from engine.finstere_flure.events import GameStarted, TilePlaced
from engine.finstere_flure.position import Tile
from engine.finstere_flure.setup import ALL_TILES, basic_tiles
from hardware.buttons import Button
from hardware.ring.patterns import Pattern

#: The floor must lie right for so long (seconds) before the game begins by itself.
SETTLED_S = 1.5
#: So long a tile may lie where it may not before the companion says so.
PROBLEM_S = 2.0
#: So long a tile that was placed may be gone: it may be in somebody's hand.
MISSING_S = 6.0

#: So many stones are told in a line.
_LAID_AT_ONCE = 4
#: The id of the row that turns the tile that is being placed.
OTHER_WAY = "other-way"
#: From here the buttons go from cell to cell outwards.
_MIDDLE = "h6"


class FinstereFlureSetUpStep(DebouncedStep[SetUpCheck | None]):
    """The basic floor is laid and checked; then the game begins."""

    session: FinstereFlureSession
    is_laid_by_hands = True

    def __init__(self, session: FinstereFlureSession, event: GameStarted, variants: Values) -> None:
        super().__init__(session, None)
        self.first_event = event
        self.variants = variants
        #: The lines that are laid where the floor is told, and the one that Advance ticks; -1: it begins the game.
        self._laid = set[int]()
        self._marked = -1

    def begin(self) -> None:
        """Say what to do; the hands of a virtual table need not be told."""
        if not self.session.is_told_by_keys:
            self.session.say(self.caption(), Level.PHASE, "")

    def see(self) -> None:
        """Check the floor."""
        self.find(check_basic(self.observed_floor()))

    def observed_floor(self) -> BoardObservation:
        """Return what is seen, with the pieces of the floor by their cells if they have no stickers."""
        observation = self.session.observed(BoardObservation)
        assert observation is not None
        return laid_pieces(observation, BASIC_LAYOUT) if self.session.settings.is_plain else observation

    def tick(self) -> None:
        """Begin when everything has lain right for a while."""
        if self.found and self.found.stones and self.age_s >= SETTLED_S:
            self.start_game(self.found.stones)

    def start_game(self, stones: tuple[str, ...]) -> None:
        """Start the game on these stones."""
        self.session.start(replace(self.first_event, stones=stones), self.variants)

    def advance(self) -> None:
        """Start the game without a camera: the players say that all lies right."""
        if self._tells_floor and self._marked >= 0:
            self._laid ^= {self._marked}
            self._marked = next(iter(self._open_lines()), -1)
        elif not self.session.sees:
            self.start_game(self.first_event.stones)
        else:
            self.begin()

    def draw(self) -> None:
        """Mark the next line where the floor is told; else say again what to do."""
        self._mark(1)

    def draw_held(self) -> None:
        """Mark the line before."""
        self._mark(-1)

    def _mark(self, steps: int) -> None:
        if self._tells_floor:
            marked = step_choice(range(-1, len(_tell_floor())), self._marked, steps)
            self._marked = -1 if marked is None else marked
        else:
            self.begin()

    @property
    def _tells_floor(self) -> bool:
        """True if the floor is told line by line: by ear, where no camera looks."""
        return self.session.is_by_ear and not self.session.sees

    def _open_lines(self) -> list[int]:
        return [number for number in range(len(_tell_floor())) if number not in self._laid]

    def overrule(self) -> None:
        """Start the game because the players say that all lies right, whatever the camera sees."""
        self.start_game(self.first_event.stones)

    def back(self) -> None:
        """Go back to the players."""
        self.session.close()

    def pattern(self) -> Pattern:
        """Return the pattern of how much lies right."""
        missing = len(self.found.problems) if self.found else len(ALL_TILES)
        return put_right_pattern(max(0, len(ALL_TILES) - missing), len(ALL_TILES))

    def caption(self) -> str:
        """Return what to do next."""
        if self._tells_floor:
            remaining = self._open_lines()
            return _tell_floor()[remaining[0]] if remaining else press(Button.ADVANCE, say("Done"))
        if not self.session.sees:
            lay = together(_describe_tiles_to_lay(BASIC_FLOOR), monster_missing(*MONSTER_AT).fix)
            return together(lay, press(Button.ADVANCE, say("Done")))
        if self.found is None:
            return _describe_tiles_to_lay(BASIC_FLOOR)
        if to_lay := self._missing_tiles():
            return _describe_tiles_to_lay(to_lay)
        if self.found.problems:
            first = min(self.found.problems, key=_is_missing)
            return first.fix if _is_missing(first) else together(first.sentence, first.fix)
        if self.found.waiting:
            return describe_covered(self.found.waiting)
        return say("Everything is in place.")

    def _missing_tiles(self) -> list[Tile]:
        """Return the tiles that are not seen on the board at all: the picture says where they go."""
        if self.found is None:
            return []
        missing = {place for problem in self.found.problems if _is_missing(problem) for place in problem.places}
        return [tile for tile in self.found.to_lay if tile.cell in missing]

    def _rows(self) -> list[Row]:
        """Return what lies wrong and the caption does not say; or the floor line by line."""
        if self._tells_floor:
            rows = [Row(text, str(number), done=number in self._laid) for number, text in enumerate(_tell_floor())]
            first = next(iter(self._open_lines()), -1)
            return [leave_sentence_to_caption(row) if number == first else row for number, row in enumerate(rows)]
        if self.found is None:
            return []
        told = {cell for tile in self._missing_tiles() for cell in tile.cells}
        remaining = [
            problem
            for problem in sorted(self.found.problems, key=_is_missing)
            if not (_is_missing(problem) and told.intersection(problem.places))
        ]
        rows = [
            Row(problem.fix) if _is_missing(problem) else Row(problem.sentence, detail=problem.fix, tone=Tone.BAD)
            for problem in (remaining if told else remaining[1:])
        ]
        if self.found.waiting and self.found.problems:
            # Else the caption tells.
            rows.append(Row(describe_covered(self.found.waiting), tone=Tone.WAITING))
        if self.found.unread:
            notice = unread_problem(self.found.unread, is_plain=self.session.settings.is_plain)
            rows.append(Row(notice.sentence, detail=notice.fix, tone=Tone.WAITING))
        return rows

    def _tone(self) -> Tone:
        if not self.session.sees:
            return Tone.NOW
        return Tone.GOOD if self.found and self.found.stones else Tone.WAITING

    def page(self) -> Page:
        """Return the floor as it should be, and what is missing."""
        problems = self.found.problems if self.found else ()
        waiting = self.found.waiting if self.found else ()
        to_lay = {tile.cell for tile in self.found.to_lay} if self.found else set()
        tiles = basic_tiles(self.first_event.stones)
        marked = self._marked if self._tells_floor and self._marked >= 0 else None
        # Where something is missing its ghost shows that.
        marks = [Mark(problem.places, Tone.BAD) for problem in problems if not _is_missing(problem)]
        board = BoardView(
            tuple(tile for tile in tiles if tile.cell not in to_lay),
            monster=EXIT,
            facing=Direction.E,
            marks=(*marks, *((Mark(waiting, Tone.WAITING),) if waiting else ())),
            ghost_tiles=tuple(tile for tile in tiles if tile.cell in to_lay),
        )
        return BoardPage(
            "set-up",
            say("Setting up the table"),
            board,
            self.caption(),
            tuple(self._rows()),
            self._tone(),
            keys=Keys(
                advance="" if self.session.sees else say("Tick off") if marked is not None else say("Done"),
                draw=say("Next") if self._tells_floor else say("Say again"),
                back=say("Back"),
                back_hold=self.session.menu_name,
                advance_hold=say("Leave as it is") if self.session.sees else "",
                draw_hold=say("Previous") if self._tells_floor else "",
            ),
            status=self.session.status,
            action=self.session.hands_button(),
            one_column=True,
            selected=marked,
        )


def _tell_floor() -> Sequence[str]:
    """Return where all of the basic floor lies, so much in a line as hands lay in one step."""
    stones = [tile for tile in BASIC_FLOOR if tile.is_stone]
    laid = [stones[first : first + _LAID_AT_ONCE] for first in range(0, len(stones), _LAID_AT_ONCE)]
    pools = [tile for tile in BASIC_FLOOR if not tile.is_stone]
    return [text for tiles in (*laid, pools) for text in describe_tiles(tiles)] + [monster_missing(*MONSTER_AT).fix]


def _describe_tiles_to_lay(tiles: Sequence[Tile]) -> str:
    """Ask for so many stones and pools; where they go the picture shows."""
    stones = sum(tile.is_stone for tile in tiles)
    pools = len(tiles) - stones
    parts = [
        *([say_count("{n} stone", "{n} stones", stones)] if stones else []),
        *([say_count("{n} pool", "{n} pools", pools)] if pools else []),
    ]
    return say("Lay {tiles} as the picture shows.", tiles=listed(parts))


def _is_missing(problem: TableProblem) -> bool:
    return problem.kind is ProblemKind.MISSING


class PlaceTileStep(InferenceStep[TilePlaced]):
    """The player on turn places a tile, on the table or by touch."""

    session: FinstereFlureSession

    def __init__(self, session: FinstereFlureSession) -> None:
        super().__init__(session)
        self.game = running(session)
        self.state = self.game.state
        assert self.state.turn is not None
        self.turn = self.state.turn
        self.tile: str | None = None
        self.cell: str | None = None
        self.variant = 0
        #: By hand: the row that Advance takes, and whether its cell is chosen, so that Draw turns the tile there.
        self.marked: str | None = None
        self.settled = False
        #: What may be done with each tile that was touched: looked up for every picture, slow to find out.
        self._allowed: dict[str, list[TilePlaced]] = {}
        self.unread = UnreadNotice(session)

    def begin(self) -> None:
        """Say whose turn it is."""
        self.session.say(self._text(), Level.PHASE, "turn")

    def see(self) -> None:
        """Find the tile that was placed."""
        observation = self.session.observed(BoardObservation)
        assert observation is not None
        if self.session.settings.is_plain:
            # Which tile a plain one is, and how it lies, is told by touch.
            observation = laid_pieces(observation, TableLayout.from_lies(map(tile_lie, self.state.placed)))
            observation = replace(observation, unreadable=frozenset(), reached_over=frozenset())
        self.find(infer_tile(self.game, observation))
        self.unread.see(observation.unread_cells(layout_of(self.state.position)))

    def unsettled(self) -> None:
        """Restart the waiting for the table to come to rest."""
        super().unsettled()
        self.unread.unsettled()

    def forget_observation(self) -> None:
        """Forget the observation, and what could not be read in it."""
        super().forget_observation()
        self.unread.see(())

    def tick(self) -> None:
        """Take a tile that has lain there for a while, say what has been wrong for a while."""
        self.unread.tick()
        match self.inference:
            case Happened(event=event) if self.age_s >= SETTLED_S:
                self._take(event)
            case Problems(problems=(_, *_) as problems) if self.age_s >= PROBLEM_S and not self.reported:
                self.report(problems)
            case Waiting(problems=(_, *_) as problems, places=()) if self.age_s >= MISSING_S and not self.reported:
                self.report(problems)

    def _take(self, event: TilePlaced) -> None:
        self.session.apply(event, already_placed=True)
        self.session.say("", Level.DETAIL, "right")
        self.session.go_on()

    def advance(self) -> None:
        """Confirm the tile; by hand first the marked one, then its cell if it can be turned."""
        chosen = self._chosen()
        if self.tile is None and self.marked is not None:
            self.touch(self.marked)
        elif self._steps and len(self._choices()) > 1 and not self.settled:
            self.settled = True
        elif chosen is not None:
            self._take(chosen)
        elif isinstance(self.inference, Happened):
            self._take(self.inference.event)
        else:
            self.begin()

    @property
    def _steps(self) -> bool:
        """True if the buttons step through tiles and cells: no camera sees what hands do."""
        return not self.session.sees

    def _step(self, steps: int) -> None:
        """Mark the next tile, the next cell for it, or turn it."""
        if self.tile is None:
            self.marked = step_choice([row.id for row in self._rows()], self.marked, steps)
        elif self.settled:
            self.variant += steps
        else:
            cells = dict.fromkeys(event.tile.cells[0] for event in self._allowed_for(self.tile))
            near = sorted(cells, key=lambda cell: (cells_apart(_MIDDLE, cell), cell))
            self.cell, self.variant = step_choice(near, self.cell, steps), 0

    def back(self) -> None:
        """Let go of the tile, or show what can be undone."""
        if self.tile is not None:
            self.tile, self.cell, self.settled = None, None, False
        else:
            open_undo(self.session)

    def touch(self, target: str) -> None:
        """Choose a tile, its cell, or how it is turned."""
        if target in self.state.tiles_to_place:
            self.tile, self.cell, self.variant, self.settled = target, None, 0, False
        elif target == OTHER_WAY:
            self.variant += 1
        elif self.tile is not None and any(e.tile.cells[0] == target for e in self._allowed_for(self.tile)):
            self.cell, self.variant, self.settled = target, 0, True

    def _allowed_for(self, tile: str) -> list[TilePlaced]:
        if tile not in self._allowed:
            self._allowed[tile] = list(self.game.tile_choices(tile))
        return self._allowed[tile]

    def _choices(self) -> list[TilePlaced]:
        if self.tile is None or self.cell is None:
            return []
        return [event for event in self._allowed_for(self.tile) if event.tile.cells[0] == self.cell]

    def _chosen(self) -> TilePlaced | None:
        choices = self._choices()
        return choices[self.variant % len(choices)] if choices else None

    def pattern(self) -> Pattern:
        """Return the pattern of the player on turn."""
        if is_wrong(self._reported):
            return problem_pattern()
        return seat_pattern(self.state.players, self.turn, 1, 1)

    @property
    def _reported(self) -> tuple[TableProblem, ...]:
        """Problems on the table, once they have been reported."""
        return self.inference.problems if self.reported and isinstance(self.inference, Problems | Waiting) else ()

    def _text(self) -> str:
        left = len(self.state.tiles_to_place)
        return say_count(
            "{player}, place the last tile.",
            "{player}, place a tile. {n} are left.",
            left,
            player=player_name(self.turn),
        )

    def page(self) -> Page:
        """Return the floor so far, and which tiles are left."""
        position = self.state.position
        chosen = self._chosen()
        tiles = (*self.state.placed, *((chosen.tile,) if chosen else ()))
        marks: tuple[Mark, ...] = ()
        if self.tile is not None and chosen is None:
            free = dict.fromkeys(event.tile.cells[0] for event in self._allowed_for(self.tile))
            marks = tuple(Mark((cell,), Tone.GOOD) for cell in free)
        elif chosen is not None:
            marks = (Mark(chosen.tile.cells, Tone.NOW),)
        if isinstance(self.inference, Happened):
            marks = (*marks, Mark(self.inference.event.tile.cells, Tone.GOOD))
        board = BoardView(tiles, (), position.monster, position.facing, (*marks, *self.unread.marks()))
        if problems := self._reported:
            return problem_page(self.session, mark_problems(board, problems), problems, overrule=False)
        rows = tuple(self._rows())
        marked = self.marked if self.tile is None else None
        page = BoardPage(
            "place-tile",
            say("{player}'s turn", player=player_name(self.turn)),
            board,
            self._caption(chosen),
            rows,
            Tone.WAITING if isinstance(self.inference, Waiting) else Tone.NOW,
            self.turn,
            self._keys(chosen),
            self.session.status,
            selected=index_of(rows, marked),
        )
        return self.unread.mark(page)

    def _keys(self, chosen: TilePlaced | None) -> Keys:
        certain = chosen is not None or isinstance(self.inference, Happened)
        marked = self.tile is None and self.marked is not None
        turns = self._steps and len(self._choices()) > 1 and not self.settled
        return Keys(
            advance=say("Choose") if marked or turns else say("Confirm") if certain else "",
            draw=say("Next") if self._steps else say("Say again"),
            back=say("Put down") if self.tile else undo_label(self.session),
            back_hold=say("Menu"),
            draw_hold=say("Previous") if self._steps else "",
        )

    def _caption(self, chosen: TilePlaced | None) -> str:
        if chosen is not None:
            cells = " ".join(chosen.tile.cells)
            tile_text = capitalised(say("{tile} on {cells}.", tile=tile_name(chosen.tile), cells=cells))
            return together(tile_text, press(Button.ADVANCE, say("Confirm")))
        if self.tile is not None:
            return say("Touch the cell for {tile}.", tile=tile_in_box(self.tile, self.state.started.set_up))
        return self._text()

    def _rows(self) -> list[Row]:
        if self.tile is not None and len(self._choices()) > 1:
            return [Row(say("Turn it, or turn it over"), OTHER_WAY, tone=Tone.NOW, sign=self._picture(self.tile))]
        # Tiles that are the same are one row, with how many there are; of teleporters the pair is told by its letter.
        alike: dict[tuple[str, str], list[str]] = {}
        for tile in self.state.tiles_to_place:
            letter = tile[-2] if tile.startswith("teleporter") else ""
            alike.setdefault((tile_label(self._picture(tile)), letter), []).append(tile)
        return [
            Row(
                f"{label} {letter}".rstrip(),
                tiles[0],
                f"× {len(tiles)}",
                tone=Tone.NOW if self.tile in tiles else Tone.PLAIN,
                sign=self._picture(tiles[0]),
            )
            for (label, letter), tiles in alike.items()
        ]

    def _picture(self, tile: str) -> Tile:
        return unplaced_tile(tile, self.state.started.set_up)

    def explain_ignored_touch(self, target: str) -> str:
        """Explain why a touch there did nothing."""
        if not is_cell(target):
            return ""
        return say("It may not lie there.") if self.tile else say("First touch a tile in the list.")
