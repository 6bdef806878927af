"""Few words by ear: whole games of bots through a session, in all languages, counted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import mean, median
from typing import Any

import pytest
from classics.draughts import GAME as DRAUGHTS

from companion.device.language import COMPLETE, ENGLISH, in_language
from companion.games.finstere_flure.table.game import TABLE as FINSTERE_FLURE
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.table.announcement import Announcement
from companion.table.hearing import join_moment
from companion.voice import Kind, Level
from companion.voice.brevity import MOST_CONFIRMING_WORDS, count_words, short_confirmation, split_sentences, unsaid
from tests.companion.games.here import ENTRIES, load_game
from tests.companion.voice.heard_games import WHOLE, Moment, heard_game, minutes, spoken

#: What is told of an event, in the middle.
MOST_WORDS_OF_AN_EVENT = 15
#: Speech of a day in the boat, and of a round before the monster, in minutes.
MOST_MINUTES_OF_A_DAY = 6
MOST_MINUTES_OF_A_ROUND = 2
#: Events that are told by ear, of all.
LEAST_TOLD = 0.95
#: So many events are counted where a game is not counted whole.
_SOME_EVENTS = 60
_EVENTS = (Kind.EVENT, Kind.DONE)
#: A day in the boat is counted in English each time, in the others where there is time.
_LANGUAGES = [ENGLISH, *(pytest.param(code, marks=pytest.mark.slow) for code in COMPLETE if code != ENGLISH)]


@dataclass(frozen=True)
class Counted:
    """Words of a game: of each event, each confirmation, each day or round.

    `told`: the share of its events that are told.
    """

    of_events: Sequence[float]
    of_confirmations: Sequence[float]
    of_units: Sequence[float]
    told: float


def count(moments: Sequence[Moment]) -> Counted:
    """Count the words of a game in the language in use."""
    of_events, of_confirmations, of_units = list[float](), list[float](), dict[str, float]()
    told = 0
    for moment in moments:
        heard = [announcement for announcement in moment.said if announcement.text and announcement.kind in _EVENTS]
        of_units[moment.unit] = of_units.get(moment.unit, 0) + sum(map(count_words, moment.texts))
        # Events of one moment are joined; the monster's card is told when its move plays, in a moment of its own.
        told += max(1, len(moment.events)) if heard else 0
        for announcement in heard:
            words = count_words(spoken(moment.table_game, announcement.text))
            (of_confirmations if announcement.kind is Kind.DONE else of_events).append(words)
    units = [words for unit, words in of_units.items() if unit]
    return Counted(of_events, of_confirmations, units, told / sum(len(moment.events) for moment in moments))


def counted(game: str, folder: Path, language: str, bots: int, most_events: int = WHOLE) -> Counted:
    """Play a game and count its words."""
    moments = heard_game(game, folder, language, by_ear="short", bots=bots, most_events=most_events)
    with in_language(language):
        return count(moments)


def too_long(words: Counted) -> list[str]:
    """Return what of a game takes too many words, or is not told."""
    problems = []
    if words.of_events and median(words.of_events) > MOST_WORDS_OF_AN_EVENT:
        problems.append("events")
    if words.of_confirmations and median(words.of_confirmations) > MOST_CONFIRMING_WORDS:
        problems.append("confirmations")
    return problems if words.told >= LEAST_TOLD else [*problems, "untold"]


_OTHERS = [code for code in COMPLETE if code != ENGLISH]
#: Games with sentences of their own: they are told whole, and in each language. Those on cells share theirs: of these
#: some events are told, in English and in one more language.
_OWN = ("betrayal", "coach-ride", "finstere-flure", "lifeboat", "mouse-and-elephant")
_TOLD = [
    *(f"{game}-{ENGLISH}" for game in ENTRIES),
    *(f"{game}-{code}" for game in _OWN for code in _OTHERS),
    *(f"{game}-{code}" for game, code in zip(sorted(ENTRIES), cycle(_OTHERS), strict=False)),
]


@pytest.mark.slow
@pytest.mark.thorough(but=_TOLD)
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game", sorted(ENTRIES))
def test_events_are_told_in_few_words(game: str, language: str, tmp_path: Path) -> None:
    bots = len(load_game(game).table.seats(load_game(game).virtual.start(None, 1, {}))) // 2
    words = counted(game, tmp_path, language, bots, WHOLE if language == ENGLISH and game in _OWN else _SOME_EVENTS)
    assert too_long(words) == [], words
    assert words.of_confirmations
    assert words.of_events


@pytest.mark.thorough(but=["0-en", "3-de", "0-fr"])
@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("bots", [0, 3])
def test_a_day_in_the_boat_is_told_in_six_minutes(language: str, bots: int, tmp_path: Path) -> None:
    words = counted("lifeboat", tmp_path, language, bots).of_units
    assert minutes(max(words)) <= MOST_MINUTES_OF_A_DAY, [round(minutes(day), 1) for day in words]


@pytest.mark.slow
@pytest.mark.thorough(but=["0-en", "3-de"])
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("bots", [0, 3])
def test_a_round_before_the_monster_is_told_in_two_minutes(language: str, bots: int, tmp_path: Path) -> None:
    words = counted("finstere-flure", tmp_path, language, bots).of_units
    # What bots do is said, and then what hands lay for them.
    most = MOST_MINUTES_OF_A_ROUND * (1.5 if bots else 1)
    assert minutes(mean(words)) <= most, [round(minutes(turn), 1) for turn in words]


# --- the counter finds what is too long -------------------------------------------------------------------------------


def long_sentence(before: Any, event: Any, after: Any, *, confirms: bool) -> str:  # noqa: ARG001 - as every game
    """Return a sentence as long as those of the log are at most."""
    return "Somebody did something that takes a very long time to tell, since it is told in far too many words."


def nothing(before: Any, event: Any, after: Any, *, confirms: bool) -> str:  # noqa: ARG001 - as every game
    """Return nothing, as if no event were told."""
    return ""


@pytest.mark.parametrize(
    ("sown", "bots", "found"),
    [(long_sentence, 1, {"events", "confirmations"}), (long_sentence, 0, {"confirmations"}), (nothing, 0, {"untold"})],
)
@pytest.mark.parametrize(("game", "table"), [("lifeboat", LIFEBOAT), ("draughts", DRAUGHTS.table)])
def test_the_counter_finds_long_sentences(
    game: str,
    table: Any,
    sown: Callable[..., str],
    bots: int,
    found: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(table), "describe_heard", staticmethod(sown))
    assert {*too_long(counted(game, tmp_path, ENGLISH, bots, most_events=30))} == found


@pytest.mark.slow
def test_the_counter_finds_long_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(FINSTERE_FLURE), "describe_heard", staticmethod(long_sentence))
    words = counted("finstere-flure", tmp_path, ENGLISH, 3).of_units
    assert minutes(mean(words)) > MOST_MINUTES_OF_A_ROUND


# --- by ear off -------------------------------------------------------------------------------------------------------


def test_nothing_is_added_where_nobody_plays_by_ear(tmp_path: Path) -> None:
    moments = heard_game("lifeboat", tmp_path, by_ear="off")
    assert {announcement.kind for moment in moments for announcement in moment.said} == {Kind.NOTE}
    texts = [text for moment in moments for text in moment.texts]
    assert "Kept." not in texts
    assert any(text.startswith("The Captain: which action") for text in texts)


def test_in_full_the_log_is_told(tmp_path: Path) -> None:
    moments = heard_game("draughts", tmp_path, by_ear="full")
    before, event, after = next(event for moment in moments for event in moment.events if event[0] is not None)
    line = spoken(DRAUGHTS.table, DRAUGHTS.table.describe_event(before, event, after))
    assert line in [text for moment in moments for text in moment.texts]


# --- parts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "Red 4 to c5.", 5),
        ("en", "The servants' quarters, half-way.", 4),
        ("de", "Rot 4 nach c5.", 5),
        ("fr", "Jusqu’à l’est.", 2),
        ("zh", "船长留下一张牌。", 3.5),
    ],
)
def test_words_are_counted_as_they_are_said(language: str, text: str, words: float) -> None:
    with in_language(language):
        assert count_words(text) == words


def test_a_long_sentence_is_confirmed_in_a_word() -> None:
    assert short_confirmation("The First Mate used chum.") == "The First Mate used chum."
    assert short_confirmation("The First Mate rowed and kept 2 cards.") == "Done."


def test_a_title_ends_no_sentence() -> None:
    text = "The Kid wants to change seats with Dr. Harter. Does Dr. Harter agree?"
    first, question = split_sentences(text)
    assert (first, question) == ("The Kid wants to change seats with Dr. Harter.", "Does Dr. Harter agree?")
    assert unsaid(text, {first}) == question


def test_an_address_is_no_sentence_at_its_dots() -> None:
    text = "Type 192.168.1.7:8080. Then the digits."
    assert [*split_sentences(text)] == ["Type 192.168.1.7:8080.", "Then the digits."]


def said(text: str, kind: Kind = Kind.NOTE, chime: str = "", level: Level = Level.PHASE) -> Announcement:
    """Return an announcement."""
    return Announcement(text, level, chime, kind)


def test_what_is_said_together_is_joined() -> None:
    heard = join_moment([said("A. B.", Kind.EVENT), said("C.", Kind.EVENT), said("Who is next?")], "", str)
    assert [(told.text, told.kind) for told in heard] == [("A. B. C.", Kind.EVENT), ("Who is next?", Kind.NOTE)]


def test_several_events_are_told_as_one_act() -> None:
    heard = join_moment([said("A.", Kind.DONE), said("B.", Kind.DONE), said("Who is next?")], "A and B.", str)
    assert [told.text for told in heard] == ["A and B.", "Who is next?"]


def test_what_was_just_said_is_not_said_again() -> None:
    texts = [said("The Kid wants a card.", Kind.EVENT), said("The Kid wants a card. Agreed?", chime="turn")]
    assert [(told.text, told.chime) for told in join_moment(texts, "", str)] == [
        ("The Kid wants a card.", ""),
        ("Agreed?", "turn"),
    ]


@pytest.mark.parametrize(
    "again",
    [said("It lies wrong.", level=Level.PROBLEM), said("It lies wrong.", Kind.ANSWER)],
    ids=["problem", "asked"],
)
def test_problems_and_answers_are_said_in_whole(again: Announcement) -> None:
    assert join_moment([said("It lies wrong."), again], "", str)[-1] == again
