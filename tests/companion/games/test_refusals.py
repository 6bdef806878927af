"""Tests that every refusal has a sentence of its own in every language, with its rule."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from companion.device.language import COMPLETE, use_language
from companion.games.betrayal.table.words import describe_problem as describe_betrayal
from companion.games.coach_ride.table.words import describe_problem as describe_coach_ride
from companion.games.lifeboat.table.words import describe_problem as describe_lifeboat
from engine.betrayal.problems import Code as BetrayalCode
from engine.coach_ride.problems import Code as CoachRideCode
from engine.game import RuleProblem
from engine.lifeboat.problems import CODES as LIFEBOAT_CODES

#: Refusals of lines in files, which no table can have.
OF_FILES = {("betrayal", "not-understood"), ("lifeboat", "not-understood"), ("lifeboat", "not-in-game")}
#: The number of a rule, all codes, and the description, by game.
REFUSALS: Mapping[str, tuple[str, Sequence[str], Callable[[RuleProblem], str]]] = {
    "betrayal": ("B7", [code.word for code in BetrayalCode], describe_betrayal),
    "coach-ride": ("K7", [code.word for code in CoachRideCode], describe_coach_ride),
    "lifeboat": ("L7", LIFEBOAT_CODES, describe_lifeboat),
}


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game", REFUSALS)
def test_every_refusal_has_a_sentence_in_every_language(game: str, language: str) -> None:
    use_language(language)
    rule, codes, describe = REFUSALS[game]
    codes = [code for code in codes if (game, code) not in OF_FILES]
    told = [describe(RuleProblem(code, f"English of {code} ({rule})")) for code in codes]
    assert all(rule in sentence and "English" not in sentence for sentence in told)
    assert len(set(told)) == len(codes)
