"""Words of rows beside the row that was marked before."""

import pytest

from companion.table.spoken_page import SpokenRow


@pytest.mark.parametrize(
    ("before", "row", "said"),
    [
        ("Move red 4 from a1 to b2", "Move red 4 from a1 to c3", "to c3."),
        ("把红方4从a1移到b2", "把红方4从a1移到c3", "到c3."),
        ("赤4をa1からb2へ動かす", "赤4をa1からc3へ動かす", "赤4をa1からc3へ動かす."),
        ("カード8。獲物2。", "カード8。獲物3。", "獲物3。"),
    ],
)
def test_of_a_row_like_the_one_before_the_end_is_said_and_of_japanese_the_sentence(
    before: str, row: str, said: str
) -> None:
    assert SpokenRow(row).beside(SpokenRow(before)) == said
