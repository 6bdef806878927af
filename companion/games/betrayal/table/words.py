"""Texts for the players: a line about every event, reasons of refusals, and the rules.

The rules are those of what happens now.
"""

import re
from collections.abc import Iterator, Sequence

from companion.device.language import extended
from companion.device.sentences import as_sentence, capitalised, join_items, listed, name_rules, together, with_rules
from companion.games.betrayal.language import later, say, say_count
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.table.card_dialog import describe_gains
from companion.games.betrayal.words import (
    describe_counter,
    dir_name,
    figure_name,
    harm_name,
    kind_name,
    losses,
    side_name,
    sign_name,
    trait_name,
)
from companion.table.event_words import mark_allowed
from engine.betrayal import events as e
from engine.betrayal.components import (
    CHARACTERS,
    COAL_CHUTE,
    COLLAPSED_ROOM,
    ELEVATOR,
    GALLERY,
    TILES,
    VAULT,
    VAULT_DOOR,
)
from engine.betrayal.rolls import BALANCE, total
from engine.betrayal.state import GONE, MONSTERS, Phase, State
from engine.betrayal.ways import route_to, spaces_left
from engine.game import Problem

_WHY_LAID = {
    e.PlacementReason.ROOM: later("A room says so (rule B8)."),
    e.PlacementReason.CARD: later("A card says so (rule B8)."),
    e.PlacementReason.HAUNT: later("The haunt says so (rule B8)."),
}

#: What the voice says when it has happened: rolls, which all wait for, and what a counter shows now.
_SPOKEN = (e.Attacked, e.HauntRolled, e.Balanced, e.Crossed, e.Opened, e.ExitRolled, e.CounterSet)


def describe_event(before: State | None, event: e.GameEvent, after: State) -> str:
    """Describe what happened and why, and who died of it; `before` is None for the first event."""
    told = describe_bare_event(before, event, after) if before is not None else say("The game begins.")
    return mark_allowed(together(told, describe_deaths(before, after)), event)


def describe_deaths(before: State | None, after: State) -> str:
    """Describe who has died (B21)."""
    if before is None:
        return ""
    dead = [explorer_name(explorer) for explorer in before.living if explorer not in after.living]
    return (
        capitalised(
            say_count("{players} dies (rule B21).", "{players} die (rule B21).", len(dead), players=listed(dead))
        )
        if dead
        else ""
    )


def describe_consequences(before: State, event: e.GameEvent, after: State) -> str:
    """Describe what the voice says after an event.

    It says what was rolled or counted, who is stunned or dies, if anything.
    """
    told = ""
    if isinstance(event, _SPOKEN):
        told = describe_bare_event(before, event, after)
    return together(told, describe_victims(before, after))


def describe_victims(before: State, after: State) -> str:
    """Describe which monsters are stunned now, and who has died."""
    stunned = [
        figure_name(token)
        for token, monster in after.monsters.items()
        if monster.stunned and token in before.monsters and not before.monsters[token].stunned
    ]
    told = capitalised(say("Stunned: {players}.", players=listed(stunned))) if stunned else ""
    return together(told, describe_deaths(before, after))


def describe_bare_event(before: State, event: e.GameEvent, after: State) -> str:
    """Describe what happened, without who died of it."""
    for tell in (_walking, _rolls, _cards, _traits, _haunt):
        told = tell(before, event, after)
        if told is not None:
            return capitalised(told)
    raise ValueError(f"no words for {event!r}")


