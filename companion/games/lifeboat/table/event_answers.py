"""Answers to the questions of the dialog that produce a given event."""

from companion.games.lifeboat.table.signs import answers_ticking
from companion.table.questions import Answers
from engine.lifeboat import events as e
from engine.lifeboat.components import Provision


def event_answers(event: e.GameEvent) -> Answers:
    """Return the answers to the questions of `ask`, with those that nobody has to give.

    Raises ValueError.
    """
    match event:
        case e.Took() | e.Passed() | e.Agreed() | e.Refused() | e.Eaten() | e.Fought() | e.Fell() | e.Suffered():
            return (type(event).__name__.lower(),)
        case e.Laid(by=by, card=card, to=to):
            before = (str(to or by),) if card is Provision.PRESERVER else ()
            return ("laid", str(by), str(card), *before)
        case e.Traded(by=by, partner=partner, gave=gave, got=got):
            return ("traded", str(by), str(partner), str(gave), str(got))
        case e.Rowed(kept=kept):
            return ("row", str(kept))
        case e.Demanded(of=of, want=e.DemandKind.SEAT):
            return ("seat", str(of))
        case e.Demanded(of=of, card=card):
            return ("take", str(of), str(card) if card else "hand")
        case e.Used(card=card, source=source, on=on, cards=cards, birds=birds):
            turned = cards if cards is not None else tuple(map(str, birds or ()))
            return ("use", str(card), str(source), *((str(on),) if on else ()), *turned)
        case e.Objected(by=by) | e.Haunted(by=by):
            return (type(event).__name__.lower(), str(by))
        case e.Joined(by=by, side=side):
            return (str(side), str(by))
        case e.Chummed(by=by, source=source):
            return ("chum", str(by), str(source))
        case e.Drank(by=by, source=source):
            return ("water", str(by), str(source))
        case e.Navigated(card=card_id, signs=signs, compass=compass):
            first = "compass" if compass else "card"
            return (first, *((str(card_id),) if signs is None else answers_ticking(signs)))
        case e.Revealed(by=by, love=love, hate=hate, hand=hand):
            return (str(by), str(love), str(hate), *map(str, hand))
    raise ValueError(f"no answers tell {event!r}")
