"""AprilTags of the family 36h11: their numbers and payloads."""

import re

import cv2

#: AprilTags of the family 36h11: 36 modules within a black border, any two of which differ in 11 in any turn.
APRIL_DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
APRIL_TAGS = len(APRIL_DICTIONARY.bytesList)
_APRIL_PAYLOAD = re.compile(r"36h11:(0|[1-9]\d{0,2})")


def april_payload(number: int) -> str:
    """Return the payload of the AprilTag with this number: its family and the number."""
    return f"36h11:{number}"


def april_number(payload: str) -> int:
    """Return the number of the AprilTag with this payload. Raises ValueError if there is none."""
    found = _APRIL_PAYLOAD.fullmatch(payload)
    if found is None or int(found[1]) >= APRIL_TAGS:
        raise ValueError(f"{payload!r} is no AprilTag, expected 36h11:0 to 36h11:{APRIL_TAGS - 1}")
    return int(found[1])
