"""Form that tells others of a table: filled in as far as its pictures tell it."""

import statistics
from collections.abc import Sequence

from companion.table.cut_pictures import CutPicture
from companion.table.readings import AnyReadings
from companion.table.recording import Recording
from vision.calibration.resolution import px_per_module
from vision.symbology import Symbology

_CODES: dict[Symbology, str] = {"qr": "QR", "micro": "Micro QR", "april": "AprilTag"}


def table_form(pictures: Sequence[CutPicture], recording: Recording, readings: AnyReadings) -> str:
    """Return the form of a table with these pictures, at least one, as rows of Markdown."""
    registrations = [picture.reading.registration for picture in pictures]
    height_mm = statistics.median(float(each.camera.position_mm[2]) for each in registrations)
    scale = statistics.median(each.print_scale for each in registrations)
    finest = statistics.median(
        min(px_per_module(each.camera, picture.catalogue).values())
        for each, picture in zip(registrations, pictures, strict=True)
    )
    columns, rows = pictures[0].size_px
    pieces = sum(len(picture.reading.placed_tags) for picture in pictures)
    unread = sum(len(picture.reading.unreadable) for picture in pictures)
    profile = recording.profile
    look = "with" if profile and profile.bare_board else "without"
    events = sum(len(change.events) for change in recording.events)
    told = sum(len(change.told or ()) for change in recording.events)
    known = {
        "game": readings.tags.title,
        "table": "",
        "lamp": "",
        "camera": "",
        "picture": f"{columns} x {rows} pixels, {finest:.1f} a module where it is coarsest",
        "height": f"{height_mm / 10:.0f} cm",
        "profile": f"{'measured' if profile else 'none'}, {look} the look of the bare board",
        "print": f"{_CODES[pictures[0].catalogue.code]}, seen at {scale:.0%}; paper: ",
        "read": f"{len(pictures)} pictures: {pieces} tags, {unread} places that could not be read",
        **({"events": f"{events}, of which the pictures tell {told}"} if events else {}),
        "what was hard": "",
    }
    return "\n".join(["| | |", "|---|---|", *(f"| {name} | {text} |" for name, text in known.items()), ""])
