"""Names of traits, floors, sides, events and counters."""

from collections.abc import Mapping

from companion.device.language import extended
from companion.device.sentences import join_items
from companion.games.betrayal.language import later, say
from companion.games.betrayal.names import explorer_name
from engine.betrayal.components import CHARACTERS, Dir, Floor, Harm, Trait
from engine.betrayal.state import MONSTERS, Role, Side

_TRAITS: Mapping[Trait, str] = {
    Trait.SPEED: later("Speed"),
    Trait.MIGHT: later("Might"),
    Trait.SANITY: later("Sanity"),
    Trait.KNOWLEDGE: later("Knowledge"),
}
_FLOORS: Mapping[Floor, str] = {
    Floor.BASEMENT: later("Basement"),
    Floor.GROUND: later("Ground floor"),
    Floor.UPPER: later("Upper floor"),
    Floor.ROOF: later("Roof"),
}
_DIRS: Mapping[Dir, str] = {Dir.N: later("north"), Dir.E: later("east"), Dir.S: later("south"), Dir.W: later("west")}
_HARMS: Mapping[Harm, str] = {Harm.PHYSICAL: later("physical"), Harm.MENTAL: later("mental")}
_ROLES: Mapping[Role, str] = {Role.HERO: later("hero"), Role.TRAITOR: later("traitor")}
_SIDES: Mapping[Side, str] = {Side.HEROES: later("the heroes"), Side.TRAITOR: later("the traitor's side")}
#: What may happen, by the names of events, as one of those who may do it says it.
_EVENTS: Mapping[str, str] = {
    "moved": later("move"),
    "discovered": later("discover a room"),
    "slid": later("slide down the chute"),
    "fell": later("fall or jump"),
    "crossed": later("cross the room"),
    "opened": later("open the Vault"),
    "exit_rolled": later("roll for leaving"),
    "elevator_ran": later("run the elevator"),
    "rearranged": later("rearrange rooms"),
    "gave": later("give a card"),
    "dropped": later("drop cards"),
    "picked": later("pick up cards"),
    "attacked": later("attack"),
    "monsters_rolled": later("roll movement for a kind of monster"),
    "turn_ended": later("end the turn"),
    "drew": later("draw a card"),
    "balanced": later("roll Speed"),
    "damaged": later("share out damage"),
    "stole": later("steal a card instead"),
    "haunt_rolled": later("make the haunt roll"),
    "haunt_began": later("say which haunt begins"),
    "won": later("claim victory"),
    "confirmed": later("confirm"),
    "denied": later("deny"),
}
#: The cards that a sign asks for.
_SIGNS: Mapping[str, str] = {
    "event": later("an event"),
    "item": later("an item"),
    "omen": later("an omen"),
    "any": later("any card"),
}

#: Plain words for kinds of monsters, from which the table takes one; the books' own are theirs.
_KINDS: Mapping[str, str] = {
    "monster": later("monster"),
    "beast": later("beast"),
    "bird": later("bird"),
    "ghost": later("ghost"),
    "insect": later("insect"),
    "machine": later("machine"),
    "master": later("master"),
    "plant": later("plant"),
    "rat": later("rat"),
    "servant": later("servant"),
    "swarm": later("swarm"),
    "thing": later("thing"),
}
KINDS = tuple(_KINDS)


def trait_name(trait: Trait) -> str:
    """Return the name of a trait."""
    return say(_TRAITS[trait])


def losses(lost: Mapping[Trait, int]) -> str:
    """Describe what is lost of each trait; nothing for none."""
    return join_items(extended(trait_name(trait), f" −{n}") for trait, n in lost.items())


def floor_name(floor: Floor) -> str:
    """Return the name of a floor."""
    return say(_FLOORS[floor])


def dir_name(side: Dir) -> str:
    """Return the name of a direction within a sentence."""
    return say(_DIRS[side])


def harm_name(kind: Harm) -> str:
    """Return the name of a kind of damage, before the word damage."""
    return say(_HARMS[kind])


def role_name(role: Role) -> str:
    """Return the name of an explorer's role in the haunt."""
    return say(_ROLES[role])


def side_name(side: Side) -> str:
    """Return the name of the side that may win."""
    return say(_SIDES[side])


def event_name(event: str) -> str:
    """Return the name of an action that somebody may do."""
    return say(_EVENTS[event])


def sign_name(sign: str) -> str:
    """Return the name of what a sign asks one to draw."""
    return say(_SIGNS[sign])


def kind_name(kind: str) -> str:
    """Return the name of a kind of monsters.

    A kind that the companion does not know is called by its id.
    """
    return say(_KINDS[kind]) if kind in _KINDS else kind


def figure_name(figure: str) -> str:
    """Return an explorer's name; a monster's kind and number; the monsters' turn."""
    if figure in CHARACTERS:
        return explorer_name(figure)
    if figure == MONSTERS:
        return say("the monsters")
    kind, _, number = figure.rpartition("-")
    return say("{kind} {number}", kind=kind_name(kind), number=number)


def counter_name(counter: str) -> str:
    """Return the name of a counter; one that has only a number is called by that."""
    return say("Counter {n}", n=counter) if counter.isdecimal() else counter


def describe_counter(counter: str, value: int | None) -> str:
    """Describe in a sentence what a counter shows."""
    name = counter_name(counter)
    return say("{counter} is taken away.", counter=name) if value is None else f"{name}: {value}."
