"""Story of an evening: its games, each with the moments that decided it.

A page to print is painted by the pen of the screen, which has letters for all languages, on white.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pygame
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas as PdfCanvas

from companion.device.dates import date_text
from companion.device.language import say, say_count
from companion.device.sentences import describe_winners, join_parts, listed, together
from companion.figures.facts import GameFacts
from companion.games import CompanionGame, GamePart
from companion.journal.player_names import name_with_seat
from companion.opponents.turning_points import Deal, TurningPoint, Victory, quick_chances, turning_points
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.gif import animation
from companion.screen.page_layout import lay_out_page
from companion.screen.pages import BoardPage
from companion.screen.text import fit
from companion.screen.theme import Rgb
from companion.table.chapters import Moments
from engine.game import Game
from vision.picture import Pixels

#: Width and height of a page (pixels): A4 at 150 dots an inch.
_PAGE = (1240, 1754)
_MARGIN = 80
_GAP = 24
#: Height of all that is told of one game, so that two have room on a page; of one that shows its end alone; of one
#: without pictures.
_SECTION = 752
_ENDED = 750
_SHORT = 190
#: Height of the curve of chances, width of what its axis says, and height of the pictures.
_CURVE = 130
_AXIS = 76
_PICTURE = 236
#: Share of the height for the picture of the end in a game without moments; its chapters stand below it, side by side.
_END = 0.55
_COLUMNS = 2
_INK = (0, 0, 0)
_SOFT = (90, 90, 90)
_PAPER = (255, 255, 255)
_LINE = (190, 190, 190)
_CURVE_INK = (160, 60, 0)
_TITLE = 44
_HEAD = 30
_TEXT = 22
_LINES = 26
_SMALL = 18
#: Side of the box of a moment's number above the curve.
_NUMBER = 24
#: Width and height of the animation (pixels), and how long a picture of it stays (seconds).
_ANIMATION = (800, 600)
_STAYS_S = 2.0
_STAYS_LAST_S = 3.5


@dataclass(frozen=True)
class Moment:
    """Turning point, with the pages before and after it, as a replay has them."""

    point: TurningPoint
    before: BoardPage
    after: BoardPage


@dataclass(frozen=True)
class GameStory:
    """Story of a game: its end, its chapters and its moments.

    `estimates` are the winners' chances after each event. `has_hands`: hands were hidden; where too little is known
    of them, there are no moments. `hands_are_dealt`: nobody knows them; the chances are those of hands dealt at random.
    """

    game: CompanionGame
    facts: GameFacts
    end: BoardPage | None = None
    chapters: tuple[str, ...] = ()
    estimates: tuple[float, ...] = ()
    moments: tuple[Moment, ...] = field(default=())
    has_hands: bool = False
    hands_are_dealt: bool = False

    def called(self, seat: str) -> str:
        """Return what a seat is called, with the name of who sat there."""
        return name_with_seat(self.facts.names.get(seat, ""), self.game.describe_player(seat))


def tell(
    companion_game: CompanionGame, game: Game[Any, Any], facts: GameFacts, wholes: Sequence[Any] | None = None
) -> GameStory:
    """Return the story of a finished game.

    `wholes`: its whole states after each event, where its hidden cards are kept. It has no moments where nobody has
    won, where nothing is known of hidden hands, and where the game has no pictures.
    """
    if not companion_game.has(GamePart.TABLE):
        return GameStory(companion_game, facts)
    table, states = companion_game.table, game.states()
    result, play = game.rules.over(game.state), table.play
    end = table.history.replayed(states[-2] if len(states) > 1 else None, game.events[-1], states[-1])
    chapters = tuple(chapter.title for chapter in Moments(table, game).chapters())
    ended = GameStory(companion_game, facts, end, chapters)
    if result is None or not facts.winners or not play.is_listed:
        return ended
    winner = result.winners[0]
    views = [
        play.view(state, winner) if play.is_public else table.seat_screen.open_view(state, winner) for state in states
    ]
    has_hands = any(view is None for view in views)
    deals: Sequence[Deal] | None = [partial(play.determinize, view, winner) for view in views]
    if has_hands:
        deals = table.history.deals_after_end(game) if wholes is None else [partial(_given, whole) for whole in wholes]
    if deals is None:
        return replace(ended, has_hands=True)
    is_dealt = has_hands and wholes is None
    victory = Victory(play, result, facts.seats, has_hands, is_dealt)
    estimates = quick_chances(victory, deals)
    moments = []
    for point in turning_points(victory, deals, estimates):
        pages = [
            table.history.replayed(states[number - 1] if number else None, game.events[number], states[number])
            for number in (point.event - 1, point.event)
        ]
        if pages[0] is not None and pages[1] is not None:
            moments.append(Moment(point, pages[0], pages[1]))
    return replace(
        ended,
        estimates=tuple(estimates),
        moments=tuple(moments),
        has_hands=has_hands,
        hands_are_dealt=is_dealt,
    )


def _given(whole: Any, _: Random) -> Any:
    return whole


# --- the page ---------------------------------------------------------------------------------------------------------


def story_pages(stories: Sequence[GameStory], fonts: Fonts) -> list[Image.Image]:
    """Return the pages of an evening as pictures, as many games on each as have room."""
    groups: list[list[GameStory]] = [[]]
    for story in stories:
        if sum(map(_height, (*groups[-1], story))) > _PAGE[1] - 2 * (_MARGIN + _TITLE):
            groups.append([])
        groups[-1].append(story)
    return [_paint_page(group, stories, fonts, number, len(groups)) for number, group in enumerate(groups, start=1)]


def _height(story: GameStory) -> int:
    """Return the height of a game on a page (pixels)."""
    return _SECTION if story.moments else _SHORT if story.end is None else _ENDED


def story_pdf(pages: Sequence[Image.Image], title: str) -> bytes:
    """Return pages as a PDF to print, A4; same pages, same bytes."""
    file = io.BytesIO()
    canvas = PdfCanvas(file, pagesize=A4, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    for page in pages:
        canvas.drawImage(ImageReader(page), 0, 0, *A4)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def evening_title(stories: Sequence[GameStory]) -> str:
    """Return the heading: the day of the evening."""
    began_s = min(story.facts.ended_s - story.facts.played_s for story in stories)
    return say("The evening of {day}", day=date_text(datetime.fromtimestamp(began_s).date()))


class _Paper:
    """Surface with a pen for letters in black."""

    def __init__(self, surface: pygame.Surface, fonts: Fonts) -> None:
        self.surface, self.fonts = surface, fonts
        self.canvas = Canvas(surface, fonts, lay_out_page(surface.get_size(), bar=False))

    def write(self, text: str, box: pygame.Rect, size: int, colour: Rgb = _INK, *, bold: bool = False) -> None:
        """Write a text into a box from its top, at most `size` pixels high."""
        self.canvas.write(text, box, colour, largest=size, bold=bold, down=0.0)

    def write_alike(self, texts: Sequence[str], boxes: Sequence[pygame.Rect], size: int) -> None:
        """Write each text into its box from its top, all in the size in which the longest fits."""
        pairs = [*zip(texts, boxes, strict=True)]
        sizes = (fit(self.fonts, text, box.size, size, self.canvas.layout.least).size for text, box in pairs)
        alike = min(sizes, default=size)
        for text, box in pairs:
            self.write(text, box, alike)


def _paint_page(
    group: Sequence[GameStory], stories: Sequence[GameStory], fonts: Fonts, number: int, pages: int
) -> Image.Image:
    surface = pygame.Surface(_PAGE)
    surface.fill(_PAPER)
    paper = _Paper(surface, fonts)
    box = pygame.Rect(_MARGIN, _MARGIN, _PAGE[0] - 2 * _MARGIN, _PAGE[1] - 2 * _MARGIN)
    title = evening_title(stories)
    heading = join_parts((title, f"{number}/{pages}")) if pages > 1 else title
    paper.write(heading, pygame.Rect(box.left, box.top, box.width, 2 * _TITLE), _TITLE, bold=True)
    top = box.top + 2 * _TITLE
    for story in group:
        # What stands alone, without moments, has the whole page.
        height = box.bottom - top if len(group) == 1 and not story.moments else _height(story) - _GAP
        _paint_story(paper, pygame.Rect(box.left, top, box.width, height), story)
        top += _height(story)
    return Image.frombytes("RGB", _PAGE, pygame.image.tobytes(surface, "RGB"))


def _paint_story(paper: _Paper, box: pygame.Rect, story: GameStory) -> None:
    facts = story.facts
    pygame.draw.line(paper.surface, _LINE, box.topleft, box.topright, 2)
    line = pygame.Rect(box.left, box.top + 10, box.width, _HEAD + 8)
    paper.write(story.game.title, line, _HEAD, bold=True)
    begins, ends = (datetime.fromtimestamp(facts.ended_s - back) for back in (facts.played_s, 0))
    players = listed([story.called(seat) for seat in facts.seats])
    length = say_count("{n} event", "{n} events", facts.events)
    told = join_parts((f"{begins:%H:%M} – {ends:%H:%M}", length, players))
    line = pygame.Rect(box.left, line.bottom, box.width, 2 * _TEXT + 12)
    paper.write(told, line, _TEXT, _SOFT)
    winners = describe_winners([story.called(seat) for seat in facts.winners])
    line = pygame.Rect(box.left, line.bottom + 2, box.width, _TEXT + 12)
    paper.write(winners, line, _TEXT, bold=True)
    if not story.moments:
        _paint_end(paper, pygame.Rect(box.left, line.bottom + 6, box.width, box.bottom - line.bottom - 6), story)
        return
    told = say(
        "The chance of {winner}: at the numbers as told below, between them a quicker estimate.",
        winner=listed([story.called(seat) for seat in facts.winners]),
    )
    if story.hands_are_dealt:
        told = together(told, say("Nobody knows the hidden hands: the chances are those of hands dealt at random."))
    # A second line takes its height from the curve: the captions keep theirs.
    more = _SMALL + 6 if story.hands_are_dealt else 0
    line = pygame.Rect(box.left, line.bottom + 4, box.width, _SMALL + 12 + more)
    paper.write(told, line, _SMALL, _SOFT)
    curve = pygame.Rect(box.left + _AXIS, line.bottom + _NUMBER, box.width - _AXIS - 2 * _NUMBER, _CURVE - more)
    _paint_curve(paper, curve, story)
    width = (box.width - 2 * _GAP) // 3
    pictures = [
        pygame.Rect(box.left + place * (width + _GAP), curve.bottom + _SMALL, width, _PICTURE)
        for place in range(len(story.moments))
    ]
    for picture, moment in zip(pictures, story.moments, strict=True):
        _paint_board(paper, picture, story.game, moment.after)
    captions = [_caption(story, moment, number) for number, moment in enumerate(story.moments, start=1)]
    texts = [pygame.Rect(each.left, each.bottom + 4, width, box.bottom - each.bottom - 4) for each in pictures]
    paper.write_alike(captions, texts, _SMALL)


def _paint_end(paper: _Paper, box: pygame.Rect, story: GameStory) -> None:
    """Paint the last board large, and the chapters as lines below it."""
    if story.end is None:
        return
    if story.has_hands:
        told = say("No turning points: of the hidden hands too little is known.")
        paper.write(told, pygame.Rect(box.topleft, (box.width, _SMALL + 12)), _SMALL, _SOFT)
        box = pygame.Rect(box.left, box.top + _SMALL + 14, box.width, box.height - _SMALL - 14)
    picture = pygame.Rect(box.topleft, (box.width, round(_END * box.height) if story.chapters else box.height))
    _paint_board(paper, picture, story.game, story.end)
    lines = [f"{number}. {title}" for number, title in enumerate(story.chapters, start=1)]
    each = -(-len(lines) // _COLUMNS)
    width = (box.width - (_COLUMNS - 1) * _GAP) // _COLUMNS
    texts = ["\n".join(lines[column * each : (column + 1) * each]) for column in range(_COLUMNS)]
    top = picture.bottom + 10
    boxes = [
        pygame.Rect(box.left + column * (width + _GAP), top, width, box.bottom - top) for column in range(_COLUMNS)
    ]
    paper.write_alike(texts, boxes, _LINES)


def _caption(story: GameStory, moment: Moment, number: int) -> str:
    before, after = (round(100 * chance) for chance in (moment.point.before, moment.point.after))
    return say(
        "{number}. {event} The chance of {winner}: {before} % → {after} %",
        number=number,
        event=moment.after.caption,
        winner=listed([story.called(seat) for seat in story.facts.winners]),
        before=before,
        after=after,
    )


def chance_line(story: GameStory) -> list[tuple[int, float]]:
    """Return the points of the line of chances: the number of an event, and the chance after it.

    It passes through the chances of the moments; between them the quick estimates are moved by what these differ there.
    """
    last = len(story.estimates) - 1
    known = [(0, story.estimates[0]), (last, story.estimates[last])]
    for moment in story.moments:
        known += [(moment.point.event - 1, moment.point.before), (moment.point.event, moment.point.after)]
    # What a moment tells goes before the quick estimate of an end.
    chances = dict(known)
    events = sorted(chances)
    shifts = np.interp(range(last + 1), events, [chances[event] - story.estimates[event] for event in events])
    return [
        (event, min(max(estimate + float(shift), 0.0), 1.0))
        for event, (estimate, shift) in enumerate(zip(story.estimates, shifts, strict=True))
    ]


def _paint_curve(paper: _Paper, box: pygame.Rect, story: GameStory) -> None:
    """Paint the winner's chance over the game, its axis, and the moments' numbers above it."""
    last = max(1, len(story.estimates) - 1)

    def at(event: int, chance: float) -> tuple[int, int]:
        return box.left + round(event / last * (box.width - 1)), box.bottom - 1 - round(chance * (box.height - 1))

    for share in (0.0, 0.5, 1.0):
        left, y = at(0, share)
        pygame.draw.line(paper.surface, _LINE, (left, y), (box.right - 1, y), 1)
        label = pygame.Rect(left - _AXIS, y - _SMALL // 2 - 3, _AXIS - 8, _SMALL + 6)
        paper.canvas.write(say("{n} %", n=round(100 * share)), label, _SOFT, largest=_SMALL, across=1.0)
    points = chance_line(story)
    if len(points) > 1:
        pygame.draw.lines(paper.surface, _CURVE_INK, False, [at(*point) for point in points], 3)
    chances, right = dict(points), 0
    for place, moment in enumerate(story.moments, start=1):
        event = moment.point.event
        x, _ = at(event, 0.0)
        pygame.draw.line(paper.surface, _SOFT, (x, box.top), (x, box.bottom - 1), 1)
        for end in (event - 1, event):
            pygame.draw.circle(paper.surface, _CURVE_INK, at(end, chances[end]), 5)
        # Numbers of moments that lie close stand side by side.
        number = pygame.Rect(max(x - _NUMBER // 2, right), box.top - _NUMBER - 4, _NUMBER, _NUMBER)
        paper.canvas.write(str(place), number, _INK, largest=_SMALL, bold=True, across=0.5)
        right = number.right


def _paint_board(paper: _Paper, box: pygame.Rect, game: CompanionGame, page: BoardPage) -> None:
    """Paint the board of a page on the ground that it has on the screen."""
    board = pygame.Surface((2 * box.width, 2 * box.height))
    pictures = game.table.pictures(paper.fonts)
    canvas = Canvas(board, paper.fonts, lay_out_page(board.get_size(), bar=False))
    pictures.paint_board(canvas, pictures.board_in(board.get_rect()), page.board)
    paper.surface.blit(pygame.transform.smoothscale(board, box.size), box)


# --- the animation ----------------------------------------------------------------------------------------------------


def story_gif(stories: Sequence[GameStory], fonts: Fonts) -> bytes:
    """Return an animation of all moments: each board before and after, with the chance below it."""
    frames = list(_frames(stories))
    return animation(frames, lambda frame: _paint_frame(fonts, *frame))


def _frames(stories: Sequence[GameStory]) -> Iterator[tuple[tuple[GameStory, Moment, bool, int], float]]:
    for story in stories:
        for place, moment in enumerate(story.moments, start=1):
            yield (story, moment, False, place), _STAYS_S
            yield (story, moment, True, place), _STAYS_LAST_S


def _paint_frame(fonts: Fonts, story: GameStory, moment: Moment, is_after: bool, place: int) -> Pixels:
    surface = pygame.Surface(_ANIMATION)
    surface.fill(_PAPER)
    paper = _Paper(surface, fonts)
    page = moment.after if is_after else moment.before
    width, height = _ANIMATION
    _paint_board(paper, pygame.Rect(0, 0, width, height - 150), story.game, page)
    chance = moment.point.after if is_after else moment.point.before
    bar = pygame.Rect(20, height - 140, width - 40, 24)
    pygame.draw.rect(surface, _LINE, bar)
    pygame.draw.rect(surface, _CURVE_INK, (bar.left, bar.top, round(chance * bar.width), bar.height))
    text = _caption(story, moment, place) if is_after else join_parts((story.game.title, page.caption))
    paper.write(text, pygame.Rect(20, height - 108, width - 40, 100), _TEXT)
    return np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8).reshape(height, width, 3)
