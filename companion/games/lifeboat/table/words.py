"""Texts for the players: a line about every event, reasons of refusals, each step's rules."""

import re
from collections.abc import Collection, Sequence

from companion.device.sentences import capitalised, join_items, listed, name_rules, together, with_rules
from companion.games.lifeboat.captions import fight_sums, name
from companion.games.lifeboat.language import later, say, say_count
from companion.games.lifeboat.state_words import describe_current_demand
from companion.games.lifeboat.words import bird_name, character_name, describe_demand, provision_name
from companion.table.event_words import mark_allowed
from engine.game import Problem
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Variant
from engine.lifeboat.navigation import Bird, NavigationCard
from engine.lifeboat.navigation_phase import card_of
from engine.lifeboat.state import NOTE_RULES, Note, Phase, State

_NOTES = {
    Note.SUPPLY_LEFT_OUT: later("The bow deck is empty: no supply ({rule})."),
    Note.SUPPLY_ENDED_EARLY: later("Nothing was left for: {players} ({rule})."),
    Note.NOBODY_CONSCIOUS: later("Nobody is conscious: supply and action are skipped ({rule})."),
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
    Note.SHADED: later("The parasol saves from one thirst: {players} ({rule})."),
    Note.LANDED: later("Land! ({rule})"),
    Note.NOBODY_ALIVE: later("Nobody aboard is alive ({rule})."),
}


def describe_notes(after: State, without: Collection[Note] = ()) -> str:
    """Describe what followed by itself, each with the number of its rule; `without` these."""
    told = ""
    by_note: dict[Note, list[Character]] = {}
    for note, character in after.notes:
        if note in without:
            continue
        by_note.setdefault(note, []).extend([character] if character else [])
    for note, characters in by_note.items():
        players = listed([character_name(character) for character in characters]) if characters else ""
        told = together(told, say(_NOTES[note], players=players, rule=name_rules([NOTE_RULES[note]])))
    return told


def describe_event(before: State | None, event: e.GameEvent, after: State) -> str:
    """Describe what happened, and what followed; `before` is None for the first event."""
    return mark_allowed(together(_event(before, event), describe_notes(after)), event)


def describe_entered(before: State | None, event: e.GameEvent, after: State) -> str:  # noqa: ARG001 - as every game
    """Describe what a bot or a phone has entered, without what follows from it."""
    return _event(before, event)


def describe_act(events: Sequence[e.GameEvent]) -> str:
    """Describe a supply, in which everybody keeps a card; empty for other events."""
    kept = [event.by for event in events if isinstance(event, e.Took)]
    if len(kept) < len(events):
        return ""
    return say("Each kept one provision: {players}.", players=listed([character_name(character) for character in kept]))


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
            return describe_demand(by, of, want, card)
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
            return together(describe_current_demand(before), say("Nobody objected."))
        case e.Joined(by=by, side=e.Side.ATTACK):
            return say("{player} joined the attackers.", player=name(by))
        case e.Joined(by=by):
            return say("{player} joined the defenders.", player=name(by))
        case e.Fought():
            return _fought(before)
        case _:
            return _describe_late_event(before, event)


def _fought(before: State | None) -> str:
    assert before is not None
    attack, defend = fight_sums(before)
    return say("The fight: {attack} against {defend}.", attack=attack, defend=defend)


def _describe_late_event(before: State | None, event: e.GameEvent) -> str:
    """Describe an event of the navigation phase or the scoring, or a correction."""
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
    """Describe the day's card in a sentence."""
    assert card is not None
    signs = card_signs(card, overboard=True)
    return capitalised(say("The day's card: {signs}.", signs=join_items(signs) or say("nothing")))


def card_signs(card: NavigationCard, *, overboard: bool) -> list[str]:
    """Return what a navigation card shows, sign by sign; `overboard`: with those who fall."""
    signs = [bird_name(card.bird)] if card.bird is not Bird.NONE else []
    if card.overboard and overboard:
        signs.append(say("overboard: {players}", players=listed([*map(character_name, card.overboard)])))
    if card.thirsty:
        signs.append(say("thirsty: {players}", players=listed([*map(character_name, card.thirsty)])))
    return signs + [word for word, shown in ((say("oars"), card.oars), (say("fists"), card.fists)) if shown]


