"""Acts of bots: what they have done since people acted last, and how long that can be read."""

from itertools import takewhile

from companion.device.sentences import as_sentence, together
from companion.table.bots import seats_of_bots
from companion.table.seat_names import seats_of
from companion.table.session import Act, Session
from companion.voice.length import spoken_s

#: Between the acts of two bots there is so much of the time that it takes to say the first one.
_PACES = {"slow": 1.6, "normal": 0.8, "fast": 0.0}
#: An act is shown for so long (seconds) at least before the next bot acts, unless bots are fast.
_LEAST_S = 2.0
#: So many letters have room in the line at the edge, a Chinese one that of two; of more acts the last ones are told.
_MOST_LETTERS = 84
#: From here on letters are as wide as they are high.
_FIRST_WIDE = "\u2e80"


def acts_of_bots(session: Session) -> list[Act]:
    """Return the bots' acts since people acted last, the latest first.

    There are none in a game that plays itself.
    """
    bots = seats_of_bots(session)
    if session.watching or not bots or not session.acts:
        return []
    acts = [*takewhile(lambda act: _actor(session, act) in {*bots, ""}, reversed(session.acts))]
    # What follows by itself from an act of people is none of a bot.
    while acts and not _actor(session, acts[-1]):
        acts.pop()
    return acts


def _actor(session: Session, act: Act) -> str:
    """Return the seat that has acted; empty: nobody in particular."""
    player = str(getattr(act.event, "by", ""))
    return player if player in seats_of(session) else session.table_game.actor(act.before)


def describe_acts(session: Session) -> str:
    """Describe what bots have done since people acted last, the latest act at the end.

    Empty: they have done nothing.
    """
    told = ""
    for act in acts_of_bots(session):
        text = as_sentence(_describe(session, act))
        if told and _width(text) + _width(told) >= _MOST_LETTERS:
            break
        told = together(text, told) if told else text
    return told


def watched_act(session: Session) -> str:
    """Describe the last act of a game that plays itself, without what followed; empty elsewhere."""
    if not session.watching or not session.acts:
        return ""
    act = session.acts[-1]
    return as_sentence(session.table_game.seat_screen.describe_entered(act.before, act.event, act.after))


def is_still_watched(session: Session) -> bool:
    """Return True until a watched game has shown its last act for long enough."""
    text = watched_act(session)
    return bool(text) and session.now - session.acts[-1].at_s < max(_LEAST_S, spoken_s(text))


def _width(text: str) -> int:
    """Return how wide a text is, in letters."""
    return sum(1 if letter < _FIRST_WIDE else 2 for letter in text)


def _describe(session: Session, act: Act) -> str:
    return session.table_game.describe_event(act.before, act.event, act.after)


def is_still_read(session: Session) -> bool:
    """Return True while a bot's last act has not been shown for as long as the settings want."""
    acts, pace = acts_of_bots(session), _PACES[session.settings.pace]
    if not acts or not pace:
        return False
    wanted_s = max(_LEAST_S, spoken_s(_describe(session, acts[0]))) * pace
    return session.now - acts[0].at_s < wanted_s
