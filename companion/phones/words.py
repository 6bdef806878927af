"""Words of the phones' page, in every language: the page chooses by the phone's own setting."""

from functools import cache

from companion.device.language import LANGUAGES, in_language, say
from companion.phones.limits import MOST_IN_COUNTER, MOST_IN_NOTE


@cache
def page_words() -> dict[str, dict[str, str]]:
    """Return the words by language."""
    words = {}
    for language in LANGUAGES:
        with in_language(language):
            words[language] = _words()
    return words


def _words() -> dict[str, str]:
    return {
        "title": say("Companion"),
        "code": say("Code from the screen at the table"),
        "join": say("Join"),
        "wrong": say("This code is not valid. Look at the screen at the table."),
        "wait": say("Too many wrong codes. Wait a minute."),
        "full": say("Too many phones have joined."),
        "lost": say("No connection. I keep trying."),
        "elsewhere": say("This page is open in other tabs. Touch it to go on here."),
        "seats": say("Where do you sit?"),
        "looks_on": say("No seat is free for this phone: it looks on."),
        "taken": say("taken"),
        "yours": say("Your seat"),
        "leave": say("Give the seat back"),
        "turn": say("It is your turn."),
        "not_turn": say("Wait for your turn."),
        "hand": say("Your hand"),
        "known": say("What you know of others"),
        "touch_picture": say("Touch it on the picture"),
        "news": say("What you got and lost"),
        "moves": say("What you can do"),
        "all_moves": say("All moves as a list"),
        "board": say("The board"),
        "again": say("Choose again"),
        "hint": say("Hint"),
        "help": say("What now?"),
        "log": say("What happened"),
        "ask": say("Ask the table"),
        "answer": say("Answer"),
        "large": say("Large letters"),
        "sound": say("Sound"),
        "vibration": say("Vibration"),
        "awake": say("Keep the screen on"),
        "counter": say("New counter"),
        "note_long": say("This note is too long to be kept: at most {most} characters.", most=MOST_IN_NOTE),
        "counter_long": say("This name is too long: at most {most} characters.", most=MOST_IN_COUNTER),
        "fewer": say("One fewer"),
        "more": say("One more"),
        "remove": say("Remove"),
        "menu": say("A menu is open at the table. Wait until it is closed."),
        "table": say("It is your turn. First do what the table's screen shows."),
        "seat_taken": say("Another phone has this seat."),
        "seat_bot": say("A bot plays here."),
        "seat_elsewhere": say("This seat is at another table."),
        "seat_barred": say("The table has taken this seat back: this phone does not get it this evening."),
        "seat_bound": say("You get another seat only at the table, on its page Phones."),
        "seat_often": say("Seats have changed too often. Wait a minute."),
        "late": say("The table has gone on. Look again."),
    }
