"""`companion referee` on games of Coach Ride: strict, in words, as JSON."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from companion.games.coach_ride.game import GAME
from companion.main import main
from engine.coach_ride.events import CODEC
from engine.coach_ride.game import RULES
from engine.gamefile import game_to_text, judge
from tests.engine.coach_ride.game_text import played, started, with_hands

FIGHT = "attacked M G; supported S sword; supported R shield; supported T none; used M dagger"


def written(folder: Path, text: str) -> str:
    path = folder / "game.jsonl"
    path.write_text(text)
    return str(path)


def with_line(text: str, event: dict[str, object]) -> str:
    return text + json.dumps(event) + "\n"


def test_it_tells_where_the_game_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = played(started(5, "mirror", variants=["smuggling"]), FIGHT)
    assert main(["referee", written(tmp_path, game_to_text(RULES, game.events))]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Turn 1: Marie Sauniére. Variants: smuggling.",
        "Marie Sauniére: 1 item",
        "Gundla von Hochberg: 1 item",
        "Sarah Mac Mullin: 1 item",
        "Romana Baranov: 1 item",
        "Theodora Krayenborg: 1 item",
        "Item pile: 12. Profession pile: 5. Most items in a hand: 5.",
        "Marie Sauniére attacks Gundla von Hochberg: 3 to 2.",
        "Sarah Mac Mullin: sword",
        "Romana Baranov: shield",
        "Theodora Krayenborg: no support",
        "Marie Sauniére has used: Dagger.",
        "When nobody wants to use anything more, the fight is counted.",
        "Marie Sauniére may: use a card.",
        "Gundla von Hochberg may: use a card.",
        "Sarah Mac Mullin may: use a card.",
        "Romana Baranov may: use a card.",
        "Theodora Krayenborg may: use a card.",
    ]


def test_a_refusal_is_one_sentence_with_line_who_what_and_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = game_to_text(RULES, played(started(5), FIGHT).events)
    path = written(tmp_path, with_line(text, {"event": "used", "by": "theodora", "card": "knives"}))
    assert main(["referee", "--json", path]) == 2
    out, error = capsys.readouterr()
    told = "theodora cannot use the knives: it is for who supports the attacker (section 1)"
    assert error == f"companion: {path}: line 8: {told}\n"
    assert json.loads(out) == {
        "game": "coach-ride",
        "events": 6,
        "ok": False,
        "line": 8,
        "problems": [{"code": "not-your-role", "text": told}],
    }


def test_each_event_is_told_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = game_to_text(RULES, played(started(5), FIGHT).events)
    path = written(tmp_path, with_line(text, {"event": "passed", "by": "nobody"}))
    assert main(["referee", "--json", "--each", path]) == 2
    *each, refusal = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["line"] for line in each] == list(range(2, 8))
    assert each[-1]["state"]["fight"]["attack"] == 3
    assert [problem["code"] for problem in refusal["problems"]] == ["not-understood"]


def test_what_is_secret_is_not_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Secrets are not printed.

    Only the checks know who used an item (K25).
    """
    game = played(started(5), FIGHT + "; counted; looked M")
    assert main(["referee", "--json", written(tmp_path, game_to_text(RULES, game.events))]) == 0
    assert "holders" not in capsys.readouterr().out
    assert not any("Dagger" in line for line in GAME.describe_state(game.state))


def test_the_end_is_told() -> None:
    game = with_hands(started(5, "crest"), M=4)
    game = played(game, "claimed M crest; shown M order doctor [crest goblet key key]")
    lines = GAME.describe_state(game.state)
    assert lines[0] == "The game is over."
    assert lines[-1] == "Marie Sauniére wins."
    line = GAME.result_line(game.state)
    assert line is not None
    assert GAME.describe_result(line) == "Marie Sauniére wins."
    assert GAME.describe_result('{"winners": []}') == "Nobody wins."


_VALUES = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.text(max_size=5)
    | some.sampled_from(["marie", "key", "order"]),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_KEYS = some.sampled_from(
    ["by", "to", "item", "items", "card", "players", "set", "why", "association", "overruled", "winner", "side"]
)


@pytest.mark.slow
@settings(max_examples=60)
@given(some.sampled_from(sorted(CODEC.names)), some.dictionaries(_KEYS, _VALUES, max_size=5))
def test_fuzzed_lines_are_refused_in_one_sentence(name: str, data: dict[str, object]) -> None:
    text = with_line(game_to_text(RULES, started(4).events), {**data, "event": name})
    *_, last = judge(RULES, text.removesuffix("\n").split("\n"))
    assert last.line == 3
    for problem in last.problems:
        assert problem.text.isprintable()
        assert "\n" not in problem.text


@settings(max_examples=60)
@given(some.text(max_size=60))
def test_fuzzed_text_is_refused_in_one_sentence(line: str) -> None:
    text = game_to_text(RULES, started(4).events) + line.replace("\n", " ")
    *_, last = judge(RULES, text.split("\n"))
    assert [problem.code for problem in last.problems] == ["not-understood"]
    assert "\n" not in last.problems[0].text