def _walking(_before: State, event: e.GameEvent, after: State) -> str | None:
    match event:
        case e.Moved(by=by, to=to):
            return say("{player} goes to: {room}.", player=figure_name(by), room=room_name(to))
        case e.Discovered(by=by, tile=tile, door=door, aside=aside):
            told = say(
                "{player} discovers to the {side}: {room}.",
                player=figure_name(by),
                side=dir_name(door),
                room=room_name(tile),
            )
            if not aside:
                return told
            return together(told, say("Set aside: {rooms} (rule B6).", rooms=join_items(map(room_name, aside))))
        case e.Slid(by=by):
            return say("{player} slides down the chute (rule B27).", player=figure_name(by))
        case e.Fell(by=by):
            return say("{player} falls: {room}.", player=figure_name(by), room=room_name(after.room_of(by)))
        case e.ElevatorRan(room=None):
            return say("The elevator stays (rule B30).")
        case e.ElevatorRan(room=room, door=door):
            assert room is not None
            assert door is not None
            values = {"side": dir_name(door), "room": room_name(room)}
            return say("The elevator goes to the {side} of: {room} (rule B30).", **values)
        case e.Rearranged(rooms=rooms):
            return say("Rooms moved: {rooms} (rule B7).", rooms=join_items(map(room_name, rooms)))
        case e.Placed(by=by, room=room):
            told = say("{player} is put into the {room}.", player=figure_name(by), room=room_name(room))
            return together(told, say("A card, a room or the haunt says so (rule BR31)."))
        case e.TileLaid(tile=tile, because=because):
            return together(say("A tile is laid: {room}.", room=room_name(tile)), say(_WHY_LAID[because]))
        case e.TurnEnded(by=by, gain=gain, split=split):
            told = say("{player}: end of the turn.", player=figure_name(by or MONSTERS))
            if gain is not None:
                told = together(told, as_sentence(extended(trait_name(gain), " +1 (B36)")))
            if split:
                told = together(told, say("{traits} (rule B33).", traits=losses(split)))
            return told
    return None


def _rolls(before: State, event: e.GameEvent, _after: State) -> str | None:
    match event:
        case e.Crossed() | e.Opened() | e.ExitRolled() | e.Balanced():
            need, result = outcome_of(before, event)
            values = {"player": explorer_name(event.by), "total": total(event.faces, event.plus), "need": need}
            return say("{player} rolls {total}, needs {need}: {result}.", **values, result=result)
        case e.HauntRolled(faces=faces):
            made, omens = sum(faces), before.omens
            if made < omens:
                return say_count(
                    "Haunt roll: {total} with {n} omen, the haunt begins (rule B16).",
                    "Haunt roll: {total} with {n} omens, the haunt begins (rule B16).",
                    omens,
                    total=made,
                )
            return say_count(
                "Haunt roll: {total} with {n} omen, no haunt yet (rule B16).",
                "Haunt roll: {total} with {n} omens, no haunt yet (rule B16).",
                omens,
                total=made,
            )
        case e.MonstersRolled(kind=kind, faces=faces, plus=plus):
            spaces = max(1, total(faces, plus))
            return say_count(
                "{kind}: {n} space each (rule B24).",
                "{kind}: {n} spaces each (rule B24).",
                spaces,
                kind=kind_name(kind),
            )
        case e.Rolled(by=by, faces=faces, plus=plus):
            return say("{player} rolls {total}.", player=explorer_name(by), total=total(faces, plus))
        case e.Attacked(by=by, on=on, faces=faces, against=against, trait=trait):
            told: dict[str, object] = {
                "player": figure_name(by),
                "other": figure_name(on),
                "trait": trait_name(trait),
                "total": total(faces, event.plus),
                "against": total(against, event.plus_against),
            }
            return say("{player} attacks {other}, {trait}: {total} against {against} (rule B19).", **told)
    return None


def outcome_of(before: State, event: e.Crossed | e.Opened | e.ExitRolled | e.Balanced) -> tuple[int, str]:
    """Return what a roll that a room asks needs, and what comes of it."""
    match event:
        case e.Crossed(by=by):
            barrier = before.barrier_of(by)
            need = barrier.need if barrier else 0
            good, bad = say("reaches the other side (rule B25)"), say("no more moving (rule B25)")
        case e.Opened():
            need = VAULT_DOOR.need
            good, bad = say("the Vault opens (rule B25)"), say("the Vault stays closed (rule B25)")
        case e.ExitRolled(by=by):
            roll = TILES[before.room_of(by)].leave
            assert roll is not None
            need = roll.need
            good, bad = say("free to leave (rule B26)"), say("leaving costs (rule B26)")
            if before.leave_roll(by) is None:
                good = bad = say("free to leave (rule B23)")
        case e.Balanced():
            need = BALANCE.need
            good, bad = say("the floor holds (rule B29)"), say("falls (rule B29)")
    return need, good if total(event.faces, event.plus) >= need else bad


