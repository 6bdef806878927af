"""Position files as the commands take them."""

from pathlib import Path

import pytest

from companion.device.errors import UserError
from companion.games.finstere_flure.reading.position_loader import load_position


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"stage": 1, "stage": 2}', "stage"),
        ('{"tokens": [{"id": "red-1", "cell": "c4", "cell": "c5"}]}', "cell"),
    ],
)
def test_a_key_that_stands_twice_in_a_position_file_is_named(text: str, key: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(text)
    with pytest.raises(UserError, match=f"'{key}' stands twice in one object"):
        load_position(str(path))


def test_a_game_file_is_refused_by_its_format(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text('{"format": "finstere-flure/game", "version": 1}\n{"event": "draw"}\n')
    with pytest.raises(UserError, match='expected "finstere-flure/position", found "finstere-flure/game"'):
        load_position(str(path))
