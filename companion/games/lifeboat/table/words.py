"""One line about every event, for the log and for the list of what can be undone, with what followed by itself."""

from companion.device.sentences import capitalised, listed, together
from companion.games.lifeboat.language import later, say, say_count
from companion.games.lifeboat.state_words import tell_demand_of
from companion.games.lifeboat.table.captions import name, strengths
from companion.games.lifeboat.words import bird_name, character_name, provision_name, tell_demand
from engine.lifeboat import events as e
from engine.lifeboat.components import Character
from engine.lifeboat.navigation import Bird, NavigationCard
from engine.lifeboat.state import NOTE_RULES, Note, State
from engine.lifeboat.voyage import card_of

_NOTES = {
    Note.SUPPLY_LEFT_OUT: later("The bow deck is empty: no supply ({rule})."),
    Note.SUPPLY_ENDED_EARLY: later("Nothing was left for: {players} ({rule})."),
    Note.NOBODY_CONSCIOUS: later("Nobody is conscious: supply and action are left out ({rule})."),
    Note.PASSED_OVER: later("Passed over today, not conscious: {players} ({rule})."),
    Note.CANNOT_REFUSE: later("Cannot refuse, not conscious: {players} ({rule})."),
    Note.KID_TAKES: later("The Kid takes it without a fight: {players} ({rule})."),
    Note.NOTHING_TAKEN: later("No hand card was left: {players} ({rule})."),
    Note.ATTACKERS_WON: later("The attackers win ({rule})."),
    Note.DEFENDERS_WON: later("The defenders win ({rule})."),
    Note.NOT_ABOARD: later("On the card, but not aboard: {players} ({rule})."),
    Note.CLIMBED_BACK: later("Back aboard: {players} ({rule})."),
    Note.DROWNED: later("Drowned: {players} ({rule})."),
    Note.EATEN: later("Eaten: {players} ({rule})."),
    Note.SHADED: later("The parasol takes a thirst: {players} ({rule})."),
    Note.LANDED: later("Land! ({rule})"),
    Note.NOBODY_ALIVE: later("Nobody aboard is alive ({rule})."),
}


def tell_notes(after: State) -> str:
    """What followed by itself, each with the number of its rule."""
    told = ""
    by_note: dict[Note, list[Character]] = {}
    for note, who in after.notes:
        by_note.setdefault(note, []).extend([who] if who else [])
    for note, whom in by_note.items():
        players = listed([character_name(who) for who in whom]) if whom else ""
        told = together(told, say(_NOTES[note], players=players, rule=NOTE_RULES[note]))
    return told


def tell_event(before: State | None, event: e.GameEvent, after: State) -> str:
    """What happened, and what followed; `before` is None for the first event."""
    told = together(_event(before, event), tell_notes(after))
    overruled = getattr(event, "overruled", False)
    return say("{told} (The table wants it so.)", told=told) if overruled else told


def _event(before: State | None, event: e.GameEvent) -> str:
    match event:
        case e.GameStarted():
            return say("The game begins.")
        case e.Took(by=by):
            return say("{player} kept a card.", player=name(by))
        case e.Laid(by=by, card=card, to=None):
            return say("{player} laid open: {card}.", player=name(by), card=provision_name(card))
        case e.Laid(by=by, card=card, to=to):
            assert to is not None
            values = {"player": name(by), "card": provision_name(card), "other": character_name(to)}
            return say("{player} laid the {card} open for {other}.", **values)
        case e.Traded(by=by, partner=partner, gave=gave, got=got):
            values = {"player": name(by), "other": character_name(partner), "gave": str(gave), "got": str(got)}
            return say("{player} traded with {other}: gave {gave}, got {got}.", **values)
        case e.Passed(by=by):
            return say("{player} did nothing.", player=name(by))
        case e.Rowed(by=by, kept=kept):
            return say_count(
                "{player} rowed and kept {n} card.", "{player} rowed and kept {n} cards.", kept, player=name(by)
            )
        case e.Demanded(by=by, of=of, want=want, card=card):
            return tell_demand(by, of, want, card)
        case e.Used(by=by, card=card, on=on):
            told = say("{player} used: {card}.", player=name(by), card=provision_name(card))
            return together(told, say("For: {player}.", player=character_name(on)) if on else "")
        case e.Agreed(by=by):
            return say("{player} agreed.", player=name(by))
        case e.Refused(by=by):
            return say("{player} refused: a fight.", player=name(by))
        case e.Objected(by=by):
            return say("{player} objected: a fight.", player=name(by))
        case e.Eaten():
            assert before is not None
            return together(tell_demand_of(before), say("Nobody objected."))
        case e.Joined(by=by, side=e.Side.ATTACK):
            return say("{player} joined the attackers.", player=name(by))
        case e.Joined(by=by):
            return say("{player} joined the defenders.", player=name(by))
        case e.Fought():
            return _fought(before)
        case _:
            return _later(before, event)


def _fought(before: State | None) -> str:
    assert before is not None
    attack, defend = strengths(before)
    return say("The fight: {attack} against {defend}.", attack=attack, defend=defend)


def _later(before: State | None, event: e.GameEvent) -> str:
    """The navigation phase, the scoring, corrections."""
    match event:
        case e.Navigated(compass=compass):
            assert before is not None
            told = _card(card_of(before, event))
            return together(told, say("With the compass.")) if compass else told
        case e.Chummed(by=by):
            return say("{player} used chum.", player=name(by))
        case e.Haunted(by=by):
            return say("The ghost calls the sharks: {player}.", player=character_name(by))
        case e.Fell():
            return say("They fell into the water.")
        case e.Drank(by=by, thirsty=thirsty) if by is not thirsty:
            return say("{player} gave water to {other}.", player=name(by), other=character_name(thirsty))
        case e.Drank(by=by):
            return say("{player} drank water.", player=name(by))
        case e.Suffered(by=by):
            return say("{player} took a wound from thirst.", player=name(by))
        case e.Revealed(by=by, love=love, hate=hate):
            values = {"player": name(by), "love": character_name(love), "hate": character_name(hate)}
            return say("{player} loves {love} and hates {hate}.", **values)
        case e.Corrected(why=why):
            return say("Put right by hand: {why}", why=why)
    raise ValueError(f"no words for {event!r}")


def _card(card: NavigationCard | None) -> str:
    """The day's card."""
    assert card is not None
    parts = [bird_name(card.bird)] if card.bird is not Bird.NONE else []
    if card.overboard:
        parts.append(say("overboard {players}", players=listed([character_name(who) for who in card.overboard])))
    if card.thirsty:
        parts.append(say("thirsty {players}", players=listed([character_name(who) for who in card.thirsty])))
    parts += [word for word, there in ((say("oars"), card.oars), (say("fists"), card.fists)) if there]
    return capitalised(say("The day's card: {signs}.", signs=", ".join(parts) or say("nothing")))