def _cards(_before: State, event: e.GameEvent, _after: State) -> str | None:
    match event:
        case e.Drew(by=by, card=card, name=None):
            return say("{player} draws: {card}.", player=explorer_name(by), card=sign_name(card.word))
        case e.Drew(by=by, name=name, gains=gains):
            assert name is not None
            told = say("{player} draws: {card}.", player=explorer_name(by), card=card_name(name))
            return together(told, f"{describe_gains(dict(gains))} (BR11)." if gains else "")
        case e.Gave(by=by, to=to, card=card):
            values = {"player": explorer_name(by), "other": explorer_name(to), "card": card_name(card)}
            return say("{player} gives to {other}: {card}.", **values)
        case e.Dropped(by=by, cards=cards):
            return say("{player} lays down: {cards}.", player=explorer_name(by), cards=_named(cards))
        case e.Picked(by=by, cards=cards):
            return say("{player} picks up: {cards}.", player=explorer_name(by), cards=_named(cards))
        case e.Used(by=by, card=card):
            return say("{player} uses: {card}.", player=explorer_name(by), card=card_name(card))
        case e.Stole(by=by, from_=from_, card=card):
            values = {"player": explorer_name(by), "other": explorer_name(from_), "card": card_name(card)}
            return say("{player} steals from {other}: {card} (rule B20).", **values)
        case e.CardMoved(card=card, to=to, dog=dog):
            told = _to_place(card, to)
            return together(say("The Dog (rule B13)."), told) if dog else told
    return None


def _to_place(card: str, place_id: str) -> str:
    if place_id == GONE:
        return say("{card}: out of the game.", card=card_name(card))
    place = explorer_name(place_id) if place_id in CHARACTERS else room_name(place_id)
    return say("{card}: to {place}.", card=card_name(card), place=place)


def _named(cards: tuple[str, ...]) -> str:
    return listed([card_name(card) for card in cards])


def _traits(_before: State, event: e.GameEvent, _after: State) -> str | None:
    match event:
        case e.Adjusted(by=by, trait=trait, steps=steps):
            change = f"{trait_name(trait)} {steps:+}".replace("-", "−")
            return say("{player}: {change}.", player=explorer_name(by), change=change)
        case e.Damaged(by=by, kind=kind, split=split):
            values = {"player": explorer_name(by), "kind": harm_name(kind), "traits": losses(split) or say("no change")}
            return say("{player} takes {kind} damage: {traits}.", **values)
        case e.Corrected(why=why):
            return say("Put right by hand: {why}", why=why)
    return None


def _haunt(_before: State, event: e.GameEvent, _after: State) -> str | None:
    match event:
        case e.HauntBegan(number=number, traitor=traitor):
            told = say("Haunt {number} begins.", number=number)
            return together(told, say("Traitor: {player}.", player=explorer_name(traitor)) if traitor else "")
        case e.Stunned(token=token):
            return say("Stunned: {players}.", players=figure_name(token))
        case e.MonsterRemoved(token=token):
            return say("Out of the house: {players}.", players=figure_name(token))
        case e.MonstersAdded(monsters=groups):
            tokens = [figure_name(token) for group in groups for token, _ in group.tokens]
            return say("Into the house: {players}.", players=listed(tokens))
        case e.ChangedSide(by=by, side=side):
            return say("{player} changes sides: {side}.", player=explorer_name(by), side=side_name(side))
        case e.CounterSet(counter=counter, value=value):
            return describe_counter(counter, value)
        case e.Won(by=by, side=side):
            return say("{player} claims victory for {side}.", player=explorer_name(by), side=side_name(side))
        case e.Confirmed():
            return say("The other side says so too (rule B34).")
        case e.Denied():
            return say("The other side says no (rule B34).")
    return None


