"""What a settled reading shows to have happened in each step: an event, how its telling begins, or what is wrong."""

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.box.sentences import together
from companion.games.lifeboat.language import say
from companion.games.lifeboat.mat import CardKind, Lies
from companion.games.lifeboat.seen import Seen
from companion.games.lifeboat.table.captions import name, names
from companion.games.lifeboat.tags import PROVISION_OF, TAGS, character_of
from companion.games.lifeboat.words import provision_name
from companion.table.inference import Happened, Inference, Nothing, Problems, TableProblem, Waiting
from companion.table.questions import Answers, Begun
from engine.lifeboat import events as e
from engine.lifeboat.components import SPECIAL, Character, Provision
from engine.lifeboat.state import State, Step, own_cards
from engine.lifeboat.voyage import deck_for_compass

#: Whose open row each zone is.
Rows = Mapping[str, Character]
#: A preserver has come before somebody: the first answer of a telling that no row begins.
THROWN = "thrown"
Found = Inference[e.GameEvent] | Begun
#: In these steps the boat is read too.
_BOAT_READ = frozenset({Step.ACT, Step.FIGHT})


def observed(state: State, seen: Seen, rows: Rows) -> Found:
    """What has happened since the state, by what is seen in this step.

    A card that is covered or not read is no change: only what lies somewhere new counts.
    """
    if state.step is Step.REVEAL:
        return Nothing()
    if seen.twice:
        return Problems(seen_twice(seen))
    laid = _laid(state, seen, rows)
    if laid is not None:
        return laid
    if not seen.unreadable:
        used = (_shown(state, PROVISION_OF[tag]) for tag in seen.show)
        shown = next((found for found in used if found is not None), None)
        if shown is not None:
            return shown
    if state.step is Step.ACT:
        pushed = _pushed(state, seen)
        return _gone(state, seen, rows) or Nothing() if isinstance(pushed, Nothing) else pushed
    if state.step is Step.FIGHT:
        sides = _sides(state, seen)
        return _gone(state, seen, rows) or sides if isinstance(sides, Nothing) else sides
    return Waiting() if seen.unreadable else _gone(state, seen, rows) or Nothing()


def _laid(state: State, seen: Seen, rows: Rows) -> Found | None:
    """L24: a provision that has come into an open row."""
    for zone, who in rows.items():
        if who not in state.seats:
            continue
        new = Counter(seen.provisions(zone)) - Counter(state.person(who).open)
        for card in new:
            moved_from = _missing(state, seen, rows, card)
            if moved_from is not None and moved_from is not who:
                return _mugged(state, card, moved_from, who) or Problems((_moved(card, moved_from, who),))
            if not state.unseen[card]:
                return Problems((_too_many(state, card, who),))
            if card is not Provision.PRESERVER:
                return Happened(e.Laid(who, card))
            if who not in state.conscious:
                return Problems((_cannot_be_saved(who),))
            # It may have been thrown: by whom is asked.
            return Begun((THROWN, str(who))) if any(person.hand for person in state.aboard) else Nothing()
    return None


def _mugged(state: State, card: Provision, lay: Character, lies: Character) -> Found | None:
    """L12: an open card that comes before whoever's turn it is was demanded; before the demander, it was given."""
    if state.step is Step.ACT and lies is state.turn:
        return Happened(e.Demanded(lies, lay, e.Want.OPEN, card))
    demand = state.demand
    if state.step is Step.ANSWER and demand is not None and (demand.by, demand.of, demand.card) == (lies, lay, card):
        return Happened(e.Agreed(lay))
    return None


def _missing(state: State, seen: Seen, rows: Rows, card: Provision) -> Character | None:
    """Before whom a card of this kind lay that is not seen there any more."""
    for zone, who in rows.items():
        if who in state.seats and Counter(state.person(who).open)[card] > Counter(seen.provisions(zone))[card]:
            return who
    return None


def _gone(state: State, seen: Seen, rows: Rows) -> Found | None:
    """L24: an open card that is seen nowhere, while nothing is over the table: where the boat is read, all of it."""
    if seen.unreadable or (state.step in _BOAT_READ and set(seen.seats) != set(state.seats)):
        return None
    shown = Counter(PROVISION_OF[tag] for tag in seen.show)
    gone = [
        (card, who)
        for zone, who in rows.items()
        if who in state.seats
        for card in Counter(state.person(who).open) - Counter(seen.provisions(zone)) - shown
        if not _on_its_way(state, card, who)
    ]
    if len(gone) == 1 and state.step is Step.ACT and gone[0][1] is state.turn and gone[0][0] in SPECIAL:
        # L14: put on the discard pile at once.
        return Begun(("use", str(gone[0][0]), str(e.Source.OPEN)))
    if len(gone) == 1 and (used := _shown(state, gone[0][0])) is not None:
        # L19, L21: chum or water that was put on the discard pile at once; by whom is asked.
        return used
    return Problems(tuple(_open_card_gone(card, who) for card, who in gone)) if gone else None


def _on_its_way(state: State, card: Provision, who: Character) -> bool:
    """Whether hands may have the open card: it is demanded (L12), or its owner falls in and loses it (L20)."""
    demand, overboard = state.demand, state.overboard
    if state.step is Step.ANSWER and demand is not None:
        return (demand.of, demand.card) == (who, card)
    falls = state.step is Step.OVERBOARD and overboard is not None and who in overboard.falling
    return falls and card is not Provision.PRESERVER


def _open_card_gone(card: Provision, who: Character) -> TableProblem:
    return TableProblem(
        "gone",
        say("An open card is not seen any more: {card} ({player}).", card=provision_name(card), player=name(who)),
        say("Open cards never go back to a hand (L24). Lay it so that its tag is seen, or put it right in the menu."),
        (str(card),),
        (str(who),),
    )


