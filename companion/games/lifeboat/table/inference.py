"""Inference from a settled reading in each step: an event, an answer, or what is wrong.

An answer is how an event's telling begins.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from companion.device.sentences import listed, together
from companion.games.lifeboat.captions import name, names
from companion.games.lifeboat.language import later, say, say_count
from companion.games.lifeboat.mat import BOAT, DAY, CardKind
from companion.games.lifeboat.readings import MatObservation
from companion.games.lifeboat.table.boat_row import Found, infer_demand, infer_fight
from companion.games.lifeboat.table.dialog import takers, usable
from companion.games.lifeboat.table.discrepancies import (
    cards_in_unowned_rows,
    positions_missing,
    relevant_unread,
    stray_cards,
    unread,
)
from companion.games.lifeboat.tags import PROVISION_OF, TAGS, character_of
from companion.games.lifeboat.words import provision_name
from companion.table.inference import Happened, Nothing, Problems, TableProblem, Waiting
from companion.table.questions import Answers, Begun
from engine.lifeboat import events as e
from engine.lifeboat.components import SPECIAL, Character, Provision
from engine.lifeboat.navigation_phase import deck_for_compass
from engine.lifeboat.state import State, Step, own_cards

#: Whose open row each zone is.
Rows = Mapping[str, Character]
#: A preserver has come before somebody: the first answer of a telling that no row begins.
THROWN = "thrown"
#: In these steps the boat is read too.
_BOAT_READ = frozenset({Step.ACT, Step.FIGHT})


def infer_event(
    state: State, observation: MatObservation, rows: Rows, pushed: Collection[Character] = tuple(Character)
) -> Found:
    """Infer what has happened since the state, by what is seen in this step.

    `pushed`: whose position cards were seen out of their row in this fight. A card that is covered or not read is no
    change: only what lies somewhere new counts.
    """
    if state.step is Step.REVEAL:
        return Nothing()
    if observation.twice:
        return Problems(seen_twice(observation))
    stray = tuple(stray_cards(state, observation, rows))
    observation = relevant_unread(state, observation, rows)
    found = _infer_open_card(state, observation, rows) or _infer_used_card(state, observation)
    if found is not None:
        return found
    nobodys = cards_in_unowned_rows(state, observation, rows)
    if nobodys:
        return Problems(nobodys)
    if state.step in _BOAT_READ:
        asks = infer_demand(state, observation) if state.step is Step.ACT else infer_fight(state, observation, pushed)
        if asks is not None:
            return asks
    waited_for = (
        *unread(state, observation, rows),
        *_unusable_cards(state, observation),
        *_positions_missing(state, observation),
        *stray,
    )
    return _infer_missing_card(state, observation, rows) or (Waiting(problems=waited_for) if waited_for else Nothing())


def _infer_open_card(state: State, observation: MatObservation, rows: Rows) -> Found | None:
    """L24: a provision that has come into an open row."""
    for zone, who in rows.items():
        if who not in state.seats:
            continue
        new = Counter(observation.provisions(zone)) - Counter(state.person(who).open)
        for card in new:
            moved_from = _former_owner(state, observation, rows, card)
            if moved_from is not None and moved_from is not who:
                return _infer_demand(state, card, moved_from, who) or Problems((_moved(card, moved_from, who),))
            if not state.unseen[card]:
                return Problems((_too_many_problem(state, card, who),))
            if card is not Provision.PRESERVER:
                return _infer_laid_card(state, card, who)
            if who not in state.conscious:
                return Problems((_unsavable_problem(who),))
            # It may have been thrown: by whom is asked.
            return Begun((THROWN, str(who))) if any(person.hand for person in state.aboard) else Nothing()
    return None


def _infer_laid_card(state: State, card: Provision, who: Character) -> Found:
    """Return the event of a card laid open by its owner, or what is wrong.

    L24: every conscious character who has a hand may lay it; L5: the table may want it so of others.
    """
    event = e.Laid(who, card)
    if who not in state.conscious:
        text = say("Only the conscious lay cards open: {player} (rule L5).", player=name(who))
        take_back = say("Take the card back: {card}.", card=provision_name(card))
        return Problems((TableProblem("cannot-lay", text, take_back, (str(card),), (str(who),)),), event)
    if state.person(who).hand == 0 and state.step is Step.TAKE and who in takers(state):
        # It is the one that is kept now.
        return Begun(("laid", str(who), str(card)))
    if state.person(who).hand == 0:
        text = say("By the count, the hand is empty: {player} (rule L24).", player=name(who))
        fix = say("Take the card back, or put the number right in the menu: {card}.", card=provision_name(card))
        return Problems((TableProblem("no-cards", text, fix, (str(card),), (str(who),)),))
    return Happened(event)


def _infer_demand(state: State, card: Provision, lay: Character, lies: Character) -> Found | None:
    """Return the event of an open card that came before another character.

    L12: an open card that moved to the active player is a demand; to the demander, an agreement.
    """
    if state.step is Step.ACT and lies is state.turn:
        return Happened(e.Demanded(lies, lay, e.DemandKind.OPEN, card))
    demand = state.demand
    if state.step is Step.ANSWER and demand is not None and (demand.by, demand.of, demand.card) == (lies, lay, card):
        return Happened(e.Agreed(lay))
    return None


def _former_owner(state: State, observation: MatObservation, rows: Rows, card: Provision) -> Character | None:
    """Before whom a card of this kind lay that is not seen there any more."""
    for zone, who in rows.items():
        if who in state.seats and Counter(state.person(who).open)[card] > Counter(observation.provisions(zone))[card]:
            return who
    return None


def _infer_missing_card(state: State, observation: MatObservation, rows: Rows) -> Found | None:
    """Return what it means that an open card is seen nowhere (L24).

    Nothing may be over the table: where the boat is read, all of it must be seen.
    """
    if observation.unreadable or (state.step in _BOAT_READ and set(observation.seats) != set(state.seats)):
        return None
    shown = Counter(PROVISION_OF[tag] for tag in observation.show)
    gone = [
        (card, who)
        for zone, who in rows.items()
        if who in state.seats
        for card in Counter(state.person(who).open) - Counter(observation.provisions(zone)) - shown
        if not _may_be_in_hands(state, card, who)
    ]
    if len(gone) == 1 and gone[0][1] is state.turn and _is_usable(state, gone[0][0]):
        # L14: put on the discard pile at once.
        return Begun(("use", str(gone[0][0]), str(e.Source.OPEN)))
    if len(gone) == 1 and state.step is not Step.ACT and (used := _shown(state, gone[0][0])) is not None:
        # L19, L21: chum or water that was put on the discard pile at once; by whom is asked.
        return used
    return Problems(tuple(open_card_gone(card, who) for card, who in gone)) if gone else None


def _may_be_in_hands(state: State, card: Provision, who: Character) -> bool:
    """Return True if hands may have the open card.

    It is demanded (L12), or its owner falls in and loses it (L20).
    """
    demand, overboard = state.demand, state.overboard
    if state.step is Step.ANSWER and demand is not None:
        return (demand.of, demand.card) == (who, card)
    falls = state.step is Step.OVERBOARD and overboard is not None and who in overboard.falling
    return falls and card is not Provision.PRESERVER


def open_card_gone(card: Provision, who: Character) -> TableProblem:
    """It is not seen before its owner, nor anywhere else."""
    return TableProblem(
        "gone",
        say("Not seen any more: {card} ({player}).", card=provision_name(card), player=name(who)),
        say(
            "Open cards never go back to a hand (rule L24). Lay it so that its tag is seen, or put "
            "it right in the menu."
        ),
        (str(card),),
        (str(who),),
    )


def _too_many_problem(state: State, card: Provision, who: Character) -> TableProblem:
    """Return the problem that one more of a kind lies open than there can be."""
    open_before = [person.who for person in state.aboard if card in person.open]
    there = (
        say("It already lies open before: {players}.", players=names(tuple(open_before)))
        if open_before
        else say("All of them were used or lost.")
    )
    return TableProblem(
        "too-many",
        together(say("There is no other card of this kind: {card}.", card=provision_name(card)), there),
        say("Take the card away from here: {player}.", player=name(who)),
        (str(card),),
        (str(who),),
    )


def seen_twice(observation: MatObservation) -> tuple[TableProblem, ...]:
    """Tags that were printed twice, or cards of another box."""
    return tuple(map(_duplicate_problem, observation.twice))


def _duplicate_problem(tag: str) -> TableProblem:
    if tag in PROVISION_OF:
        card = provision_name(PROVISION_OF[tag])
    else:
        card = name(character_of(tag)) if TAGS.cards[tag] != CardKind.NAVIGATION else tag
    return TableProblem(
        "twice",
        say("The same tag is seen at two places: {card}.", card=card),
        say("Each tag is on one card only. Take one of the two away."),
        (tag,),
    )


def _unsavable_problem(who: Character) -> TableProblem:
    return TableProblem(
        "unconscious",
        say("A preserver helps only the conscious: {player} (rule L6).", player=name(who)),
        say("Take it back, or throw it to somebody who is conscious."),
        (str(Provision.PRESERVER),),
        (str(who),),
    )


def _moved(card: Provision, lay: Character, lies: Character) -> TableProblem:
    return TableProblem(
        "moved",
        say("An open card lies before somebody else: {card}.", card=provision_name(card)),
        say("It belongs to: {player}. Open cards are not traded (rule LR12).", player=name(lay)),
        (str(card),),
        (str(lay), str(lies)),
    )


def _infer_used_card(state: State, observation: MatObservation) -> Found | None:
    """A card in the place for cards that are used now, where nothing else can lie there unread."""
    if observation.unreadable:
        return None
    used = (_shown(state, PROVISION_OF[tag]) for tag in observation.show)
    return next((found for found in used if found is not None), None)


def _shown(state: State, card: Provision) -> Found | None:
    """Return the event that begins with a card used now: by whom is asked."""
    match state.step:
        case Step.ACT if _is_usable(state, card):
            return Begun(("use", str(card)))
        case Step.OVERBOARD if card is Provision.CHUM:
            return Begun(("chum",))
        case Step.THIRST if card is Provision.WATER:
            return Begun(("water",))
    return None


def _is_usable(state: State, card: Provision) -> bool:
    """L14: whether whoever's turn it is may use such a card."""
    return state.step is Step.ACT and state.turn is not None and card in usable(state, state.turn)


