"""Events for the ear: who did what in few words, and what came of it."""

from companion.device.language import extended
from companion.device.sentences import as_sentence, capitalised, together
from companion.games.betrayal.language import say
from companion.games.betrayal.names import card_name, room_name
from companion.games.betrayal.table.card_dialog import describe_gains
from companion.games.betrayal.table.words import describe_bare_event, describe_event, describe_victims, outcome_of
from companion.games.betrayal.words import dir_name, figure_name, losses, sign_name, trait_name
from companion.table.event_words import mark_allowed
from companion.voice.brevity import short_confirmation
from engine.betrayal import events as e
from engine.betrayal.rolls import total
from engine.betrayal.state import MONSTERS, State

#: Events that bring more than their player knew: they are told in whole, whoever has entered them.
_NEWS = (e.Roll, e.Attacked, e.MonstersRolled, e.Damaged, e.ElevatorRan, e.HauntBegan)


def describe_heard(before: State | None, event: e.GameEvent, after: State, *, confirms: bool) -> str:
    """Describe an event for the ear; who is stunned or dies of it is told in any case."""
    if before is None:
        return describe_event(before, event, after)
    text = _confirm(before, event, after) if confirms else _describe(before, event, after)
    return mark_allowed(together(text, describe_victims(before, after)), event)


def _confirm(before: State, event: e.GameEvent, after: State) -> str:
    match event:
        case e.Moved(to=room) | e.Discovered(tile=room) | e.Placed(room=room) | e.TileLaid(tile=room):
            return as_sentence(capitalised(room_name(room)))
        case e.Fell(by=explorer):
            return as_sentence(capitalised(room_name(after.room_of(explorer))))
        case e.Drew(card=card, name=None):
            return as_sentence(capitalised(sign_name(card.word)))
        case e.Drew(name=name):
            assert name is not None
            return as_sentence(capitalised(card_name(name)))
        case e.TurnEnded():
            return say("End of the turn.")
        case e.Crossed() | e.Opened() | e.ExitRolled() | e.Balanced():
            # Whoever rolls has just heard what is needed.
            _, result = outcome_of(before, event)
            return say("{total}: {result}.", total=total(event.faces, event.plus), result=result)
        case e.HauntRolled(faces=faces):
            result = say("the haunt begins") if sum(faces) < before.omens else say("no haunt yet")
            return say("{total}: {result}.", total=sum(faces), result=result)
    told = _describe(before, event, after)
    return told if isinstance(event, _NEWS) else short_confirmation(told)


def _describe(before: State, event: e.GameEvent, after: State) -> str:
    """Describe an event without its rules, and without what is set aside."""
    match event:
        case e.Discovered(by=explorer, tile=tile, door=door):
            values = {"player": figure_name(explorer), "side": dir_name(door), "room": room_name(tile)}
            return capitalised(say("{player} discovers to the {side}: {room}.", **values))
        case e.Drew(by=explorer, name=name, gains=gains) if name is not None and gains:
            told = say("{player} draws: {card}.", player=figure_name(explorer), card=card_name(name))
            return capitalised(together(told, as_sentence(describe_gains(dict(gains)))))
        case e.Placed(by=explorer, room=room):
            return capitalised(
                say("{player} is put into the {room}.", player=figure_name(explorer), room=room_name(room))
            )
        case e.TileLaid(tile=tile):
            return say("A tile is laid: {room}.", room=room_name(tile))
        case e.TurnEnded(by=explorer, gain=gain, split=split):
            told = say("{player}: end of the turn.", player=figure_name(explorer or MONSTERS))
            if gain is not None:
                told = together(told, as_sentence(extended(trait_name(gain), " +1")))
            return capitalised(together(told, as_sentence(losses(split)) if split else ""))
    return describe_bare_event(before, event, after)
