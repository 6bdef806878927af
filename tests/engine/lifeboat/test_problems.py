"""Tests of every problem code of an event, in the order of the list (rules, section 9)."""

import json
from typing import Any

import pytest

from engine.gamefile import judge
from engine.lifeboat.game import RULES
from engine.lifeboat.problems import CODES
from tests.engine.lifeboat.game_text import HEADER, codes, events_of, state_after

#: One of the six lies in the water's way; the kid is dead, lauren unconscious.
DEAD_KID = "set wounds.kid=4"
OUT_KID = (DEAD_KID, "p l s c m f", "frenchy navigated overboard=[kid]", "fell", "t l s c m f")
TO_CHOOSE = "p l s c m f k"
DROWNING = (TO_CHOOSE, "kid navigated overboard=[captain]")
THIRSTY = (TO_CHOOSE, "kid navigated thirsty=[mate]")
SCORING = ("set birds=3", TO_CHOOSE, "kid navigated bird=bird")

_REVEALED = "lauren revealed love=kid hate=kid hand=[oar,oar]"

#: The codes, and the steps (after S) of which the last is refused with them.
REFUSED: list[tuple[str, tuple[str, ...]]] = [
    ("not-now", ("lauren took",)),
    ("not-now", ("fought",)),
    ("not-now", ("eaten",)),
    ("not-now", ("lauren agreed",)),
    ("not-now", ("lauren suffered",)),
    ("not-now", (*SCORING, "lauren laid card=knife")),
    ("not-now", (*SCORING, "lauren traded with=kid gave=1 got=0")),
    ("not-now", ("lauren demanded of=kid for=seat", "set birds=1")),
    ("not-in-game", ("harter passed",)),
    ("not-in-game", ("lauren demanded of=harter for=seat",)),
    ("not-in-game", ("set wounds.harter=1",)),
    ("not-in-game", ("lauren used card=medkit from=hand on=harter",)),
    ("not-aboard not-your-turn", (*OUT_KID, "kid passed")),
    ("not-aboard", (*OUT_KID, "lauren demanded of=kid for=seat")),
    ("not-aboard no-cards", (*OUT_KID, "lauren demanded of=kid for=hand")),
    ("not-aboard no-such-card", (*OUT_KID, "lauren demanded of=kid for=open card=knife")),
    ("not-aboard", (*OUT_KID, "lauren laid card=preserver to=kid")),
    ("not-aboard", (*OUT_KID, "set wounds.kid=1")),
    ("not-conscious not-your-turn", ("set wounds.kid=3", "kid passed")),
    ("not-conscious", (DEAD_KID, "kid laid card=knife")),
    ("not-your-turn", ("stephen passed",)),
    ("not-your-turn too-many", ("stephen rowed kept=3",)),
    ("not-your-turn yourself", ("stephen demanded of=stephen for=seat",)),
    ("not-your-turn", ("lauren demanded of=kid for=seat", "mate agreed")),
    ("not-your-turn", (*THIRSTY, "lauren suffered")),
    ("not-navigator", (TO_CHOOSE, "lauren navigated")),
    ("not-navigator", (TO_CHOOSE, "navigated")),
    ("no-trading", (TO_CHOOSE, "lauren traded with=kid gave=1 got=0")),
    ("no-trading nothing", (*THIRSTY, "lauren traded with=kid gave=0 got=0")),
    (
        "no-trading yourself",
        ("lauren demanded of=kid for=seat", "kid refused", "lauren traded with=lauren gave=1 got=0"),
    ),
    ("yourself", ("lauren traded with=lauren gave=1 got=1",)),
    ("target-not-conscious", (DEAD_KID, "lauren traded with=kid gave=1 got=0")),
    ("target-not-conscious", (DEAD_KID, "lauren laid card=preserver to=kid")),
    ("target-not-conscious wrong-target", (DEAD_KID, "lauren laid card=knife to=kid")),
    ("target-dead", (DEAD_KID, "lauren used card=medkit from=hand on=kid")),
    ("wrong-target", ("lauren laid card=knife to=kid",)),
    ("wrong-target", (*THIRSTY, "lauren drank for=kid from=hand")),
    ("not-wounded", ("lauren used card=medkit from=hand on=kid",)),
    ("already", ("lauren demanded of=kid for=seat", "kid refused", "lauren joined side=defend")),
    ("already", ("set open.lauren=[parasol] parasol=lauren", "lauren used card=parasol from=open")),
    (
        "already",
        (*SCORING, _REVEALED, "lauren revealed love=kid hate=mate hand=[]"),
    ),
    ("not-a-ghost", (*DROWNING, "lauren haunted")),
    ("no-cards", ("set hands.lauren=0", "lauren laid card=knife")),
    ("no-cards", ("set hands.kid=0", "lauren demanded of=kid for=hand")),
    ("no-cards", ("lauren traded with=kid gave=3 got=0",)),
    ("no-cards", ("lauren traded with=kid gave=0 got=3",)),
    ("no-cards", ("set hands.lauren=0", *THIRSTY, "lauren drank for=mate from=hand")),
    ("no-cards no-such-card", ("set hands.lauren=0 open.kid=[knife]", "lauren laid card=knife")),
    ("no-such-card", ("lauren demanded of=kid for=open card=knife",)),
    ("not-wounded no-such-card", ("lauren used card=medkit from=open on=kid",)),
    ("no-such-card", ("lauren laid card=cannibalism",)),
    ("no-such-card", (*DROWNING, "lauren chummed from=open")),
    ("no-such-card", (TO_CHOOSE, "kid navigated compass=true")),
    ("no-such-card", (*SCORING, "lauren revealed love=kid hate=kid hand=[knife,knife]")),
    ("deck-empty too-many", ("lauren rowed kept=25",)),
    ("deck-empty too-many", ("lauren rowed kept=1000000",)),
    ("deck-empty", ("set open.lauren=[oar] row=23", "lauren rowed kept=2")),
    ("deck-empty", ("set open.kid=[compass] row=24", TO_CHOOSE, "kid navigated compass=true")),
    ("too-many", ("lauren rowed kept=3",)),
    ("nothing", ("lauren traded with=kid gave=0 got=0",)),
    ("wrong-cards", ('lauren used card=flare from=hand birds=["none","none"]',)),
    ("wrong-count", (*SCORING, "lauren revealed love=kid hate=kid hand=[knife]")),
    (
        "love-taken hate-taken",
        (
            *SCORING,
            "mate revealed love=kid hate=kid hand=[oar,oar]",
            "lauren revealed love=kid hate=kid hand=[gaff,knife]",
        ),
    ),
    ("wrong-correction", ("set birds=4",)),
    ("wrong-correction", ("set wounds.kid=21",)),
    ("wrong-correction", ("set wounds.kid=1000000000",)),
    ("wrong-correction", ("set seats=[lauren,kid]",)),
    ("wrong-correction", ("set rowed=[kid,kid]",)),
    ("wrong-correction", ("set row=25",)),
    ("wrong-correction", ("set parasol=kid",)),
    ("wrong-correction", (*SCORING, "set birds=1")),
    ("does-not-add-up", ("set hands.kid=40",)),
    ("does-not-add-up", ("set open.kid=[knife,knife]",)),
    ("does-not-add-up", ("set open.kid=[knife] discard=[knife]",)),
]


