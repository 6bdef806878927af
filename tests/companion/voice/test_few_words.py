"""Few words by ear: whole games of bots through a session, in all languages, counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

import pytest

from companion.device.language import LANGUAGES, in_language
from companion.voice import Kind
from companion.voice.brevity import MOST_CONFIRMING_WORDS, count_words
from tests.companion.games.here import ENTRIES
from tests.companion.voice.heard_games import Moment, heard_game, minutes, spoken

#: What is told of an event, in the middle.
MOST_WORDS_OF_AN_EVENT = 15
#: Speech of a day in the boat, and of a round before the monster, in minutes.
MOST_MINUTES_OF_A_DAY = 6
MOST_MINUTES_OF_A_ROUND = 2
#: Events that are told by ear, of all.
LEAST_TOLD = 0.95
_EVENTS = (Kind.EVENT, Kind.DONE)


@dataclass(frozen=True)
class Counted:
    """Words of a game: of each event told, of each confirmation, of each day or round; and the share that is told."""

    of_events: Sequence[float]
    of_confirmations: Sequence[float]
    of_units: Sequence[float]
    told: float


def count(moments: Sequence[Moment]) -> Counted:
    """Count the words of a game in the language in use."""
    of_events, of_confirmations, of_units = [], [], dict[str, float]()
    events, told, missing = 0, 0, 0
    for moment in moments:
        heard = [announcement for announcement in moment.said if announcement.text and announcement.kind in _EVENTS]
        of_units[moment.unit] = of_units.get(moment.unit, 0) + sum(map(count_words, moment.texts))
        events += len(moment.events)
        # A step tells some events only as they go on.
        missing += len(moment.events)
        if heard:
            told += max(1, len(moment.events))
        for announcement in heard:
            words = count_words(spoken(moment.table_game, announcement.text))
            (of_confirmations if announcement.kind is Kind.DONE else of_events).append(words)
    units = [words for unit, words in of_units.items() if unit]
    return Counted(of_events, of_confirmations, units, min(1.0, told / events))


def counted(game: str, folder: Path, language: str, bots: int) -> Counted:
    moments = heard_game(game, folder, language, by_ear="short", bots=bots)
    with in_language(language):
        return count(moments)


GAMES = sorted(ENTRIES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_events_are_told_in_few_words(game: str, language: str, tmp_path: Path) -> None:
    by_keys, by_bots = (counted(game, tmp_path, language, bots) for bots in (0, 99))
    assert by_keys.told >= LEAST_TOLD, by_keys.told
    assert by_bots.told >= LEAST_TOLD, by_bots.told
    assert median(by_bots.of_events) <= MOST_WORDS_OF_AN_EVENT, by_bots.of_events
    assert median(by_keys.of_confirmations) <= MOST_CONFIRMING_WORDS, by_keys.of_confirmations


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bots", [0, 3])
def test_a_day_in_the_boat_is_told_in_six_minutes(language: str, bots: int, tmp_path: Path) -> None:
    words = counted("lifeboat", tmp_path, language, bots).of_units
    assert minutes(max(words)) <= MOST_MINUTES_OF_A_DAY, [round(minutes(day), 1) for day in words]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bots", [0, 3])
def test_a_round_before_the_monster_is_told_in_two_minutes(language: str, bots: int, tmp_path: Path) -> None:
    words = counted("finstere-flure", tmp_path, language, bots).of_units
    assert minutes(mean(words)) <= MOST_MINUTES_OF_A_ROUND, [round(minutes(turn), 1) for turn in words]
