"""Draw the screens: docs/screens.md, and a page for each other game.

    python -m tools.gallery

The pages come with their pictures. They are those of the games' sample_pages.py in tests/companion/games, which
a session makes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pygame
from PIL import Image

from companion.commands.play import offered_tables
from companion.device.language import LANGUAGES, language_in_use, use_language
from companion.device.settings import Settings
from companion.games.betrayal.screen.pictures import BetrayalPictures
from companion.games.coach_ride.screen.pictures import CoachRidePictures
from companion.games.finstere_flure.palette import PLAYERS
from companion.games.finstere_flure.screen.pictures import FinstereFlurePictures
from companion.games.lifeboat.screen.pictures import LifeboatPictures
from companion.screen import theme
from companion.screen.page_view import PageView
from companion.screen.pages import Page, Tone
from companion.screen.pictures import Pictures
from companion.screen.signs import tone_colour
from companion.screen.text import Fonts
from companion.screen.theme import INK, Rgb, mix
from companion.table.session_start import open_session
from tests.companion.games.betrayal.sample_pages import samples as betrayal_samples
from tests.companion.games.coach_ride.sample_pages import samples as coach_ride_samples
from tests.companion.games.finstere_flure.screen.sample_pages import journal, samples
from tests.companion.games.lifeboat.sample_pages import samples as lifeboat_samples

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures" / "screens"
#: Width and height at which a page is drawn (pixels).
SIZE = (1280, 720)
#: Width at which it is shown (pixels).
SHOWN_WIDTH = 800
#: Other sizes: a small screen, one that stands upright, the half of a window beside the virtual table.
OTHER_SIZES = {"put-right": (800, 480), "tokens": (720, 1280), "problem": (640, 720)}
#: The pages that are shown in the other languages too.
IN_OTHER_LANGUAGES = ("players", "reach", "put-right", "problem", "move", "help")
#: Languages that differ most in their letters and in the length of their words.
SHOWN_LANGUAGES = ("de", "fr", "zh")
COLOURS = 128
RING: list[Rgb] = [theme.ACCENT] * 6 + [(0, 0, 0)] * 18

#: What each picture shows; the order is that of the page.
ABOUT = {
    "first-language": "The first run: which language.",
    "first-screen": "Can everybody read this?",
    "first-sound": "Can everybody hear the companion?",
    "first-buttons": "Each button is pressed once.",
    "first-ring": "The ring shines red, green and blue.",
    "first-camera": "The camera's live picture with what is measured in it.",
    "first-camera-coarse": "A camera that hangs too high, with what to change.",
    "first-tags": "How to print the tags.",
    "first-done": "Everything is ready.",
    "start": "The first page.",
    "settings": "Settings; a warning stands at the edge.",
    "players": "Who plays, in which seats, who begins, by which rules.",
    "lot": "Who begins was drawn by lot.",
    "bots": "Bots.",
    "phones": "Phones.",
    "guests": "Who sits where with a phone, and who else has joined: each can be refused.",
    "version": "Version.",
    "set-up": "The basic floor is checked: what is missing is drawn faintly, what is wrong is hatched.",
    "set-up-waiting": "A hand is over the board: what the camera still waits for is dashed.",
    "set-up-by-hand": "Without a camera the players say that the floor lies right.",
    "place-tile": "Expert set-up: where the chosen tile may lie.",
    "place-tile-plain": "Players lay the plain tiles: all stones are one row.",
    "tokens": "Whose turn it is and which tokens are still to move.",
    "reach": "A token is in the air: the cells that it can reach.",
    "choice": "Without a camera: token and cell were touched, Advance confirms.",
    "bot": "A bot thinks.",
    "hint": "A hint.",
    "foresight-tokens": "Foresight: who is in danger.",
    "foresight-reach": "The risk on each cell in reach.",
    "foresight-choice": "The monster's way after a move.",
    "what-if": "What if?",
    "puzzle": "Where will it go?",
    "puzzle-beside-table": "The same beside the virtual table, in whose place its board stands.",
    "answer": "An answer was right: the move plays.",
    "first-evening": "First evening.",
    "practice-move": "A first move.",
    "lesson": "A lesson.",
    "waiting": "Something covers the board: the companion waits.",
    "left": "Has this token left? A player confirms.",
    "problem": "What is wrong, where, how to mend it.",
    "draw": "A card is to be turned over.",
    "draw-real": "A real card is shown or chosen.",
    "move": "The monster's move.",
    "look": "Why?",
    "meal": "A meal.",
    "put-right": "What hands must do on the board, ticked off as the camera sees it; a button is being held.",
    "put-right-problem": "Something went wrong while the table was put right.",
    "menu": "The menu (Back held).",
    "help": "What now?",
    "pause": "Supper: the clock stands still.",
    "menu-lock": "The locked menu.",
    "seats": "Who is away.",
    "seat": "A player leaves, sits out, changes seats.",
    "away": "The turn of somebody who is away.",
    "take-over": "People have taken over a game that played itself: which player is theirs.",
    "failed-bot": "A bot has given up.",
    "undo": "What can be taken back.",
    "log": "All that has happened.",
    "stage-two": "A moment: stage two begins.",
    "stage": "What stage two means.",
    "victory": "A moment: somebody has won.",
    "over": "The game is over: who ranks where, and its story.",
    "foreseen": "What may come, in a replay.",
    "review": "A round's review.",
    "mistake": "A better move.",
    "everything": "Not in any game: all kinds of marks, arrows, rows and ghosts, each with a shape of its own.",
}


@dataclass(frozen=True)
class GamePages:
    """Game's own page in the docs: contents of each picture, in order.

    Some pictures are in several sizes and languages.
    """

    id: str
    title: str
    samples: Callable[[], Mapping[str, Page]]
    pictures: Callable[[Fonts], Pictures]
    about: Mapping[str, str]
    sizes: Mapping[str, tuple[int, int]]
    in_other_languages: tuple[str, ...]


OTHER_GAMES = (
    GamePages(
        "lifeboat",
        "Lifeboat",
        lifeboat_samples,
        LifeboatPictures,
        {
            "players": "Who plays, clockwise; below, the variants and the navigation cards.",
            "navigation-cards": "*Your navigation cards*: those that are entered, and the next one.",
            "navigation-card": "The signs of one card.",
            "set-up": "The table is laid: what is removed and dealt, the boat row as it must lie.",
            "take": "Supply.",
            "act": "Whose turn it is, in the order of the morning, and the five choices.",
            "act-row": "Rowing: how many cards go on the row stack.",
            "act-demand": "A demand: which card.",
            "act-cannot-refuse": "What has just followed by itself, with its rule: why somebody was not asked.",
            "act-unread": "Something cannot be read: it is told once, stands there, and stops nobody.",
            "answer": "The other agrees or refuses.",
            "fight": "A fight: who is pushed up attacks, who is pushed down defends; both sums stand above.",
            "choose": "The navigator chooses the day's card.",
            "choose-signs": "Without a known deck the signs of the day's card are ticked.",
            "overboard": "Who falls, and what each would lose now.",
            "thirst": "One thirst at a time, with its cause.",
            "reveal": "The scoring: who reveals next.",
            "sums": "The four sums of a player.",
            "over": "The ranking.",
            "person": "All that is public about somebody, in words.",
            "problem": "Something is wrong on the mat: what, with the rule's number, and how to mend it.",
            "problem-preserver": "Another one: a preserver for the unconscious.",
            "problem-gone": "Open cards are not seen any more.",
            "problem-nobodys": "A card lies where nobody sits.",
            "reveal-spread": "A hand is spread in the boat: what of it is seen by now.",
            "put-right": "What hands must do so that the table lies as the game says.",
            "put-right-problem": "Besides what is to be done something lies otherwise.",
            "correct": "*Put right by hand*: public facts that nobody can read off the events.",
            "help": "What now?",
            "undo": "What can be taken back.",
            "log": "All that has happened.",
        },
        {"act": (800, 480), "fight": (720, 1280)},
        ("act", "fight", "overboard"),
    ),
    GamePages(
        "coach-ride",
        "Coach Ride",
        lambda: {**coach_ride_samples(), "ten": coach_ride_samples(10)["powers"]},
        CoachRidePictures,
        {
            "players": "Who sits where, clockwise, as the person cards are laid or touched.",
            "set-up": "Which cards this number of players takes, deals and puts away.",
            "turn": "Whose turn it is: hands, open professions, the pile and the limit.",
            "offer": "A trade: who offers to whom.",
            "announce": "Both are asked the same, whatever was traded.",
            "effect": "What was read out acts: its giver may do it, or do without.",
            "limit": "Somebody holds too many items.",
            "priest-window": "For five seconds a Priest may speak, whoever has it.",
            "support": "One after the other lays sword or shield, or keeps the card.",
            "powers": "A fight: both totals, swords and shields, the cards that were laid open.",
            "ten": "The same with ten players.",
            "result": "Who has won, and the reward.",
            "to-show": "Some cards of a claim lie there: what is still to be shown.",
            "naming": "Whose items are needed.",
            "allies": "A claim, condition by condition, with the rulings.",
            "reveal-wrong": "The claim is judged; all others show their association.",
            "over": "Who has won and why, with all cards that were shown.",
            "refused": "Something cannot be: why, and the ruling a touch away.",
            "problem": "Something lies wrong on the mat.",
            "put-right": "What hands must do, here after a fight.",
            "correct": "*Put right by hand*: what nobody can read off the events.",
            "cards": "What each card does.",
            "log": "All that has happened: who traded with whom, what was read out.",
        },
        {"ten": (800, 480), "turn": (480, 800)},
        ("powers",),
    ),
    GamePages(
        "betrayal",
        "Betrayal",
        betrayal_samples,
        BetrayalPictures,
        {
            "players": "Who plays, clockwise; the next birthday begins.",
            "set-up": "How the floors are laid.",
            "turn": "A turn: rooms in reach with what they cost, open doors, the other floors small.",
            "house-40": "A house of forty rooms, in the haunt.",
            "discover": "A discovered tile is named by a stretch of the alphabet, then by its name.",
            "roll": "Dice: Draw rolls.",
            "damage": "Damage is shared out with the skulls in sight.",
            "haunt-roll": "The haunt roll and its odds, before the dice.",
            "haunt-setup": "What the chart is asked; its answer is told by number alone.",
            "put-right": "What hands must do, here with the monsters' tokens.",
            "attack": "A fight's exact odds before its dice.",
            "monsters": "The monsters' turn.",
            "explorer": "An explorer: four rows, set by touch.",
            "haunt": "What everybody knows of the haunt, and what is counted in it.",
            "counter-letters": "A counter's name is written, on a keyboard or by groups of letters.",
            "over": "Which side has won, and how everybody stood.",
        },
        {"house-20": (800, 480), "turn": (480, 800)},
        ("house-20",),
    ),
)

INTRODUCTION = """# The screens