@pytest.mark.parametrize(("wanted", "steps"), REFUSED, ids=[f"{wanted}: {steps[-1]}" for wanted, steps in REFUSED])
def test_it_is_refused_with(wanted: str, steps: tuple[str, ...]) -> None:
    assert codes("S", *steps) == wanted.split()


V4 = [
    ("not-dead", ("lauren used card=cannibalism from=hand on=kid",)),
    ("yourself", (DEAD_KID, "lauren used card=cannibalism from=hand on=kid", "lauren objected")),
    ("not-now", (DEAD_KID, "lauren used card=cannibalism from=hand on=kid", "set birds=1")),
    ("not-conscious", (DEAD_KID, "lauren used card=cannibalism from=hand on=kid", "kid objected")),
]


@pytest.mark.parametrize(("wanted", "steps"), V4)
def test_with_cannibalism_it_is_refused_with(wanted: str, steps: tuple[str, ...]) -> None:
    assert codes("S V4", *steps) == wanted.split()


def test_sharks_are_called_once_by_the_drowned() -> None:
    ghost = (*OUT_KID, "p l s c m f", "frenchy navigated overboard=[mate]", "kid haunted")
    assert codes("S V2", *ghost) == []
    assert codes("S V2", *ghost, "kid haunted") == ["already"]
    assert codes("S V2", *ghost[:-1], "mate haunted") == ["not-a-ghost"]
    assert codes("S", *ghost) == ["not-a-ghost"]


