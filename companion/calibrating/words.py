"""Words for the results of a calibration: a line for each verdict, with a remedy on failure."""

import functools

from companion.device.language import later, say
from companion.device.sentences import number_text
from vision.calibration.gates import Gate, Verdict
from vision.calibration.remedies import Headroom

#: More names than these are not read by anybody.
_MOST_NAMES = 6


def describe_verdict(verdict: Verdict, room: Headroom | None) -> str:
    """Describe a verdict and, if the gate was not passed, what to do: one or two sentences."""
    found = _found(verdict)
    if verdict.passed:
        return found
    remedy = _resolution_remedy(room) if verdict.gate is Gate.RESOLUTION and room else _remedy(verdict, room)
    return f"{found} {remedy}" if remedy else found


def _names(verdict: Verdict) -> str:
    names = ", ".join(verdict.where[:_MOST_NAMES])
    return f"{names}, …" if len(verdict.where) > _MOST_NAMES else names


def _found(verdict: Verdict) -> str:
    found, limit, where = verdict.found, verdict.limit, _names(verdict)
    match verdict.gate:
        case Gate.LOCATED:
            if verdict.passed:
                return say("The table is found.")
            return say("The table is not found: {why}", why=verdict.values["why"])
        case Gate.REFERENCES:
            return (
                say("Reference tags that are not seen: {names}.", names=where)
                if where
                else say("All reference tags are seen.")
            )
        case Gate.IN_PICTURE:
            return (
                say("Cells that are not in the picture: {cells}.", cells=where)
                if where
                else say("All cells are in the picture.")
            )
        case Gate.PLACES:
            return say(
                "{tag} lies {found} mm from where the other tags place it (up to {limit} mm is good).",
                tag=where,
                found=number_text(found, ".1f"),
                limit=number_text(limit),
            )
        case Gate.FOCUS:
            return say(
                "The picture is blurred by {found} pixels at {tag} (up to {limit} is good).",
                tag=where,
                found=number_text(found, ".1f"),
                limit=number_text(limit, ".1f"),
            )
        case Gate.BRIGHTNESS:
            if not where:
                return say("The picture is dark: its brightest parts have {found} of 255.", found=f"{found:.0f}")
            return say(
                "White paper has a brightness of {found} of 255 at {tag} ({limit} or more is good).",
                tag=where,
                found=f"{found:.0f}",
                limit=f"{limit:.0f}",
            )
        case Gate.CONTRAST:
            return say(
                "Black and white differ by {found} of 255 steps at {tag} ({limit} or more is good).",
                tag=where,
                found=f"{found:.0f}",
                limit=f"{limit:.0f}",
            )
        case Gate.BURNT:
            if verdict.passed:
                return say("White paper is not too bright.")
            return say("White paper is too bright to be seen at {tag}.", tag=where)
        case Gate.GLARE:
            return say("A lamp is mirrored on {places}.", places=where) if where else say("No lamp is mirrored.")
        case Gate.RESOLUTION:
            return say(
                "The smallest squares of the tags have {found} pixels on {cell} ({limit} or more is good).",
                cell=verdict.where[0],
                found=number_text(found, ".1f"),
                limit=number_text(limit, ".1f"),
            )
        case Gate.CELL_SIZE:
            return say(
                "A cell measures {found} mm; the tags were made for {made} mm.",
                found=number_text(float(verdict.values["cell_mm"]), ".1f"),
                made=number_text(float(verdict.values["made_for_mm"])),
            )
        case _:
            return _found_of_lens(verdict)


def _found_of_lens(verdict: Verdict) -> str:
    found, limit = verdict.found, verdict.limit
    match verdict.gate:
        case Gate.LENS_VIEWS:
            return say(
                "The chessboard sheet was seen {found} times ({limit} or more is good).",
                found=f"{found:.0f}",
                limit=f"{limit:.0f}",
            )
        case Gate.LENS_FIT:
            return say(
                "Its corners lie {found} pixels off the best-fitting lens (up to {limit} is good).",
                found=number_text(found, ".2f"),
                limit=number_text(limit),
            )
        case Gate.LENS_TILT:
            return say(
                "The sheet was tilted by up to {found} degrees ({limit} or more is good).",
                found=f"{found:.0f}",
                limit=f"{limit:.0f}",
            )
        case Gate.LENS_SURE:
            return say(
                "The focal length is known to {found} % (up to {limit} % is good).",
                found=number_text(100 * found, ".1f"),
                limit=number_text(100 * limit),
            )
        case _:
            return say(
                "The sheet was seen on {found} % of the way to the corners of the table ({limit} % or more is good).",
                found=f"{100 * found:.0f}",
                limit=f"{100 * limit:.0f}",
            )