#: Why a card of a special action cannot be used on this turn.
_NO_USE = {
    Provision.MEDKIT: later("Nobody has a wound that a medical kit takes off (rule LR23)."),
    Provision.PARASOL: later("The parasol is already up (rule LR11)."),
    Provision.CANNIBALISM: later("There is no dead body aboard (rule V4)."),
}


def _unusable_cards(state: State, observation: MatObservation) -> Iterator[TableProblem]:
    """Yield cards that are shown for use but cannot be used in this step.

    They lie where cards are used now; they stop nobody.
    """
    for tag in observation.show:
        card = PROVISION_OF[tag]
        if _shown(state, card) is not None:
            continue
        if card is Provision.CHUM:
            why = say("Chum is used when somebody falls overboard (rule LR9).")
        elif card is Provision.WATER:
            why = say("Water is used when thirst is asked for (rule LR9).")
        elif card not in SPECIAL:
            why = say("Lay it open before its owner: {card} (rule L24).", card=provision_name(card))
        elif state.step is Step.ACT and card in _NO_USE:
            why = say(_NO_USE[card])
        else:
            why = say("Used only as the action on one's turn: {card} (rule L14).", card=provision_name(card))
        yield TableProblem("not-used", why, "", (tag,), unfinished=True)


def _positions_missing(state: State, observation: MatObservation) -> Iterator[TableProblem]:
    """Yield the position cards that are not seen where the others are.

    A table may play without any.
    """
    missing = tuple(who for who in state.seats if who not in observation.seats)
    if observation.boat and missing and BOAT not in observation.unreadable:
        yield positions_missing(missing, unfinished=True)


