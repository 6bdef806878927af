"""State of a game and players' choices, in a few lines of text."""

from collections.abc import Iterator

from companion.device.sentences import capitalised, join_items, listed
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.words import (
    describe_counter,
    dir_name,
    event_name,
    figure_name,
    floor_name,
    harm_name,
    role_name,
    side_name,
    sign_name,
    trait_name,
)
from engine.betrayal.components import Trait
from engine.betrayal.game import RULES
from engine.betrayal.haunting import winners
from engine.betrayal.state import MONSTERS, Owed, Phase, Side, State
from engine.betrayal.ways import spaces_left


def describe_state(state: State) -> list[str]:
    """Describe the state of a game.

    The lines hold the phase, the turn, counters, everyone in the house, cards that lie, floors, what is due, who
    may do what.
    """
    return [
        describe_phase(state),
        *describe_turn(state),
        *describe_counters(state),
        *(describe_explorer(state, player) for player in state.players),
        *describe_monsters(state),
        *describe_house(state),
        *describe_placed_cards(state),
        describe_omens(state),
        *describe_due(state),
        *_describe_choices(state),
    ]


def describe_phase(state: State) -> str:
    """Return the part of the game: exploring, the haunt, or who has won."""
    match state.phase:
        case Phase.EXPLORE:
            return say("The house is explored.")
        case Phase.SETUP:
            return say("The haunt begins: look it up in the chart.")
        case Phase.OVER:
            assert state.winning is not None
            return describe_winners(winners(state), state.winning)
        case Phase.HAUNT:
            assert state.haunt is not None
            return say("Haunt {number} goes on.", number=state.haunt.number)


def describe_turn(state: State) -> Iterator[str]:
    """Yield whose turn it is, and the spaces that are left."""
    if state.turn == MONSTERS:
        yield say("It is the monsters' turn.")
    elif state.turn is not None:
        left = max(0, spaces_left(state, state.turn) or 0)
        line = say("It is the turn of {player}.", player=explorer_name(state.turn))
        if state.stopped:
            yield f"{line} " + say("No more moving this turn.")
        else:
            yield f"{line} " + say_count("{n} space is left.", "{n} spaces are left.", left)


def describe_counters(state: State) -> Iterator[str]:
    """Describe the counters of the haunt (B35)."""
    if state.haunt is not None:
        yield from (describe_counter(*counter) for counter in state.haunt.counters.items())


def describe_explorer(state: State, name: str) -> str:
    """Return an explorer's role, room, traits and cards."""
    explorer = state.explorers[name]
    parts = [room_name(explorer.room)]
    if explorer.side is not None:
        side = dir_name(state.house.house_side(explorer.room, explorer.side))
        parts = [say("{room} ({side} side)", room=room_name(explorer.room), side=side)]
    if explorer.role is not None:
        parts.insert(0, role_name(explorer.role))
    if explorer.dead:
        parts.insert(0, say("dead"))
    else:
        parts += [f"{trait_name(trait)} {explorer.value(trait)}" for trait in Trait]
    parts += map(card_name, state.cards_at(name))
    return f"{capitalised(explorer_name(name))}: {', '.join(parts)}"


def describe_monsters(state: State) -> Iterator[str]:
    """Yield each monster with its room, and the spaces that it has left."""
    for token, monster in state.monsters.items():
        parts = [room_name(monster.room)]
        if monster.stunned:
            parts.append(say("stunned"))
        left = spaces_left(state, token)
        if left is not None and not monster.stunned:
            parts.append(say_count("{n} space left", "{n} spaces left", max(0, left)))
        yield f"{capitalised(figure_name(token))}: {', '.join(parts)}"


def describe_house(state: State) -> Iterator[str]:
    """Yield the rooms of each floor, and how many doors stand open there."""
    for floor in state.floors:
        rooms = [room_name(room) for room, place in state.house.rooms.items() if place.floor is floor]
        doors = say_count("{n} open door", "{n} open doors", len(state.house.open_doors(floor)))
        yield f"{floor_name(floor)} ({doors}): {', '.join(rooms)}"
    stack = say_count("{n} tile in the stack.", "{n} tiles in the stack.", len(state.stack))
    if state.aside:
        stack += " " + say("Set aside: {tiles}.", tiles=join_items(map(room_name, sorted(state.aside))))
    yield stack


def describe_placed_cards(state: State) -> Iterator[str]:
    """Yield the cards that lie in each room."""
    for room in state.house.rooms:
        if cards := state.cards_at(room):
            yield say("Lying in the {room}: {cards}.", room=room_name(room), cards=join_items(map(card_name, cards)))


def describe_omens(state: State) -> str:
    """Return the number of omens that were drawn."""
    return say_count("{n} omen drawn.", "{n} omens drawn.", state.omens)


def describe_due(state: State) -> Iterator[str]:
    """Describe what must happen first, what comes at the turn's end, and a waiting claim."""
    if state.owed:
        yield _owed_text(state.owed[0])
    if state.due is not None:
        omen, room = card_name(state.due.omen), room_name(state.due.room)
        if state.phase is Phase.SETUP:
            yield say("For the chart: {omen}, {room}.", omen=omen, room=room)
        else:
            player = explorer_name(state.due.by)
            yield say("At the end of the turn: haunt roll by {player}.", player=player)
    claim = state.haunt.claim if state.haunt else None
    if claim is not None:
        player = capitalised(explorer_name(claim.by))
        yield say("{player} claims victory for {side}.", player=player, side=side_name(claim.side))


def _owed_text(owed: Owed) -> str:
    player = capitalised(figure_name(owed.by))
    if owed.card is not None:
        return say("First {player} draws {card}.", player=player, card=sign_name(owed.card))
    if owed.kind is not None:
        return say(
            "First {player} takes {kind} damage: {points}.",
            player=player,
            kind=harm_name(owed.kind),
            points=owed.points,
        )
    return say("First {player} must {action}.", player=player, action=event_name(owed.event))


def _describe_choices(state: State) -> Iterator[str]:
    """Describe who may do what, a line for everybody who may do anything."""
    by_figure: dict[str, list[str]] = {}
    for choice in RULES.next(state):
        by_figure.setdefault(choice.by or MONSTERS, []).append(event_name(choice.event))
    for figure, actions in by_figure.items():
        yield say("{player} may: {actions}.", player=capitalised(figure_name(figure)), actions=join_items(actions))


def describe_winners(players: tuple[str, ...], side: str) -> str:
    """Describe in a sentence who has won; nobody's victory is that of the house."""
    house_wins = Side(side) is Side.TRAITOR
    if not players:
        return say("The house has won.") if house_wins else say("Nobody has won.")
    names = capitalised(listed([explorer_name(player) for player in players]))
    return say_count("{players} wins.", "{players} win together.", len(players), players=names)
