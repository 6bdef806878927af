"""Inference from a settled reading in each step: an event, an answer, or what is wrong.

An answer is how an event's telling begins.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import partial

from companion.device.sentences import listed, together
from companion.games.lifeboat.captions import name, names
from companion.games.lifeboat.language import later, say, say_count
from companion.games.lifeboat.mat import BOAT, DAY, SHOW, BoatCard
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.table.boat_row import Found, possible_pushes, refuse_demand, refuse_fight
from companion.games.lifeboat.table.dialog import takers, usable
from companion.games.lifeboat.table.discrepancies import (
    cards_in_unowned_rows,
    positions_missing,
    relevant_unread,
    stray_cards,
    unread,
)
from companion.games.lifeboat.table.layout import named_lies, visible_layout
from companion.games.lifeboat.tags import PROVISION_OF, TAGS, character_of
from companion.games.lifeboat.words import provision_name
from companion.table.inference import Happened, Nothing, Problems, TableProblem, Waiting
from companion.table.layout import Change, Lie, difference
from companion.table.matching import PossibleChanges, match_changes
from companion.table.questions import Answers, Begun
from engine.lifeboat import events as e
from engine.lifeboat.components import SPECIAL, Character, Provision
from engine.lifeboat.navigation_phase import deck_for_compass
from engine.lifeboat.state import Phase, State, own_cards

#: Whose open row each zone is.
Rows = Mapping[str, Character]
#: A preserver has come before somebody: the first answer of a telling that no row begins.
THROWN = "thrown"
#: In these steps the boat is read too.
_BOAT_READ = frozenset({Phase.ACT, Phase.FIGHT})


def infer_event(
    state: State, observation: LifeboatObservation, rows: Rows, pushed: Collection[Character] = tuple(Character)
) -> Found:
    """Infer what has happened since the state, by what is seen in this step.

    `pushed`: whose position cards were seen out of their row in this fight. A card that is covered or not read is no
    change: only what lies somewhere new counts.
    """
    if state.step is Phase.REVEAL:
        return Nothing()
    if observation.in_doubt:
        return Problems(seen_twice(observation))
    stray = tuple(stray_cards(state, observation, rows))
    observation = relevant_unread(state, observation, rows)
    before, seen = visible_layout(state, boat=state.step in _BOAT_READ), named_lies(state, observation, rows)
    covered = {str(rows[zone]) for zone in observation.unreadable if zone in rows}
    # A card alike may still lie under what covers its row: whether this one was moved or laid shows once it is gone.
    changes = [
        change
        for change in difference(seen, before)
        if not _may_be_in_hands(state, change)
        and (change.start is None or change.end is None or change.start.place not in covered)
    ]
    possible = _possible_changes(state, {change.lie.piece for change in changes})
    happened = match_changes(changes, possible, covered=bool(observation.unreadable))
    if happened is not None:
        return happened
    wrong = next((found for found in (_refuse_card(state, change) for change in changes) if found is not None), None)
    if wrong is not None:
        return wrong
    nobodys = cards_in_unowned_rows(state, observation, rows)
    if nobodys:
        return Problems(nobodys)
    if state.step in _BOAT_READ:
        refuse = refuse_demand if state.step is Phase.ACT else partial(refuse_fight, pushed=pushed)
        found = refuse(state, observation)
        if found is not None:
            return found
    gone = [lie for lie, end in changes if lie is not None and end is None]
    # Nothing may be over the table: where the boat is read, all of it must be seen (L24).
    if gone and not observation.unreadable and all(lie.place != BOAT for lie in gone):
        return Problems(tuple(open_card_gone(Provision(lie.piece), Character(lie.place)) for lie in gone))
    waited_for = (
        *unread(state, observation, rows),
        *_unusable_cards(state, observation),
        *_positions_missing(state, observation),
        *stray,
    )
    return Waiting(problems=waited_for) if waited_for else Nothing()


def _possible_changes(state: State, pieces: Collection[str]) -> Iterator[PossibleChanges[e.GameEvent]]:
    """Yield what may happen now with these pieces, and the changes that show it."""
    cards = [card for card in Provision if str(card) in pieces]
    turn, step = state.turn, state.step
    owners = {card: [person.who for person in state.aboard if card in person.open] for card in cards}
    for character in state.conscious:
        yield from _possible_laid(state, character, cards)
    if step is Phase.ACT and turn is not None:
        for card, holders in owners.items():
            for of in holders:
                demand = e.Demanded(turn, of, e.DemandKind.OPEN, card)
                yield PossibleChanges((_open_card(card, of, turn),), event=demand)
    demanded = state.demand
    if step is Phase.ANSWER and demanded is not None and demanded.card is not None:
        moved = _open_card(demanded.card, demanded.of, demanded.by)
        yield PossibleChanges((moved,), event=e.Agreed(demanded.of))
    for card, holders in owners.items():
        # L14, L19, L21: what is used comes to the used cards, or to the discard pile at once.
        answers = _used(state, card)
        if answers:
            for start in (None, *holders):
                yield PossibleChanges((_open_card(card, start, SHOW),), answers)
            for of in holders:
                if step is not Phase.ACT or of is turn:
                    source = (str(e.CardSource.OPEN),) if step is Phase.ACT else ()
                    yield PossibleChanges((_open_card(card, of, None),), (*answers, *source))
    if step in _BOAT_READ:
        yield from possible_pushes(state)


def _possible_laid(
    state: State, character: Character, cards: Collection[Provision]
) -> Iterator[PossibleChanges[e.GameEvent]]:
    """Yield those of the cards that may come before a conscious character (L24)."""
    held = state.person(character).hand
    for card in cards:
        changes = (_open_card(card, None, character),)
        if not state.unseen[card]:
            continue
        if card is Provision.PRESERVER:
            # It may have been thrown: by whom is asked.
            if any(person.hand for person in state.aboard):
                yield PossibleChanges(changes, (THROWN, str(character)))
        elif held:
            yield PossibleChanges(changes, event=e.Laid(character, card))
        elif state.step is Phase.TAKE and character in takers(state):
            # It is the one that is kept now.
            yield PossibleChanges(changes, ("laid", str(character), str(card)))


def _open_card(card: Provision, start: str | None, end: str | None) -> Change:
    """Return the change of an open card between two places: rows are named by their owners."""
    return Change(*(None if place is None else Lie(str(card), str(place)) for place in (start, end)))


def _refuse_card(state: State, change: Change) -> Problems[e.GameEvent | Begun] | None:
    """Return why a provision must not come into an open row; None if it has not."""
    start, end = change
    if end is None or end.place not in state.seats or end.piece not in map(str, Provision):
        return None
    card, character = Provision(end.piece), Character(end.place)
    if start is not None and start.place in state.seats:
        return Problems((_moved(card, Character(start.place), character),))
    if not state.unseen[card]:
        return Problems((_too_many_problem(state, card, character),))
    if card is Provision.PRESERVER:
        return None if character in state.conscious else Problems((_unsavable_problem(character),))
    if character not in state.conscious:
        # L5: the table may want it so.
        text = say("Only the conscious lay cards open: {player} (rule L5).", player=name(character))
        take_back = say("Take the card back: {card}.", card=provision_name(card))
        problem = TableProblem("cannot-lay", text, take_back, (str(card),), (str(character),))
        return Problems((problem,), e.Laid(character, card))
    text = say("By the count, the hand is empty: {player} (rule L24).", player=name(character))
    fix = say("Take the card back, or put the number right in the menu: {card}.", card=provision_name(card))
    return Problems((TableProblem("no-cards", text, fix, (str(card),), (str(character),)),))


def _may_be_in_hands(state: State, change: Change) -> bool:
    """Return True if hands may have an open card that is gone.

    It is demanded (L12), or its owner falls in and loses it (L20).
    """
    lie, end = change
    if lie is None or end is not None:
        return False
    demand, overboard = state.demand, state.overboard
    if state.step is Phase.ANSWER and demand is not None:
        return (demand.of, demand.card) == (lie.place, lie.piece)
    falls = state.step is Phase.OVERBOARD and overboard is not None and lie.place in overboard.falling
    return falls and lie.piece != Provision.PRESERVER


def open_card_gone(card: Provision, character: Character) -> TableProblem:
    """Return the problem that an open card is seen neither before its owner nor elsewhere."""
    return TableProblem(
        "gone",
        say("Not seen any more: {card} ({player}).", card=provision_name(card), player=name(character)),
        say(
            "Open cards never go back to a hand (rule L24). Lay it so that its tag is seen, or put "
            "it right in the menu."
        ),
        (str(card),),
        (str(character),),
    )


def _too_many_problem(state: State, card: Provision, character: Character) -> TableProblem:
    """Return the problem that one more of a kind lies open than there can be."""
    open_before = [person.who for person in state.aboard if card in person.open]
    elsewhere = (
        say("It already lies open before: {players}.", players=names(tuple(open_before)))
        if open_before
        else say("All of them were used or lost.")
    )
    return TableProblem(
        "too-many",
        together(say("There is no other card of this kind: {card}.", card=provision_name(card)), elsewhere),
        say("Take the card away from here: {player}.", player=name(character)),
        (str(card),),
        (str(character),),
    )


def seen_twice(observation: LifeboatObservation) -> tuple[TableProblem, ...]:
    """Return a problem for each tag printed twice, or card of another box."""
    return tuple(map(_duplicate_problem, sorted(observation.in_doubt)))


def _duplicate_problem(tag: str) -> TableProblem:
    if tag in PROVISION_OF:
        card = provision_name(PROVISION_OF[tag])
    else:
        card = name(character_of(tag)) if TAGS.cards[tag] != BoatCard.NAVIGATION else tag
    return TableProblem(
        "twice",
        say("The same tag is seen at two places: {card}.", card=card),
        say("Each tag is on one card only. Take one of the two away."),
        (tag,),
    )


def _unsavable_problem(character: Character) -> TableProblem:
    return TableProblem(
        "unconscious",
        say("A preserver helps only the conscious: {player} (rule L6).", player=name(character)),
        say("Take it back, or throw it to somebody who is conscious."),
        (str(Provision.PRESERVER),),
        (str(character),),
    )


def _moved(card: Provision, lay: Character, lies: Character) -> TableProblem:
    return TableProblem(
        "moved",
        say("An open card lies before somebody else: {card}.", card=provision_name(card)),
        say("It belongs to: {player}. Open cards are not traded (rule LR12).", player=name(lay)),
        (str(card),),
        (str(lay), str(lies)),
    )


def _used(state: State, card: Provision) -> Answers:
    """Return the answers with which the use of a card begins; empty: it cannot be used.

    By whom it is used is asked.
    """
    match state.step:
        case Phase.ACT if _is_usable(state, card):
            return ("use", str(card))
        case Phase.OVERBOARD if card is Provision.CHUM:
            return ("chum",)
        case Phase.THIRST if card is Provision.WATER:
            return ("water",)
    return ()


def _is_usable(state: State, card: Provision) -> bool:
    """Return True if the player on turn may use such a card (L14)."""
    return state.step is Phase.ACT and state.turn is not None and card in usable(state, state.turn)


#: Why a card of a special action cannot be used on this turn.
_NO_USE = {
    Provision.MEDKIT: later("Nobody has a wound that a medical kit takes off (rule LR23)."),
    Provision.PARASOL: later("The parasol is already up (rule LR11)."),
    Provision.CANNIBALISM: later("There is no dead body aboard (rule V4)."),
}


def _unusable_cards(state: State, observation: LifeboatObservation) -> Iterator[TableProblem]:
    """Yield cards that are shown for use but cannot be used in this step.

    They lie where cards are used now; they stop nobody.
    """
    for tag in observation.show:
        card = PROVISION_OF[tag]
        if _used(state, card):
            continue
        if card is Provision.CHUM:
            why = say("Chum is used when somebody falls overboard (rule LR9).")
        elif card is Provision.WATER:
            why = say("Water is used when thirst is asked for (rule LR9).")
        elif card not in SPECIAL:
            why = say("Lay it open before its owner: {card} (rule L24).", card=provision_name(card))
        elif state.step is Phase.ACT and card in _NO_USE:
            why = say(_NO_USE[card])
        else:
            why = say("Used only as the action on one's turn: {card} (rule L14).", card=provision_name(card))
        yield TableProblem("not-used", why, "", (tag,), unfinished=True)


def _positions_missing(state: State, observation: LifeboatObservation) -> Iterator[TableProblem]:
    """Yield the position cards that are not seen where the others are.

    A table may play without any.
    """
    missing = tuple(seat for seat in state.seats if seat not in observation.seats)
    if observation.boat and missing and BOAT not in observation.unreadable:
        yield positions_missing(missing, unfinished=True)


def infer_day(
    state: State,
    observation: LifeboatObservation,
    told: Answers,
    *,
    overruling: bool = False,
    yesterday: str | None = None,
) -> Found:
    """Infer the day's card, after what was told of it (L17).

    This works where the cards are known by their numbers.

    Whether it came with an open compass must be told before; `overruling`: who navigates, too. The card of
    `yesterday` may just have been forgotten there.
    """
    cards = own_cards(state.started)
    if cards is None:
        # The cards are told by their signs, whatever their tags say.
        return Nothing()
    problem = _day_card_wrong(observation, {str(card.id) for card in cards}, yesterday)
    if problem is not None:
        return Waiting(problems=(problem,))
    if not observation.day:
        return Nothing()
    turn = state.turn
    if overruling:
        if not told:
            return Nothing()
        turn, told = Character(told[0]), told[1:]
    if turn is not None and Provision.COMPASS in state.person(turn).open and deck_for_compass(state) > 0 and not told:
        return Nothing()
    return Happened(e.Navigated(turn, observation.day[0], compass=told[:1] == ("compass",)))


def _day_card_wrong(
    observation: LifeboatObservation, cards: Collection[str], yesterday: str | None
) -> TableProblem | None:
    """Return why the day card cannot be used, None if it can.

    The player may still enter its number.
    """
    if DAY in observation.unreadable:
        text, fix = say("The day's card cannot be read."), say("Lay it so that its tag is free, or choose its number.")
    elif len(observation.day) > 1:
        text = say("More than one day's card: {cards}.", cards=listed(observation.day))
        fix = say("One card is chosen (rule L17). The others go under the navigation deck.")
    elif observation.day and observation.day[0] not in cards:
        text = say("That card is not one of this game's: {card}.", card=observation.day[0])
        fix = say("Lay another one there, or choose the number of this one.")
    elif observation.day and observation.day[0] == yesterday:
        text = say("This was the card of the day before: {card}.", card=observation.day[0])
        fix = say("It goes under the navigation deck (rule L23). If it was chosen again, choose its number.")
    else:
        return None
    return TableProblem("day", text, fix, observation.day, unfinished=True)


def infer_hand(state: State, observation: LifeboatObservation, character: Character) -> Found:
    """Infer the whole revealed hand (L25), or what is wrong.

    Nothing has happened until love, hate and all of the hand are seen.
    """
    if observation.in_doubt:
        return Problems(seen_twice(observation))
    if observation.unreadable:
        return Waiting(problems=(TableProblem("unread", _unread(), "", (), (BOAT,), unfinished=True),))
    held = state.person(character).hand
    if len(observation.hand) > held:
        return Problems((_too_many_in_hand(len(observation.hand), held, character),))
    love, hate = observation.spread(BoatCard.LOVE), observation.spread(BoatCard.HATE)
    if len(love) > 1 or len(hate) > 1:
        return Problems((_two_players(),))
    if not (love and hate and len(observation.hand) == held):
        return Nothing()
    hand = sorted(PROVISION_OF[tag] for tag in observation.hand)
    return Happened(e.Revealed(character, love[0], hate[0], tuple(hand)))


def describe_spread(state: State, observation: LifeboatObservation, character: Character) -> str:
    """Describe what is to be done, and what of it is seen by now."""
    spread = say("Spread love, hate and hand in the boat: {player}.", player=name(character))
    parts = [
        *([say("love card")] if observation.spread(BoatCard.LOVE) else []),
        *([say("hate card")] if observation.spread(BoatCard.HATE) else []),
        *(
            [say("{n} of {all} hand cards", n=len(observation.hand), all=state.person(character).hand)]
            if observation.hand
            else []
        ),
    ]
    told = say("Seen: {cards}.", cards=listed(parts)) if parts else ""
    return together(together(spread, told), _unread() if observation.unreadable else "")


def _unread() -> str:
    return say("A card in the boat row cannot be read. Free its tag.")


def _too_many_in_hand(seen: int, held: int, character: Character) -> TableProblem:
    return TableProblem(
        "too-many",
        say_count("{n} hand card lies in the boat.", "{n} hand cards lie in the boat.", seen),
        together(
            say("{player} has {n} (rule L25).", player=name(character), n=held),
            say("Take the others away, or put the hand right in the menu."),
        ),
        (),
        (str(character),),
    )


def _two_players() -> TableProblem:
    return TableProblem(
        "two-players",
        say("More than one love or hate card lies in the boat."),
        say("One player after the other reveals (rule L25): take the others' cards away."),
    )