def _too_many(state: State, card: Provision, who: Character) -> TableProblem:
    """One more of a kind lies open than there can be."""
    open_before = [person.who for person in state.aboard if card in person.open]
    there = (
        say("It lies open already before: {players}.", players=names(tuple(open_before)))
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


def seen_twice(seen: Seen) -> tuple[TableProblem, ...]:
    """Tags that were printed twice, or cards of another box."""
    return tuple(map(_twice, seen.twice))


def _twice(tag: str) -> TableProblem:
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


def _cannot_be_saved(who: Character) -> TableProblem:
    return TableProblem(
        "unconscious",
        say("No preserver helps the unconscious or the dead: {player} (L6).", player=name(who)),
        say("Take the preserver back, or lay it before somebody who is conscious."),
        (str(Provision.PRESERVER),),
        (str(who),),
    )


def _moved(card: Provision, lay: Character, lies: Character) -> TableProblem:
    return TableProblem(
        "moved",
        say("An open card lies before somebody else: {card}.", card=provision_name(card)),
        say("It belongs to: {player}. Open cards are not traded (LR12).", player=name(lay)),
        (str(card),),
        (str(lay), str(lies)),
    )


def _shown(state: State, card: Provision) -> Found | None:
    """A card in the place for cards that are used now: by whom is asked."""
    match state.step:
        case Step.ACT if card in SPECIAL:
            return Begun(("use", str(card)))
        case Step.OVERBOARD if card is Provision.CHUM:
            return Begun(("chum",))
        case Step.THIRST if card is Provision.WATER:
            return Begun(("water",))
    return None


def _pushed(state: State, seen: Seen) -> Found:
    """L12: the own card pushed up, another's down, is a demand; seats that nobody changed are wrong."""
    up = [who for who, lies in seen.boat if lies is Lies.ATTACK]
    down = [who for who, lies in seen.boat if lies is Lies.DEFEND]
    turn = state.turn
    if up and up != [turn] and not seen.unreadable:
        return Problems(tuple(_wrong_one(who) for who in up if who is not turn))
    if up and len(down) == 1 and down[0] in state.seats:
        return Begun(("demand", str(down[0])))
    if up and len(down) > 1 and not seen.unreadable:
        return Problems((_two_down(tuple(down)),))
    if not up and not down and set(seen.seats) == set(state.seats) and seen.seats != state.seats:
        other = _changed_with(state, seen)
        return Problems((_seats(),)) if other is None else Begun(("seat", str(other)))
    return Waiting() if up or down or seen.unreadable else Nothing()


def _changed_with(state: State, seen: Seen) -> Character | None:
    """L12: with whom the one whose turn it is has changed places; None if anybody else has."""
    moved = [(before, now) for before, now in zip(state.seats, seen.seats, strict=True) if before is not now]
    others = [before for before, _ in moved if before is not state.turn]
    return others[0] if len(moved) == 2 and len(others) == 1 else None


def _wrong_one(who: Character) -> TableProblem:
    return TableProblem(
        "not-your-turn",
        say("It is not their turn: {player} (L8).", player=name(who)),
        say("Push the card back into the boat row."),
        (),
        (str(who),),
    )


def _two_down(down: tuple[Character, ...]) -> TableProblem:
    return TableProblem(
        "two-down",
        say("More than one card is pushed down: {players}.", players=names(down)),
        say("A demand is of one other (L12). Push the others back into the boat row."),
        (),
        tuple(map(str, down)),
    )


def _seats() -> TableProblem:
    return TableProblem(
        "seats",
        say("The boat row lies in another order, and nobody has changed seats (L12)."),
        say("Lay the boat row as the picture shows it."),
    )


def _sides(state: State, seen: Seen) -> Found:
    """L15: who is pushed up or down joins; nobody leaves a fight."""
    fight = state.fight
    assert fight is not None
    left = tuple(_leaves(state, seen))
    if left:
        return Problems(left)
    for who, lies in seen.boat:
        in_it = who in fight.attack or who in fight.defend
        if lies is not Lies.LINE and not in_it and who in state.conscious:
            return Happened(e.Joined(who, e.Side.ATTACK if lies is Lies.ATTACK else e.Side.DEFEND))
    return Waiting() if seen.unreadable else Nothing()


def _leaves(state: State, seen: Seen) -> Iterator[TableProblem]:
    fight = state.fight
    assert fight is not None
    for who, lies in seen.boat:
        side = Lies.ATTACK if who in fight.attack else Lies.DEFEND if who in fight.defend else None
        if side is not None and lies is not side:
            up = say("Push the card up again.") if side is Lies.ATTACK else say("Push the card down again.")
            yield TableProblem(
                "left", say("Nobody leaves a fight: {player} (L15).", player=name(who)), up, (), (str(who),)
            )


def observed_day(state: State, seen: Seen, told: Answers, *, overruling: bool = False) -> Found:
    """L17: the day's card, where the cards are known by their numbers, after what was told of it.

    Whether it came with an open compass must be told before; `overruling`: who navigates, too.
    """
    cards = own_cards(state.started)
    if len(seen.day) != 1 or cards is None or seen.day[0] not in {card.id for card in cards}:
        return Nothing()
    by = state.turn
    if overruling:
        if not told:
            return Nothing()
        by, told = Character(told[0]), told[1:]
    if by is not None and Provision.COMPASS in state.person(by).open and deck_for_compass(state) > 0 and not told:
        return Nothing()
    return Happened(e.Navigated(by, seen.day[0], compass=told[:1] == ("compass",)))
