"""Tests of ``companion story``: a page to print and an animation of an evening."""

import math
from datetime import datetime
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from companion.device.language import use_language
from companion.figures.facts import GameFacts
from companion.games.story import GameStory, chance_line, evening_title, story_pages
from companion.journal import Journal
from companion.main import main
from companion.opponents import turning_points
from companion.screen.fonts import Fonts
from tests.companion.commands.test_games import complaint, told, write
from tests.engine.finstere_flure.whole_game import whole_game

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with a game that is over and one that goes on."""
    path = tmp_path_factory.mktemp("story") / "games.sqlite"
    opened = Journal.open(path)
    write(opened, whole_game(1))
    write(opened, whole_game(2).undo(10))
    opened.close()
    return path


@pytest.mark.slow
def test_an_evening_becomes_a_page_of_a4_and_an_animation_of_its_moments(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # As many events are weighed as moments are shown.
    monkeypatch.setattr(turning_points, "_CANDIDATES", 2)
    pdf, gif = tmp_path / "e.pdf", tmp_path / "e.gif"
    told(capsys, "story", "-o", pdf, "--gif", gif, "--journal", journal)
    data = pdf.read_bytes()
    assert data.startswith(b"%PDF")
    assert b"595.2756 841.8898" in data
    assert data.count(b"/Type /Page\n") == 1
    with Image.open(gif) as animation:
        moments, left = divmod(getattr(animation, "n_frames", 1), 2)
        assert (left, moments > 0, moments <= 3) == (0, True, True)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("story",), "-o FILE.pdf"),
        (("story", "2", "-o", "e.pdf"), "not over"),
        (("story", "7", "-o", "e.pdf"), "no game"),
        (("story", "--day", "1999-01-01", "-o", "e.pdf"), "1999-01-01"),
        (("story", "--day", "soon", "-o", "e.pdf"), "--day"),
        (("story", "-o", "e.txt"), ".pdf"),
        (("story", "--gif", "nowhere/e.gif"), "folder"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(
    journal: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert reason in complaint(capsys, *words, "--journal", journal)


def test_the_names_file_is_never_written_over(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "games.players.json"
    own.write_text("{}")
    assert main(["games", "export", "1", "-o", str(own), "--journal", str(journal)]) == 2
    assert own.read_text() == "{}"
    capsys.readouterr()


def test_games_without_moments_share_a_page(journal: Path) -> None:
    from companion.games import find_game
    from companion.games.counting import count_games
    from companion.journal.player_names import PlayerNames
    from companion.journal.search import GameSearch

    (facts,) = count_games(journal, PlayerNames(journal), GameSearch())
    story = GameStory(find_game("finstere-flure"), facts)
    assert len(story_pages([story] * 7, Fonts())) == 1
    assert len(story_pages([story] * 8, Fonts())) == 2


def random_story(kind: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> GameStory:
    """Return the story of a game by chance at a table of real cards, until somebody has won."""
    from companion.games import find_game
    from companion.games.random_play import allowed_events
    from companion.games.story import tell

    # Of few deals and events: what is told is the same.
    monkeypatch.setattr(turning_points, "_DEALS_OF_HANDS", 4)
    monkeypatch.setattr(turning_points, "_CANDIDATES", 3)
    monkeypatch.setattr(turning_points, "_SOONER", 4)
    found, rng = find_game(kind), Random(seed)
    game = found.rules.start(found.virtual.start(None, seed, {}))
    while found.rules.over(game.state) is None:
        game = game.apply(rng.choice(allowed_events(found, game, rng)))
    result = found.rules.over(game.state)
    assert result is not None
    assert result.winners
    seats = found.players(game.events[0])
    facts = GameFacts(kind, 1, "key", 7200.0, 3600.0, len(game.events), seats, result.winners)
    return tell(found, game, facts)


def test_a_game_without_moments_shows_its_last_board_and_its_chapters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning_points, "_LEAST_ERRORS_OF_DEALT", math.inf)
    story = random_story("coach-ride", 1, monkeypatch)
    assert not story.moments
    assert len(story.chapters) > 1
    (page,) = story_pages([story], Fonts())
    # From top to bottom: what is told, the board, the chapters; the two last parts are no more white.
    grey = np.asarray(page.convert("L"))
    assert max(grey[top : top + 20].min() for top in (600, 1100)) < 128
    assert len(story_pages([story] * 2, Fonts())) == 1


@pytest.mark.slow
def test_coach_ride_has_moments_by_what_everybody_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning_points, "_LEAST_ERRORS_OF_DEALT", 2.0)  # so few deals
    story = random_story("coach-ride", 1, monkeypatch)
    assert story.moments
    assert story.estimates[-1] == 1.0
    assert 0.35 < story.estimates[0] < 0.65


@pytest.mark.slow
def test_lifeboat_has_moments_by_what_its_end_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning_points, "_LEAST_ERRORS_OF_DEALT", 2.0)  # so few deals
    story = random_story("lifeboat", 1, monkeypatch)
    assert story.has_hands
    assert 0 < len(story.moments) <= 3
    assert story.estimates[-1] == pytest.approx(1.0)
    assert story.estimates[0] < 0.9
    # The line of chances says what the captions say, also of moments that the quick estimates see otherwise.
    line = dict(chance_line(story))
    assert [*line] == [*range(len(story.estimates))]
    for point in (moment.point for moment in story.moments):
        assert (line[point.event - 1], line[point.event]) == pytest.approx((point.before, point.after))
    assert any(abs(moment.point.before - story.estimates[moment.point.event - 1]) > 0.02 for moment in story.moments)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The evening of 21 November 2026"),
        ("de", "Der Abend vom 21. November 2026"),
        ("fr", "La soirée du 21 novembre 2026"),
        ("es", "La velada del 21 de noviembre de 2026"),
        ("it", "La serata del 21 novembre 2026"),
        ("ja", "2026年11月21日のゲーム会"),
        ("pl", "Wieczór 21 listopada 2026"),
        ("zh", "2026年11月21日的晚上"),
    ],
)
def test_the_evening_has_its_date_as_the_language_writes_it(language: str, told: str) -> None:
    from companion.games import find_game

    use_language(language)
    ended_s = datetime(2026, 11, 21, 22, 0).timestamp()
    facts = GameFacts("finstere-flure", 1, "key", ended_s, 3600.0, 9, ("red",), ())
    assert evening_title([GameStory(find_game("finstere-flure"), facts)]) == told