_SENTENCES = {
    "not-now": later("That cannot be done in this step."),
    "not-aboard": later("That character is out of the boat."),
    "not-conscious": later("Only the conscious may do that."),
    "not-your-turn": later("It is somebody else's turn."),
    "not-navigator": later("Only the conscious one nearest the stern navigates."),
    "no-trading": later("There is no trading now."),
    "yourself": later("Nobody demands, trades or objects against themselves."),
    "target-not-conscious": later("The other must be conscious for that."),
    "target-dead": later("Nothing can be used on the dead."),
    "not-dead": later("Only the dead can be eaten."),
    "wrong-target": later("The card cannot be used for that character."),
    "not-wounded": later("There is no wound to take off."),
    "already": later("That has been done already."),
    "not-a-ghost": later("Only those who drowned can call the sharks."),
    "no-cards": later("There are not enough hand cards for that."),
    "no-such-card": later("There is no such card there."),
    "deck-empty": later("The navigation deck has too few cards for that."),
    "too-many": later("That is more cards than rowing draws."),
    "nothing": later("A trade without cards is not a trade."),
    "wrong-cards": later("The flare turns three different cards. The fourth bird ends it."),
    "wrong-count": later("The hand has a different number of cards."),
    "love-taken": later("Somebody else has that love card."),
    "hate-taken": later("Somebody else has that hate card."),
    "wrong-correction": later("That value is impossible."),
    "does-not-add-up": later("Then there would be more cards than there are."),
    "wrong-players": later("Four to six play, or seven with Dr. Harter."),
    "wrong-variants": later("Dr. Harter plays only with cannibalism."),
    "wrong-navigation": later("These cards cannot be played with. It takes 18 to 48, with a plain bird."),
}
_RULE = re.compile(r"\(([^()]*\b(?:LR?|V)\d+[^()]*)\)")


def describe_problem(problem: Problem) -> str:
    """Describe a problem in a sentence, with the rule's number if the referee names one."""
    rule = _RULE.search(problem.text)
    told = say(_SENTENCES[problem.code]) if problem.code in _SENTENCES else problem.text
    return with_rules(told, name_rules(rule[1].split(", ")) if rule else "")


def describe_status(state: State) -> str:
    """Return how far the game is: the day and the birds."""
    if state.step is Phase.OVER:
        return ""
    day = say("Day {day}", day=state.day)
    return f"{day} · {say_count('{n} bird', '{n} birds', state.birds)}"


def describe_help(state: State) -> Sequence[str]:
    """Return the rules of what happens now."""
    return (*_step(state), say("Hand cards may be laid open at any time; they stay open (rule L24)."))


def _step(state: State) -> Sequence[str]:
    match state.step:
        case Phase.TAKE:
            return (
                say("From the bow to the stern everyone conscious keeps one provision and passes the rest (rule L7)."),
                say("Nobody trades in the supply phase (rule L7)."),
            )
        case Phase.ACT:
            rowing = (
                say("Rowing draws one card, and one more for each oar (rule V1).")
                if state.plays(Variant.SHORT_ROW)
                else say("Rowing draws two cards, and one more for each oar (rule L11).")
            )
            return (
                say(
                    "One action each, in the morning's order: row, seat, card, special action or nothing "
                    "(rules L8, L10)."
                ),
                rowing,
                say("Hand cards may be traded or given in the action phase, but not in a fight (rule L9)."),
            )
        case Phase.ANSWER:
            return (
                say("Agree, or refuse and fight (rule L12)."),
                say("The unconscious and the dead cannot refuse (rule L6)."),
            )
        case Phase.OBJECTION:
            return (say("Any other conscious character may object; then they fight (rule V4)."),)
        case Phase.FIGHT:
            return (
                say("Sizes and open weapons add up; a tie goes to the defenders (rule L16)."),
                say("Anyone conscious may join; nobody leaves again (rule L15)."),
                say("Every loser takes a wound, all who fought a token (rule L16)."),
            )
        case Phase.CHOOSE:
            added = (say("The deck's top card always comes to the row stack first (rule V1)."),)
            return (
                say("The conscious character nearest the stern chooses one card of the row stack (rule L17)."),
                *(added if state.plays(Variant.SHORT_ROW) else ()),
                say("With the fourth bird the game ends at once (rule L18)."),
            )
        case Phase.OVERBOARD:
            return (
                say("The conscious take a wound and lose their open cards, except a life preserver (rule L19)."),
                say("The unconscious without a preserver and the dead do not come back (rule L20)."),
            )
        case Phase.THIRST:
            return (
                say("One water, your own or a gift, quenches one thirst; without it comes a wound (rule L21)."),
                say("The unconscious can only be given water (rule L6)."),
            )
    return (
        say("Survival: your own character alive. Treasure: in the boat, alive or dead (rule L25)."),
        say("Love: the loved one alive. Hate: the hated one dead or out (rule L25)."),
    )