STARTS: list[tuple[str, dict[str, Any]]] = [
    ("wrong-players", {"players": ["lauren", "kid", "mate"]}),
    ("wrong-players", {"players": ["lauren", "kid", "mate", "mate"]}),
    ("wrong-players", {"players": ["lauren", "kid", "mate", "harter"]}),
    ("wrong-variants", {"variants": ["quick", "quick"]}),
    ("wrong-variants", {"variants": ["harter"]}),
    ("wrong-navigation", {"navigation": []}),
    ("not-understood", {"players": ["lauren", "kid", "mate", "chess"]}),
    ("not-understood", {"players": "lauren"}),
    ("not-understood", {"variants": ["chess"]}),
    ("not-understood", {"navigation": "chess"}),
    ("not-understood", {"navigation": [{"id": "a"}]}),
    ("not-understood", {"overruled": True}),
]
STARTED = {"event": "started", "players": ["lauren", "kid", "mate", "captain"], "variants": [], "navigation": "told"}


def refusal(*events: object) -> list[str]:
    """Return the codes with which the last of these is refused, objects of JSON or lines."""
    lines = [HEADER, *(event if isinstance(event, str) else json.dumps(event) for event in events)]
    *_, last = judge(RULES, lines)
    assert last.line == len(lines)
    return [problem.code for problem in last.problems]


@pytest.mark.parametrize(("code", "changes"), STARTS)
def test_it_cannot_start_with(code: str, changes: dict[str, Any]) -> None:
    assert refusal(STARTED) == []
    assert refusal({**STARTED, **changes}) == [code]


def test_a_deck_must_be_able_to_end_the_game() -> None:
    card = {"bird": "bird", "overboard": [], "thirsty": ["harter"], "oars": True, "fists": False}
    deck = [{"id": f"c{number}", **card} for number in range(18)]
    assert refusal({**STARTED, "navigation": deck}) == []
    for wrong in (deck[1:], [*deck[1:], deck[1]], [{**card, "bird": "crossed"} for card in deck], deck * 3):
        assert refusal({**STARTED, "navigation": wrong}) == ["wrong-navigation"]
    for key, value in (("id", "A"), ("id", "a" * 13), ("bird", "eagle"), ("oars", 1), ("thirsty", ["kid", "kid"])):
        assert refusal({**STARTED, "navigation": [{**deck[0], key: value}, *deck[1:]]}) == ["not-understood"]


BEGUN = [STARTED, *({"event": "took", "by": character} for character in ("lauren", "captain", "mate", "kid"))]
NOT_UNDERSTOOD: list[object] = [
    "",
    "[]",
    "nonsense",
    '{"event": "passed", "by": "lauren", "by": "kid"}',
    {"event": "sneezed", "by": "lauren"},
    {"by": "lauren"},
    {"event": "passed"},
    {"event": "passed", "by": "chess"},
    {"event": "passed", "by": ["lauren"]},
    {"event": "passed", "by": "lauren", "to": "kid"},
    {"event": "passed", "by": "lauren", "overruled": 1},
    {"event": "rowed", "by": "lauren", "kept": True},
    {"event": "rowed", "by": "lauren", "kept": 1.0},
    {"event": "rowed", "by": "lauren", "kept": -1},
    {"event": "laid", "by": "lauren", "card": "water-01"},
    {"event": "demanded", "by": "lauren", "of": "kid", "for": "eat"},
    {"event": "demanded", "by": "lauren", "of": "kid", "for": "seat", "card": "knife"},
    {"event": "demanded", "by": "lauren", "of": "kid", "for": "open"},
    {"event": "used", "by": "lauren", "card": "knife", "from": "hand"},
    {"event": "used", "by": "lauren", "card": "medkit", "from": "hand"},
    {"event": "used", "by": "lauren", "card": "parasol", "from": "hand", "on": "kid"},
    {"event": "used", "by": "lauren", "card": "flare", "from": "hand"},
    {"event": "used", "by": "lauren", "card": "flare", "from": "hand", "cards": ["n01", "n02", "n03"]},
    {"event": "used", "by": "lauren", "card": "flare", "from": "hand", "cards": [], "birds": []},
    {"event": "navigated", "by": "lauren", "card": "n01"},
    {"event": "navigated", "by": "lauren"},
    {"event": "navigated", "by": "lauren", "signs": {"bird": "none"}},
    {"event": "corrected", "set": {}, "why": "nothing"},
    {"event": "corrected", "set": {"love": "kid"}, "why": "secret"},
    {"event": "corrected", "set": {"birds": 1}},
    {"event": "corrected", "set": {"birds": -1}, "why": "wrong"},
    {"event": "corrected", "set": {"birds": 1}, "why": "x", "overruled": True},
    {"event": "revealed", "by": "lauren", "love": "kid", "hate": "kid", "hand": ["knives"]},
]


