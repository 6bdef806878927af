"""Table of a census."""

from statistics import median

from tools.ear_census.ledger import CensusCounts

HEAD = (
    "| game | presses | silent | marks said | choices heard | events told | own acts told | pages without a word |"
    " words an event (median / most) | minutes a round |\n"
    "|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def line_of(name: str, counts: CensusCounts) -> str:
    """Return a row of the table."""
    wordless = sum(times > 0 for times in counts.wordless.values())
    words = f"{median(counts.words or [0]):g} / {max(counts.words, default=0):g}"
    minutes = f"{counts.speech_s / 60 / counts.rounds:.1f}" if counts.rounds else "–"
    return (
        f"| {name} | {counts.presses} | {share(counts.silent_presses, counts.presses)} |"
        f" {share(counts.marks_said, counts.marks_moved)} | {share(counts.choices_heard, counts.choices)} |"
        f" {share(counts.events_told, counts.events)} | {share(counts.own_told, counts.own)} |"
        f" {wordless} of {len(counts.pages)} | {words} | {minutes} |"
    )


def share(part: int, whole: int) -> str:
    """Return a part of a whole in percent; a dash where there is nothing."""
    return f"{100 * part / whole:.0f} %" if whole else "–"