def infer_day(
    state: State, observation: MatObservation, told: Answers, *, overruling: bool = False, yesterday: str | None = None
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
    by = state.turn
    if overruling:
        if not told:
            return Nothing()
        by, told = Character(told[0]), told[1:]
    if by is not None and Provision.COMPASS in state.person(by).open and deck_for_compass(state) > 0 and not told:
        return Nothing()
    return Happened(e.Navigated(by, observation.day[0], compass=told[:1] == ("compass",)))


def _day_card_wrong(observation: MatObservation, cards: Collection[str], yesterday: str | None) -> TableProblem | None:
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


def infer_hand(state: State, observation: MatObservation, by: Character) -> Found:
    """Infer the whole revealed hand (L25), or what is wrong.

    Nothing has happened until love, hate and all of the hand are seen.
    """
    if observation.twice:
        return Problems(seen_twice(observation))
    if observation.unreadable:
        return Waiting(problems=(TableProblem("unread", _unread(), "", (), (BOAT,), unfinished=True),))
    held = state.person(by).hand
    if len(observation.hand) > held:
        return Problems((_too_many_in_hand(len(observation.hand), held, by),))
    if len(observation.love) > 1 or len(observation.hate) > 1:
        return Problems((_two_players(),))
    if not (observation.love and observation.hate and len(observation.hand) == held):
        return Nothing()
    hand = sorted(PROVISION_OF[tag] for tag in observation.hand)
    return Happened(e.Revealed(by, observation.love[0], observation.hate[0], tuple(hand)))


def describe_spread(state: State, observation: MatObservation, by: Character) -> str:
    """Describe what is to be done, and what of it is seen by now."""
    spread = say("Spread love, hate and hand in the boat: {player}.", player=name(by))
    parts = [
        *([say("love card")] if observation.love else []),
        *([say("hate card")] if observation.hate else []),
        *(
            [say("{n} of {all} hand cards", n=len(observation.hand), all=state.person(by).hand)]
            if observation.hand
            else []
        ),
    ]
    told = say("Seen: {cards}.", cards=listed(parts)) if parts else ""
    return together(together(spread, told), _unread() if observation.unreadable else "")


def _unread() -> str:
    return say("A card in the boat row cannot be read. Free its tag.")


def _too_many_in_hand(seen: int, held: int, who: Character) -> TableProblem:
    return TableProblem(
        "too-many",
        say_count("{n} hand card lies in the boat.", "{n} hand cards lie in the boat.", seen),
        together(
            say("{player} has {n} (rule L25).", player=name(who), n=held),
            say("Take the others away, or put the hand right in the menu."),
        ),
        (),
        (str(who),),
    )


def _two_players() -> TableProblem:
    return TableProblem(
        "two-players",
        say("More than one love or hate card lies in the boat."),
        say("One player after the other reveals (rule L25): take the others' cards away."),
    )