_SENTENCES = {
    "not-now": later("That cannot be done now."),
    "wrong-players": later("Three to six explorers play, of different colours."),
    "not-in-game": later("That is not in the house."),
    "dead": later("The dead do nothing more."),
    "owed": later("Something else comes first."),
    "not-your-turn": later("It is somebody else's turn."),
    "stunned": later("The monster is stunned and loses this turn."),
    "not-for-monsters": later("Monsters do not do that."),
    "stopped": later("No more moving this turn: a card was drawn, or a crossing failed."),
    "not-here": later("That cannot be done here."),
    "no-way": later("No way leads there."),
    "no-door": later("There is no open door on that side."),
    "no-such-card": later("That card is not there."),
    "wrong-card": later("The sign asks for another card."),
    "card-handled": later("That card has been handled this turn already."),
    "fixed-card": later("That card is not given, laid down or stolen."),
    "already-done": later("That has been done this turn already."),
    "roll-first": later("A roll comes before leaving."),
    "already-tried": later("That has been tried this turn already."),
    "must-slide": later("Somebody is in the Coal Chute and must slide down first."),
    "too-far": later("That is too far."),
    "not-an-enemy": later("They are on the same side."),
    "no-such-trait": later("One of them has no such trait."),
    "needs-card": later("That trait needs a card to attack with."),
    "wrong-dice": later("Those are not the right dice."),
    "weapon-only-attacking": later("A weapon is used in an attack only."),
    "not-stuck": later("Rooms are moved only where nothing fits behind an open door."),
    "no-such-tile": later("That tile cannot come now."),
    "not-in-stack": later("What is set aside comes back when the stack is empty."),
    "usable-tile": later("A tile that fits was set aside."),
    "wrong-fall": later("That is not where the fall ends."),
    "wrong-elevator": later("The elevator does not run like that."),
    "wrong-floor": later("It does not belong on that floor."),
    "fixed-room": later("That room stays where it is."),
    "cell-taken": later("Another room lies there."),
    "not-joined": later("No doors meet there."),
    "closes-floor": later("It would close the floor."),
    "must-move": later("The elevator can go, so it must."),
    "wrong-side": later("Nobody can stand on that side."),
    "wrong-damage": later("That is not the damage that is due."),
    "wrong-split": later("Damage is not shared out like that."),
    "no-gain": later("There is nothing to gain here."),
    "dog-way": later("The Dog cannot go that way."),
    "wrong-number": later("There is no haunt of that number."),
    "wrong-traitor": later("Somebody else who fits is nearer."),
    "token-taken": later("That token is in the house already."),
    "not-your-side": later("That is for the other side to say."),
    "wrong-correction": later("That cannot be."),
}
#: How the rules say that a way is too far.
_TOO_FAR = re.compile(r"has (\d+) spaces left, and this takes (\d+)")
_RULE = re.compile(r"\(([^()]*\bBR?\d+[^()]*)\)")


def describe_problem(problem: Problem) -> str:
    """Return a problem's sentence, with the rule's number where the referee names one."""
    rule, far = _RULE.search(problem.text), _TOO_FAR.search(problem.text)
    if far is not None:
        told = _describe_too_far(*map(int, far.groups()))
    else:
        told = say(_SENTENCES[problem.code]) if problem.code in _SENTENCES else problem.text
    return with_rules(told, name_rules(rule[1].split(", ")) if rule else "")


def _describe_too_far(left: int, spaces: int) -> str:
    return say_count(
        "Too far: {n} space, but only {left} left.", "Too far: {n} spaces, but only {left} left.", spaces, left=left
    )


def describe_distance(state: State, figure: str, room: str) -> str:
    """Describe why a room is not in reach: how far it is, or that no way leads there now."""
    route, left = route_to(state, figure, room), spaces_left(state, figure)
    if route is None or left is None or route.spaces <= left:
        return say("Not in reach this turn: {room}.", room=room_name(room))
    return together(f"{room_name(room)}:", _describe_too_far(max(0, left), route.spaces))


