"""Tests of wrong claims by kind: the faults of section 5 and the winners."""

from collections import Counter

import pytest

from engine.coach_ride.cards import Association
from engine.coach_ride.events import Shown
from engine.coach_ride.state import Phase

from .game_text import M, played, public, started, with_hands

OWN = "claimed M own"
CREST = "claimed M crest"
ENEMY = "claimed M enemy"
REASONS = {OWN: "claim", CREST: "crest", ENEMY: "fortune"}


@pytest.mark.parametrize(
    ("told", "faults"),
    [
        (f"{OWN}; shown M order thug [dagger goblet key pearl]", ["pearl"]),
        (f"{OWN}; shown M order thug [dagger goblet goblet goblet]", ["no-victory-item"]),
        (f"{OWN}; shown M order thug [dagger gloves goblet pearl]", ["no-victory-item", "pearl"]),
        # A bag counts only when the pile is empty (K5).
        (f"{OWN}; shown M order thug [bag-key dagger gloves whip]", ["no-victory-item"]),
        (f"{OWN}; shown M order thug [bag-key dagger key key]; named M []", ["not-enough"]),
        (f"{OWN}; shown M order thug [dagger gloves key ring]; named M []", ["not-enough"]),
        (
            f"{OWN}; shown M order thug [dagger key key ring]; named M [S G];"
            "shown G order [goblet]; shown S brotherhood [key]",
            ["not-enough", "not-of-the-side:sarah", "nothing-to-show:gundla"],
        ),
        (
            f"{OWN}; shown M order thug [dagger key key key]; named M [G]; shown G brotherhood [goblet]",
            ["not-of-the-side:gundla"],
        ),
        (
            f"{OWN}; shown M order thug [dagger key key key]; named M [G]; shown G order [whip]",
            ["nothing-to-show:gundla"],
        ),
        (f"{CREST}; shown M order thug [crest goblet key pearl]", ["not-enough", "pearl"]),
        (f"{CREST}; shown M order thug [goblet key key key]", ["no-crest"]),
        (f"{CREST}; shown M order thug [crest dagger key key]", ["not-enough"]),
        (f"{CREST}; shown M order thug [dagger gloves key key]", ["no-crest", "not-enough"]),
        (f"{ENEMY}; shown M order thug [dagger gloves key pearl]", ["pearl"]),
        # Only the items of those who are named count.
        (f"{ENEMY}; shown M order thug [goblet goblet goblet whip]; named M []", ["not-enough"]),
        (
            f"{ENEMY}; shown M order thug [dagger goblet goblet ring]; named M [G]; shown G order [goblet]",
            ["not-enough", "not-of-the-side:gundla"],
        ),
        (
            f"{ENEMY}; shown M order thug [dagger goblet goblet ring]; named M [G]; shown G brotherhood [key]",
            ["not-enough", "nothing-to-show:gundla"],
        ),
    ],
)
def test_a_claim_that_is_wrong_wins_for_the_whole_other_side(told: str, faults: list[str]) -> None:
    game = played(with_hands(started(4, "crest", variants=["fortune-telling"]), M=4), told)
    assert public(game)["claim"]["faults"] == faults
    assert public(game)["claim"]["result"] == "wrong"
    assert game.state.phase is Phase.REVEAL
    claim = game.state.claim
    assert claim is not None
    # Two of each side: the others have what is left.
    left = list(
        (Counter(dict.fromkeys(Association, 2)) - Counter(shown.side for shown in claim.shown.values())).elements()
    )
    for player in game.state.players_to_show():
        game = game.apply(Shown(player, (left.pop(),)))
    assert game.state.result is not None
    assert game.state.result.reason == f"{REASONS[told.split(';')[0]]}-wrong"
    own = claim.shown[M].side
    shown = game.state.claim.shown if game.state.claim else {}
    assert list(game.state.result.winners) == [player for player in game.state.players if shown[player].side is not own]