`python -m tools.gallery` makes this page.

The bar at the foot shows the three buttons as on the box, with what each does now and, smaller, what it does when
held, the key that does the same, and the ring of lights. A button that does nothing now is dark. Buttons, rows on a
lighter ground and cells can be touched or clicked; who slides off before letting go presses nothing.

A list that is too long is turned over by its arrows, Page Up and Page Down, the wheel, dragging, or Draw. The row that
Advance would choose has an amber frame. What matters now is amber with a triangle, what is right green with a tick,
what waits blue with a clock, what is wrong red with a warning sign: nothing is told by its colour alone.
"""


def main() -> None:
    """Write all pictures and the page that shows them."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.png"):
        old.unlink()
    fonts = Fonts()
    view = PageView(fonts, FinstereFlurePictures(fonts))
    lines = [INTRODUCTION]
    use_language("en")
    english = samples()
    assert set(english) == set(ABOUT), "every sample page is shown"
    lines += ["All games.", "", _picture(view, first_page(), "start-games", SIZE), ""]
    for name, about in ABOUT.items():
        lines += [about, "", _picture(view, english[name], name, SIZE), ""]
    lines += ["## Other sizes", ""]
    for name, size in OTHER_SIZES.items():
        label = "x".join(map(str, size))
        lines += [f"{label}:", "", _picture(view, english[name], f"{name}-{label}", size), ""]
    for code in SHOWN_LANGUAGES:
        use_language(code)
        translated = samples()
        lines += [f"## {LANGUAGES[code].name}", ""]
        lines += [f"{_picture(view, translated[name], f'{name}-{code}', SIZE)}\n" for name in IN_OTHER_LANGUAGES]
    (ROOT / "docs" / "screens.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    use_language("en")
    for game in OTHER_GAMES:
        draw_game(game, fonts)


def first_page() -> Page:
    """Return the first page with all games, one of which can go on."""
    session = open_session(journal(), Settings(language=language_in_use()), [*offered_tables().values()], sees=True)
    session.open_start_page()
    return session.page


def draw_game(game: GamePages, fonts: Fonts) -> None:
    """Write a game's pictures and the page that shows them."""
    view = PageView(fonts, game.pictures(fonts))
    lines = [
        f"# The screens of {game.title}",
        "",
        "`python -m tools.gallery` makes this page. [The screens](screens.md) say what pages have in common.",
        "",
    ]
    use_language("en")
    english = game.samples()
    for name, about in game.about.items():
        lines += [about, "", _picture(view, english[name], f"{game.id}-{name}", SIZE), ""]
    lines += ["## Other sizes", ""]
    for name, size in game.sizes.items():
        label = "x".join(map(str, size))
        lines += [f"{label}:", "", _picture(view, english[name], f"{game.id}-{name}-{label}", size), ""]
    for code in SHOWN_LANGUAGES:
        use_language(code)
        translated = game.samples()
        lines += [f"## {LANGUAGES[code].name}", ""]
        for name in game.in_other_languages:
            lines += [_picture(view, translated[name], f"{game.id}-{name}-{code}", SIZE), ""]
    use_language("en")
    (ROOT / "docs" / f"screens-{game.id}.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def _picture(view: PageView, page: Page, name: str, size: tuple[int, int]) -> str:
    """Draw a page, write it as a small PNG and return the line that shows it."""
    surface = pygame.Surface(size)
    holding = ("advance", 0.4) if name == "put-right" else None
    view.draw(surface, page, ring=RING, time_s=0.5, holding=holding)
    picture = Image.frombytes("RGB", size, pygame.image.tobytes(surface, "RGB"))
    if size[0] > SHOWN_WIDTH:
        picture = picture.resize((SHOWN_WIDTH, SHOWN_WIDTH * size[1] // size[0]), Image.Resampling.LANCZOS)
    few = picture.quantize(palette=_palette(picture), dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)
    return f"![{name}](pictures/screens/{name}.png)"


def _palette(picture: Image.Image) -> Image.Image:
    """Reduce a picture to few colours; meaningful colours are kept, however small their area."""
    colours = (*map(tone_colour, Tone), *(shades.screen for shades in PLAYERS.values()))
    swatches = [mix(colour, INK, dark / 4) for colour in colours for dark in range(3)]
    strip = Image.new("RGB", (picture.width, 8 * len(swatches)))
    for number, colour in enumerate(swatches):
        strip.paste(colour, (0, 8 * number, picture.width, 8 * number + 8))
    both = Image.new("RGB", (picture.width, picture.height + strip.height))
    both.paste(picture, (0, 0))
    both.paste(strip, (0, picture.height))
    return both.quantize(COLOURS, Image.Quantize.MEDIANCUT)


if __name__ == "__main__":
    main()
