"""Events by ear: each told in few words, joined with what else is said at the same moment."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.device.sentences import together
from companion.table.announcement import Announcement
from companion.table.game import TableGame
from companion.table.step import SessionT
from companion.voice import Kind, Level
from companion.voice.brevity import split_sentences, unsaid

#: What answers a press is said in whole, whatever was said before.
_WHOLE = (Kind.MARK, Kind.ANSWER)
_EVENTS = (Kind.EVENT, Kind.DONE)


@dataclass(frozen=True)
class HeardEvent:
    """Event with its states, as it is heard.

    `confirms`: a person has just told it with the buttons. `text`: what is said of it; empty: a step tells it.
    """

    before: object
    event: object
    after: object
    confirms: bool
    text: str = ""

    @property
    def kind(self) -> Kind:
        """Kind of its announcement."""
        return Kind.DONE if self.confirms else Kind.EVENT

    def described(self, table_game: TableGame[SessionT], by_ear: str) -> "HeardEvent":
        """Return it with what is said, as shortly as the setting `by_ear` wants."""
        act = self.before, self.event, self.after
        if by_ear == "full":
            return replace(self, text=table_game.describe_event(*act))
        return replace(self, text=table_game.describe_heard(*act, confirms=self.confirms))


def describe_series(table_game: TableGame[SessionT], heard: Sequence[HeardEvent]) -> str:
    """Describe several events of one press in a sentence; empty: each is told by itself."""
    return table_game.history.describe_act([event.event for event in heard]) if len(heard) > 1 else ""


def join_moment(said: Sequence[Announcement], series: str, spoken: Callable[[str], str]) -> list["Announcement"]:
    """Return what is said at one moment, in fewer words: events joined, and no sentence twice.

    `series` stands for all its events, unless it is empty; `spoken` gives a text as a voice says it.
    """
    joined: list[Announcement] = []
    heard: set[str] = set()
    said_of_events = False
    for announcement in said:
        is_event, text = announcement.kind in _EVENTS, announcement.text
        if is_event and series:
            text, series = series, ""
            said_of_events = True
        elif is_event and said_of_events:
            text = ""
        elif announcement.kind not in _WHOLE and announcement.level is not Level.PROBLEM:
            text = unsaid(text, heard, spoken)
        heard.update(map(spoken, split_sentences(text)))
        if not text and not announcement.chime:
            continue
        last = joined[-1] if joined else None
        if is_event and last is not None and last.kind in _EVENTS and not announcement.chime:
            joined[-1] = replace(last, text=together(last.text, text), kind=announcement.kind)
        else:
            joined.append(replace(announcement, text=text))
    return joined
