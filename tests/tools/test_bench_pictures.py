"""Tests of the comparison with zxing-cpp on pictures in a folder."""

import json
import sys
from pathlib import Path

import cv2
import pytest

from tools.bench_pictures import Compared, Times, by_size, main, to_json
from tools.evidence.stills import still


def comparison(width: int, ours_ms: float, zxing_ms: float, read: int, zxing_read: int) -> Compared:
    """Make a comparison of one picture."""
    return Compared(width, Times(ours_ms, ours_ms), Times(zxing_ms, zxing_ms), read, zxing_read)


def test_ratios_are_those_of_each_picture_and_times_are_medians_by_size() -> None:
    compared = [
        comparison(2304, 60, 10, 30, 28),
        comparison(1280, 50, 5, 20, 0),
        comparison(2304, 80, 40, 31, 29),
        comparison(2304, 70, 7, 9, 9),
    ]
    assert to_json(by_size(compared)) == {
        "sizes": {
            "1280": {
                "pictures": 1,
                "ours_ms": 50,
                "zxing_ms": 5,
                "ratio": 10,
                "worst_ratio": 10,
                "read": 20,
                "zxing_read": 0,
            },
            "2304": {
                "pictures": 3,
                "ours_ms": 70,
                "zxing_ms": 10,
                "ratio": 6,
                "worst_ratio": 10,
                "read": 70,
                "zxing_read": 66,
            },
        }
    }


@pytest.mark.slow
def test_pictures_of_a_folder_are_read_in_both_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = still("plain good light", 0, seed=901, size_px=(1152, 648))
    cv2.imwrite(str(tmp_path / "table.png"), taken.picture)
    cv2.imwrite(str(tmp_path / "no table.png"), taken.picture[:200, :300])
    (tmp_path / "notes.txt").write_text("no picture", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["bench_pictures", str(tmp_path), "--json"])
    main()
    sizes = json.loads(capsys.readouterr().out)["sizes"]
    assert list(sizes) == ["300", "1152"]
    assert sizes["300"]["read"] == 0
    assert sizes["1152"]["pictures"] == 1
    assert sizes["1152"]["read"] > sizes["1152"]["zxing_read"]
    assert sizes["1152"]["ours_ms"] > 0


def test_a_folder_without_pictures_is_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bench_pictures", str(tmp_path)])
    with pytest.raises(SystemExit, match="There is no picture in"):
        main()
