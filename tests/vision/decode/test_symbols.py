"""Symbols are drawn as segno draws them."""

import numpy as np
import segno
from hypothesis import example, given
from hypothesis import strategies as st

from vision.decode.symbols import symbol_modules


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:-.$/", min_size=1, max_size=10))
@example("FF:M:HIT1")
@example("1234567")
def test_a_qr_symbol_has_the_mask_that_segno_chooses(payload: str) -> None:
    symbol = segno.make(payload, version=1, error="h", boost_error=False, micro=False)
    assert np.array_equal(symbol_modules(payload, "qr"), np.array(list(map(list, symbol.matrix)), np.bool_))