def describe_status(state: State) -> str:
    """Return rooms, stack and omens."""
    if state.phase is Phase.OVER:
        return ""
    rooms = say_count("{n} room", "{n} rooms", len(state.house.rooms))
    omens = say_count("{n} omen", "{n} omens", state.omens)
    return f"{rooms} · {say('stack {n}', n=len(state.stack))} · {omens}"


def describe_help(state: State) -> Sequence[str]:
    """Return the rules of what happens now."""
    return tuple(_help(state))


def _help(state: State) -> Iterator[str]:
    if state.phase is Phase.SETUP:
        yield say("The revealer looks up omen and room in the chart (rule B17).")
        yield say("Several fit: the revealer if among them, else the nearest to the left (rules B17, BR9).")
        yield say("Each side reads its own book. The companion asks nothing about it.")
        return
    if state.haunt is not None and state.haunt.claim is not None:
        yield say("A side says it has won; the other confirms with its book (rule B34).")
        return
    if state.owed:
        yield from _owed(state)
        return
    if state.turn == MONSTERS:
        yield say("Each kind rolls its Speed once; each of its monsters walks that far (rule B24).")
        yield say("Stunned monsters lose the turn and then turn back (rule B24).")
    elif state.turn is not None:
        yield from _turn(state, state.turn)
    if state.haunt is not None:
        yield say("Attack once a turn, in the same room: both roll Might, the difference is damage (rule B19).")
        yield say("With two points or more a card may be stolen instead (rule B20).")
        yield say("An opponent on your side of the room costs one space more to leave it (rule B22).")
        yield say("A trait on the skull kills (rule B21).")


def _turn(state: State, explorer: str) -> Iterator[str]:
    yield say("Walk as many spaces as your Speed at most; the first room is always possible (rule B3).")
    yield say("Behind an open door a tile is turned over and laid (rule B6).")
    yield say("Whoever has drawn a card moves no more this turn (rule B4).")
    yield say("Once a turn each: give one card, lay down any, pick up any (rule B11).")
    room = state.room_of(explorer)
    tile = TILES[room]
    if tile.leave is not None:
        yield say("Leaving this room takes a roll; whoever fails pays or stays (rule B26).")
    if tile.cross is not None:
        yield say("A roll, once a turn, leads to the other side of this room (rule B25).")
    if room == VAULT:
        yield say("Knowledge 6 opens the Vault: two items (rule B25).")
    if room == COAL_CHUTE:
        yield say("From the chute one slides down to the Basement Landing (rule B27).")
    if room == GALLERY:
        yield say("From the Gallery one may jump into the Ballroom (rule B28).")
    if room == COLLAPSED_ROOM:
        yield say("The first one here rolls Speed 5 or falls; later ones pass or jump (rule B29).")
    if room == ELEVATOR:
        yield say("The elevator runs once a turn for each explorer (rule B30).")
    if tile.end is not None:
        yield say("Ending a turn here hurts (rule B33).")
    if tile.once:
        yield say("Ending a turn here raises a trait, once a game (rule B36).")
    if state.due is not None:
        yield say("At the end of the turn six dice: fewer pips than omens start the haunt (rule B16).")


def _owed(state: State) -> Iterator[str]:
    match state.owed[0].event:
        case "drew":
            yield say("The first to enter draws what the sign shows, then the room counts (rule B8).")
            yield say("What a card gives goes along the row as far as it reaches (rules B10, BR11).")
        case "balanced":
            yield say("The first one here rolls Speed 5 or falls; later ones pass or jump (rule B29).")
        case "fell":
            yield say("The first to fall lays a basement tile joined to the explored basement (rules B29, BR24).")
        case "elevator_ran":
            yield say("Two dice: 4 any floor, 3 upper, 2 ground, 1 basement, 0 basement and a crash (rule B30).")
        case "damaged":
            yield say("Physical damage is shared out on Speed and Might, mental on Sanity and Knowledge (rule B19).")
            yield say("Before the haunt the lowest value swallows damage (rules B10, BR10).")
        case "haunt_rolled":
            yield say("At the end of the turn six dice: fewer pips than omens start the haunt (rule B16).")
