"""Texts in the tags' codes, by symbology.

They are chosen so that any two symbols differ in as many modules as can be.

`python -m tools.choose_payloads` has made ``payloads.json``. A text that was printed once must stay readable,
so a change of the file needs the texts before among the tags' other payloads (see `make_catalogue`).
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from vision.symbology import Symbology

#: Texts of QR and Micro QR tags start with this, so that a foreign code is known at a glance.
PAYLOAD_PREFIX = "FF"
#: The third edition has new texts for the pieces alone, whose faces became readable for people then.
LATEST = 3
PAYLOADS_FILE = Path(__file__).with_name("payloads.json")


@lru_cache(maxsize=1)
def _all() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    texts: Mapping[str, Mapping[str, Mapping[str, str]]] = json.loads(PAYLOADS_FILE.read_text(encoding="utf-8"))
    return texts


def tag_payloads(code: Symbology, edition: int = LATEST) -> Mapping[str, str]:
    """Return the text of each tag in this edition, by the tag's id.

    A text that an edition leaves out is as in the edition before.
    """
    return {tag: text for number in range(2, edition + 1) for tag, text in _all()[str(number)][code].items()}
