"""Finding the codes of one symbology in a picture: each has a decoder of its own."""

from vision.decode.alignment import Grey
from vision.decode.april import find_april_codes
from vision.decode.codes import find_codes
from vision.model.code_detection import CodeDetection
from vision.symbology import Symbology


def find_codes_of(code: Symbology, grey: Grey, *, thorough: bool = False) -> list[CodeDetection]:
    """Return the codes that a decoder finds in a grey picture whose tags are of this symbology.

    QR and Micro QR codes are found together, whichever the tags are, also those that cannot be decoded; of AprilTags
    only those that can. `thorough` takes longer and finds more.
    """
    return find_april_codes(grey, thorough=thorough) if code == "april" else find_codes(grey, thorough=thorough)