def _remedy(verdict: Verdict, room: Headroom | None) -> str:
    match verdict.gate:
        case Gate.REFERENCES:
            return say("Lay them in their places, flat and uncovered, or raise the camera until it sees them.")
        case Gate.IN_PICTURE:
            if room and room.fitting_mm > room.height_mm:
                return say("Raise the camera to {height} mm above the table.", height=f"{room.fitting_mm:.0f}")
            return say("Move the camera until all that is read lies in the middle of the picture.")
        case Gate.PLACES:
            return say("Lay the card exactly where it belongs, as the pages of the tags show.")
        case Gate.FOCUS:
            return say(
                "Turn the lens until the tags are sharp, or let the camera focus anew; fix it so that it is still."
            )
        case Gate.BRIGHTNESS:
            return say("Bring more light to the table, or give the camera more exposure.")
        case Gate.CONTRAST:
            return say("Bring more even light to the table, and wipe the lens; print the tags in a deeper black.")
        case Gate.BURNT:
            return say("Give the camera less exposure, or move the lamp away.")
        case Gate.GLARE:
            return say("Move the lamp or the camera to the side, or print the tags on matt paper.")
        case Gate.CELL_SIZE:
            return say(
                "Check the printed ruler; if it is 100 mm long, make new tags: companion tags --cell-mm {found}",
                found=f"{verdict.values['cell_mm']:.1f}",
            )
        case Gate.LENS_VIEWS | Gate.LENS_SURE:
            return say("Show the sheet more often, each time tilted to another side.")
        case Gate.LENS_TILT:
            return say("Tilt the sheet as steeply as a roof, to each side in turn.")
        case Gate.LENS_FIT:
            return say("Stick the sheet flat on stiff card, and hold it still.")
        case Gate.LENS_REACH:
            return say("Show the sheet in all four corners of the picture.")
        case _:
            return ""


def _resolution_remedy(room: Headroom) -> str:
    """Describe each way that leads to fine enough tags, with its number."""
    if room.needed_mm >= room.fitting_mm:
        return say(
            "Bring the camera down from {now} to {height} mm above the table.",
            now=f"{room.height_mm:.0f}",
            height=f"{room.needed_mm:.0f}",
        )
    ways = [say("take pictures at least {width} pixels wide", width=room.width_px)]
    if room.micro:
        ways.append(say("print Micro QR tags (companion tags --code micro)"))
    ways.append(say("make tags of {size} mm instead of the smallest ones", size=number_text(room.tag_mm, ".1f")))
    if room.fitting_mm < 0.97 * room.height_mm:
        first = say("Bring the camera down to {height} mm, and also", height=f"{room.fitting_mm:.0f}")
    else:
        first = say("The camera is as near as it can be. Therefore")
    either = functools.reduce(lambda way, other: say("{one}, or {other}", one=way, other=other), ways)
    return say("{first} {ways}.", first=first, ways=either)


def describe_height(height_mm: float) -> str:
    """Return the camera's height in a sentence."""
    return say("The camera is {height} mm above the table.", height=f"{height_mm:.0f}")


def name_of(gate: Gate) -> str:
    """Return a gate's name, short enough for a list."""
    return say(_NAMES[gate])


_NAMES = {
    Gate.LOCATED: later("Table found"),
    Gate.REFERENCES: later("References seen"),
    Gate.IN_PICTURE: later("All in the picture"),
    Gate.PLACES: later("Tags in place"),
    Gate.FOCUS: later("Sharp"),
    Gate.BRIGHTNESS: later("Bright enough"),
    Gate.CONTRAST: later("Black on white"),
    Gate.BURNT: later("Not too bright"),
    Gate.GLARE: later("No reflections"),
    Gate.RESOLUTION: later("Fine enough"),
    Gate.CELL_SIZE: later("Size of the cells"),
    Gate.LENS_VIEWS: later("Sheet often seen"),
    Gate.LENS_FIT: later("Sheet flat and still"),
    Gate.LENS_TILT: later("Sheet tilted"),
    Gate.LENS_SURE: later("Focal length known"),
    Gate.LENS_REACH: later("Sheet in every corner"),
}
