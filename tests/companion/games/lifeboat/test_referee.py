"""`companion referee` on games of Lifeboat: strict, in words, as JSON, and fast."""

import json
from pathlib import Path

import pytest

from companion.games.lifeboat.game import GAME
from companion.main import main
from tests.engine.lifeboat.game_text import HEADER, events_of, told

STEPS = ("S V4", "set wounds.kid=4 open.mate=[knife,parasol] rowed=[mate]", "p l", "stephen demanded of=mate for=seat")


def written(folder: Path, *steps: str) -> str:
    path = folder / "game.jsonl"
    lines = [HEADER, *(json.dumps(event) for step in steps for event in events_of(step))]
    path.write_text("".join(f"{line}\n" for line in lines))
    return str(path)


def test_it_tells_what_a_person_wants_to_know(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", written(tmp_path, *STEPS, "mate refused", "captain joined side=attack")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Day 1, action. Variants: cannibalism.",
        "1. Lady Lauren: conscious, 0 of 4 wounds, 2 hand cards",
        "2. Sir Stephen: conscious, 0 of 5 wounds, 2 hand cards",
        "3. The Captain: conscious, 0 of 7 wounds, 2 hand cards",
        "4. The First Mate: conscious, 0 of 8 wounds, 2 hand cards, open: knife, parasol, has rowed",
        "5. Frenchy: conscious, 0 of 6 wounds, 2 hand cards",
        "6. The Kid: dead, 4 of 3 wounds, 2 hand cards",
        "0 birds. Provisions in the bow: 30. Cards on the row stack: 0.",
        "Sir Stephen wants to change seats with the First Mate.",
        "Attackers: Sir Stephen, the Captain = 12",
        "Defenders: the First Mate = 11",
        "Lady Lauren may: join the fight, lay a card open.",
        "Sir Stephen may: lay a card open.",
        "The Captain may: lay a card open.",
        "The First Mate may: lay a card open.",
        "Frenchy may: join the fight, lay a card open.",
    ]


def test_a_refusal_is_one_sentence_with_line_who_what_and_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, *STEPS, "kid joined side=attack")
    assert main(["referee", path]) == 2
    assert capsys.readouterr().err == (
        f"companion: {path}: line 12: kid: joined is not for now: a demand is answered (section 7)\n"
    )
    path = written(tmp_path, *STEPS, "mate refused", "kid joined side=attack")
    assert main(["referee", "--json", path]) == 2
    out, error = capsys.readouterr()
    assert error == f"companion: {path}: line 13: kid is dead and can do nothing (L5)\n"
    assert json.loads(out) == {
        "game": "lifeboat",
        "events": 11,
        "ok": False,
        "line": 13,
        "problems": [{"code": "not-conscious", "text": "kid is dead and can do nothing (L5)"}],
    }


def test_the_end_is_told_with_the_four_sums() -> None:
    end = told(
        "S4",
        "set birds=3",
        "p l s c m",
        "mate navigated bird=bird",
        "captain revealed love=stephen hate=mate hand=[cash,cash]",
        "lauren revealed love=lauren hate=lauren hand=[jewels,water]",
        "stephen revealed love=captain hate=stephen hand=[painting-2,cash]",
        "mate revealed love=mate hate=captain hand=[painting-3,oar]",
    )
    assert end.game is not None
    lines = GAME.describe_state(end.game.state)
    assert "Land! The fourth bird is out." in lines
    assert "The Captain: 16 points (survival 5, treasure 4, love 7, hate 0)" in lines
    assert lines[-1] == "The Captain wins."
    line = GAME.result_line(end.game.state)
    assert line is not None
    assert GAME.describe_result(line) == "The Captain wins."
    assert GAME.describe_result('{"winners": ["lauren", "kid"]}') == "Lady Lauren and the Kid win together."
