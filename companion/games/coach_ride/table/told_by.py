"""Which answers tell an event, as people tell it: for bots, and for whoever must tell one by hand."""

from companion.games.coach_ride.table.showing import shown_answers
from companion.table.questions import Answers
from engine.coach_ride import events as e
from engine.coach_ride.cards import Profession
from engine.coach_ride.state import Phase, State


def answers_telling(event: e.GameEvent, state: State) -> Answers:
    """The answers to the questions of `asking.ask`, those included that nobody has to give. Raises ValueError."""
    match event:
        case e.Passed() | e.Accepted() | e.Refused() | e.Handed() | e.Denied() | e.Counted() | e.Drew():
            return (type(event).__name__.lower(),)
        case e.Renewed() | e.Swapped() | e.Waived():
            return (type(event).__name__.lower(),)
        case e.Offered(to=to):
            return ("offered", str(to))
        case e.Attacked(to=to):
            return ("attacked", str(to))
        case e.Announced(item=item):
            return (str(item or "nothing"),)
        case e.Looked(card=card):
            return ("looked", *((str(card),) if card else ()))
        case e.SextantUsed(direction=direction):
            return (str(direction),)
        case e.Gave(to=to):
            return (str(to),)
        case e.ClairvoyantUsed():
            return ("clairvoyant",)
        case e.DiplomatUsed(to=to, item=item):
            return ("diplomat", str(item), str(to))
        case e.PriestUsed(by=by):
            return ("priest", str(by))
        case e.Supported(side=side):
            return (str(side),)
        case e.Hypnotised(to=to):
            return ("hypnotist", str(to))
        case e.Used(by=by, card=Profession.DUELIST) if state.phase is Phase.SUPPORT:
            return ("duelist", str(by))
        case e.Used(by=by, card=card, winner=winner):
            return ("used", str(by), str(card), *((str(winner),) if winner else ()))
        case e.DoctorUsed(by=by):
            return ("doctor", str(by))
        case e.Searched(took=took):
            return ("took" if took else "left",)
        case e.Claimed(kind=kind):
            return ("claimed", str(kind))
        case e.Named(players=players):
            return (*map(str, players), "done")
        case e.Shown():
            return shown_answers(event, state)
    raise ValueError(f"no answers tell {event!r}")