@pytest.mark.parametrize("event", NOT_UNDERSTOOD, ids=str)
def test_it_is_not_understood(event: object) -> None:
    assert refusal(*BEGUN, event) == ["not-understood"]


def test_a_game_with_known_cards_takes_ids_of_its_own() -> None:
    begun = [{**STARTED, "navigation": "stand-in"}, *BEGUN[1:]]
    flare = {"event": "used", "by": "lauren", "card": "flare", "from": "hand"}
    assert refusal(*begun, {**flare, "cards": ["n01", "n02", "n03"]}) == []
    assert refusal(*begun, {**flare, "cards": ["n01", "n02", "n02"]}) == ["wrong-cards"]
    assert refusal(*begun, {**flare, "cards": ["n01", "n02"]}) == ["wrong-cards"]
    assert refusal(*begun, {**flare, "cards": ["n01", "n02", "x01"]}) == ["no-such-card"]
    assert refusal(*begun, {**flare, "cards": ["n01"] * 50}) == ["wrong-cards"]
    assert refusal(*begun, {**flare, "cards": [f"y{number}" for number in range(50)]}) == ["no-such-card"]
    assert refusal(*begun, {**flare, "birds": ["none"]}) == ["not-understood"]
    to_choose = [*begun, *({"event": "passed", "by": character} for character in ("lauren", "captain", "mate", "kid"))]
    assert refusal(*to_choose, {"event": "navigated", "by": "kid", "card": "n24"}) == []
    assert refusal(*to_choose, {"event": "navigated", "by": "kid", "card": "n25"}) == ["no-such-card"]
    signs = {"bird": "none", "overboard": [], "thirsty": [], "oars": False, "fists": False}
    assert refusal(*to_choose, {"event": "navigated", "by": "kid", "signs": signs}) == ["not-understood"]


def test_a_reason_has_1_to_200_characters() -> None:
    correction = {"event": "corrected", "set": {"birds": 1}, "why": "x" * 200}
    assert refusal(*BEGUN, correction) == []
    assert refusal(*BEGUN, {**correction, "why": "x" * 201}) == ["wrong-correction"]
    assert refusal(*BEGUN, {**correction, "why": ""}) == ["wrong-correction"]


OVERRULED = [
    "stephen passed overruled=true",
    "stephen rowed kept=5 overruled=true",
    "kid passed overruled=true",
    "lauren traded with=kid gave=1 got=0 overruled=true",
    "lauren laid card=preserver to=kid overruled=true",
    "lauren used card=medkit from=hand on=kid overruled=true",
]


@pytest.mark.parametrize("step", OVERRULED)
def test_the_table_may_overrule(step: str) -> None:
    assert codes("S", DEAD_KID, step.replace(" overruled=true", "")) != []
    assert codes("S", DEAD_KID, step) == []


def test_what_is_wrong_besides_cannot_be_overruled_and_all_is_listed() -> None:
    assert codes("S", "stephen demanded of=stephen for=seat overruled=true") == ["not-your-turn", "yourself"]
    assert codes("S", "lauren demanded of=kid for=seat", "mate agreed overruled=true") == ["not-your-turn"]
    assert codes("S", "fought overruled=true") == ["not-now"]


def test_who_acts_out_of_turn_has_had_their_turn() -> None:
    state = state_after("S", "captain passed overruled=true")
    assert state["waiting"] == ["lauren", "stephen", "mate", "frenchy", "kid"]
    assert state["turn"] == "lauren"


def test_every_code_is_tested_here() -> None:
    tested = {code for wanted, _ in (*REFUSED, *V4) for code in wanted.split()} | {code for code, _ in STARTS}
    assert tested == set(CODES)


def test_corrections_may_be_made_only_while_nothing_is_going_on() -> None:
    assert codes("S", "set birds=1") == []
    assert codes("S", TO_CHOOSE, "set birds=1") == []
    assert codes("S", *THIRSTY, "set birds=1") == ["not-now"]
    first = events_of("S")[0]
    correction = {"event": "corrected", "set": {"birds": 1}, "why": "seen"}
    assert refusal(first, correction) == []
    assert refusal(first, {"event": "took", "by": "lauren"}, correction) == ["not-now"]
    assert codes("S", *SCORING, "set wounds.kid=1") == []
