"""Events for the ear: who did what in few words, and what followed from it."""

from collections.abc import Mapping

from companion.device.sentences import as_sentence, capitalised, join_items, together
from companion.games.lifeboat.captions import name, names
from companion.games.lifeboat.language import later, say, say_count
from companion.games.lifeboat.table.words import card_signs, describe_entered, describe_event, describe_notes
from companion.games.lifeboat.words import character_name, condition_name, provision_name
from companion.table.event_words import mark_allowed
from companion.voice.brevity import short_confirmation
from engine.lifeboat import events as e
from engine.lifeboat.components import Character
from engine.lifeboat.navigation_phase import card_of
from engine.lifeboat.state import Condition, Note, Phase, State

#: Confirmations of own acts whose sentence is longer than needed, by the kind of event.
_CONFIRMATIONS: Mapping[type, str] = {
    e.Took: later("Kept."),
    e.Traded: later("Traded."),
    e.Suffered: later("Wounded."),
}


def describe_heard(before: State | None, event: e.GameEvent, after: State, *, confirms: bool) -> str:
    """Describe an event for the ear; what follows from it is told in any case."""
    if before is None:
        return describe_event(before, event, after)
    text = _confirm(before, event, after) if confirms else _describe(before, event, after)
    if any(note is Note.KID_TAKES for note, _ in after.notes):
        # From whom, the demand has just said.
        text = together(text, say("The Kid takes it without a fight."))
    text = together(text, describe_notes(after, without=(Note.KID_TAKES,)))
    if not isinstance(event, e.Corrected):
        text = together(text, _describe_harm(before, event, after))
    return text if confirms else mark_allowed(text, event)


def _describe_harm(before: State, event: e.GameEvent, after: State) -> str:
    """Describe who was wounded, unless the event tells that, and who lost consciousness or life."""
    wounded: dict[int, list[Character]] = {}
    worse: dict[Condition, list[Character]] = {}
    for person in after.people:
        was = before.person(person.who)
        if person.wounds > was.wounds and not isinstance(event, e.Suffered):
            wounded.setdefault(person.wounds - was.wounds, []).append(person.who)
        if person.condition is not was.condition and person.condition in (Condition.UNCONSCIOUS, Condition.DEAD):
            worse.setdefault(person.condition, []).append(person.who)
    text = ""
    for count, people in wounded.items():
        text = together(
            text, say_count("A wound: {players}.", "{n} wounds: {players}.", count, players=names(tuple(people)))
        )
    for condition, people in worse.items():
        lost = capitalised(say("{name}: {value}", name=condition_name(condition), value=names(tuple(people))))
        text = together(text, as_sentence(lost))
    return text


def _confirm(before: State, event: e.GameEvent, after: State) -> str:
    """Return the confirmation of an act; what brings news is told as to everybody."""
    if type(event) in _CONFIRMATIONS:
        return say(_CONFIRMATIONS[type(event)])
    match event:
        case e.Demanded() if after.step in (Phase.ANSWER, Phase.OBJECTION):
            # The question that follows says what.
            return say("Demanded of {player}.", player=character_name(event.of))
        case e.Rowed(kept=0):
            return say("No card kept.")
        case e.Rowed(kept=kept):
            return say_count("{n} card kept.", "{n} cards kept.", kept)
        case e.Laid(by=character, card=card) | e.Used(by=character, card=card) if character is not before.turn:
            # Anybody may have done it.
            return say("{player}: {card}.", player=name(character), card=provision_name(card))
        case e.Laid(card=card):
            return say("Open: {card}.", card=provision_name(card))
        case e.Used(card=card):
            return as_sentence(capitalised(provision_name(card)))
        case e.Demanded() | e.Fought() | e.Navigated() | e.Fell():
            return _describe(before, event, after)
    return short_confirmation(_describe(before, event, after))


def _describe(before: State, event: e.GameEvent, after: State) -> str:
    match event:
        case e.Used(by=by, card=card, on=on) if on not in (None, by):
            assert on is not None
            values = {"player": name(by), "card": provision_name(card), "other": character_name(on)}
            return say("{player} used for {other}: {card}.", **values)
        case e.Used(by=by, card=card):
            return say("{player} used: {card}.", player=name(by), card=provision_name(card))
        case e.Eaten():
            # What was demanded has just been said.
            return say("Nobody objected.")
        case e.Navigated(compass=compass):
            day = card_of(before, event)
            assert day is not None
            # Who goes overboard stands in the question that follows.
            signs = card_signs(day, overboard=after.step is not Phase.OVERBOARD)
            text = as_sentence(capitalised(join_items(signs))) if signs else say("Nothing on the card.")
            return together(text, say("With the compass.")) if compass else text
        case e.Fell() if describe_notes(after):
            # Who fell stood in the question.
            return ""
        case e.Suffered(by=by):
            return say("{player} takes a wound.", player=name(by))
    return describe_entered(before, event, after)
