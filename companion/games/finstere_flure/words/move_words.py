"""The monster's move in plain words, as someone would explain it at the table.

A telling is a sentence or two about events that belong together; the window's captions and the printed explanation
are made of the same tellings.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from companion.device.sentences import listed, name_rules, together, with_rules
from companion.games.finstere_flure.language import later, say, say_count
from companion.games.finstere_flure.words.sentences import Names, direction_name, sentence
from engine.finstere_flure.cards import Card, parse_card
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import (
    Decision,
    Eaten,
    Event,
    Look,
    MonsterMove,
    Move,
    Pivot,
    Push,
    Removed,
    Slide,
    Teleport,
    Turn,
    Wall,
)

#: What the rulings that a move can name are about, for those who ask why.
RULINGS = {
    "R1": later("A tie before a turning stone: tokens are seen, so the stone is pushed like a plain one."),
    "R2": later("A turning stone behind a turning stone: it looks before the next one; four in a row use up the step."),
    "R3": later("Through a wall onto something: the cell behind a wall is the next cell like any other."),
    "R4": later(
        "Chains: all that touches moves one cell, the farthest first; off the board or on a teleporter it is lost."
    ),
    "R5": later("Pushed onto a pool: the piece slides straight on as long as the next cell is free."),
    "R6": later("The monster never stops on a pool, and while it slides it does not look."),
    "R7": later("A stone that comes to lie on a corner cell leaves the game."),
    "R14": later("After the last step it looks once more and turns; a turning stone ahead does not act."),
}


#: The plain rules of the monster's move, for what no ruling decides.
NEAREST = later("It looks ahead, left and right. The nearest token decides where it turns.")
TIE = later("Two or three tokens equally near confuse it: it keeps its direction.")
_NOBODY = later("It looks ahead, left and right, never behind. If it sees nobody, it keeps its direction.")
PIVOT = later("A turning stone in its way turns it, but only if it sees no token.")
WALL = later("If it leaves through a wall, it comes in again at the same letter on the opposite side.")
TELEPORT = later("It comes out on the other teleporter of the pair and looks along its arrow.")
_STEP = later("Each step: first it looks, then it moves one cell.")
_EATS = later("A token in the cell that it enters is eaten.")
_DONE = later("Move the monster and the pushed pieces on the table, and take the eaten tokens off.")


@dataclass(frozen=True)
class Telling:
    """Events that belong together, told in words.

    `ruling` names the ruling that decided, if one did (``R4``).
    """

    events: tuple[Event, ...]
    sentence: str
    ruling: str | None = None
    hit: str = ""

    @property
    def text(self) -> str:
        """Whole text; on a hit card it counts the hits too."""
        return together(self.sentence, self.hit)

    @property
    def rule(self) -> str:
        """The rule or ruling behind it, in a sentence."""
        return say(RULINGS[self.ruling] if self.ruling else _plain_rule(self.events))

    @property
    def with_ruling(self) -> str:
        """The text with the ruling named in it."""
        if self.ruling is None:
            return self.text
        return together(with_rules(self.sentence, name_rules([self.ruling])), self.hit)


def explain_move(move: MonsterMove) -> list[str]:
    """Describe the whole move, one line a step.

    A line on where it starts comes before, lines on its last look and its end come after.
    """
    return [
        describe_start(move),
        *(
            say("Step {number}: {text}", number=number, text=_join_texts(tellings))
            for number, tellings in enumerate(describe_steps(move), start=1)
        ),
        say("Last look: {text}", text=describe_final_look(move).text),
        describe_end(move),
    ]


def describe_steps(move: MonsterMove) -> list[tuple[Telling, ...]]:
    """Describe what happens in each step, in order; one entry a step."""
    names = Names(move.start)
    hits = parse_card(move.card).hits
    steps = []
    lost = 0
    for step in move.steps:
        tellings = []
        for group in _groups(step.events):
            hit = ""
            if isinstance(group[-1], Eaten):
                lost += 1
                hit = "" if hits is None else _hit(lost, hits)
            tellings.append(Telling(group, sentence(group, names), _ruling(group), hit))
        steps.append(tuple(tellings))
    return steps


def _join_texts(tellings: Sequence[Telling]) -> str:
    return functools.reduce(together, (telling.with_ruling for telling in tellings), "")


def _plain_rule(events: Sequence[Event]) -> str:
    if not events:
        return _DONE
    match events[0]:
        case Look(decision=Decision.CONFUSED):
            return TIE
        case Look(decision=Decision.NOBODY):
            return _NOBODY
        case Look():
            return NEAREST
        case Pivot():
            return PIVOT
        case Wall():
            return WALL
        case Teleport():
            return TELEPORT
        case _:
            return _EATS if isinstance(events[-1], Eaten) else _STEP


def _hit(number: int, needed: int) -> str:
    if number > needed:
        return say("Hit {n}, more than needed!", n=number)
    return say("Hit {n} of {hits}!", n=number, hits=needed)


def describe_final_look(move: MonsterMove) -> Telling:
    """Return the look after the last step."""
    return Telling((move.final_look,), sentence((move.final_look,), Names(move.start)), "R14")


def describe_turning_over() -> str:
    """Return the text while the card is turned over, before anybody knows it."""
    return say("The card is turned over …")


def describe_start(move: MonsterMove) -> str:
    """Describe where the monster stands and how far the card lets it go."""
    return say(
        "Furunkulus stands on {cell} and faces {facing}. {card}",
        cell=move.start.monster,
        facing=direction_name(move.start.facing),
        card=describe_card(parse_card(move.card)),
    )


def describe_card(card: Card) -> str:
    """Describe what a card makes the monster do."""
    if card.hits is None:
        return say_count(
            "Card {card}: it walks one step.", "Card {card}: it walks {n} steps.", card.steps, card=card.name
        )
    if card.hits == 1:
        return say("Card {card}: it walks until it has hit one token, at most {n} steps.", card=card.name, n=card.steps)
    return say(
        "Card {card}: it walks until it has hit {hits} tokens, at most {n} steps.",
        card=card.name,
        hits=card.hits,
        n=card.steps,
    )


def describe_end(move: MonsterMove) -> str:
    """Describe where the monster ends and whom it got."""
    end = {"cell": move.final.monster, "facing": direction_name(move.final.facing)}
    if not move.eaten:
        return say("Furunkulus stops on {cell}, faces {facing} and has eaten nobody.", **end)
    names = Names(move.start)
    tokens = listed([names.token(meal.token) for meal in move.eaten])
    return say("Furunkulus stops on {cell}, faces {facing} and has eaten {tokens}.", **end, tokens=tokens)


def describe_nothing_to_move() -> str:
    """Return that hands need not move anything, for a move that is played on no table."""
    return say("Only on the screen: nothing is moved on the table.")


def describe_position(position: Position) -> str:
    """Describe the monster's place and the number of tokens in the castle.

    This is for a table on which nothing moves.
    """
    where = {"cell": position.monster, "facing": direction_name(position.facing)}
    count = sum(token.cell is not None for token in position.tokens)
    if count == 0:
        return say("Furunkulus stands on {cell} and faces {facing}. Nobody is in the castle.", **where)
    return say_count(
        "Furunkulus stands on {cell} and faces {facing}. One token is in the castle.",
        "Furunkulus stands on {cell} and faces {facing}. {n} tokens are in the castle.",
        count,
        **where,
    )


def _groups(events: Sequence[Event]) -> list[tuple[Event, ...]]:
    """Return the events in groups that one sentence tells.

    A look goes with the turn that it leads to, a push with the loss of what is pushed, a wall with the way through it;
    a way over a pool is one until something is eaten or pushed.
    """
    groups: list[list[Event]] = []
    for event in events:
        last = groups[-1][-1] if groups else None
        if (
            (isinstance(event, Turn) and isinstance(last, Look))
            or (isinstance(event, Removed | Eaten) and isinstance(last, Push | Move | Slide))
            or (isinstance(event, Move | Slide) and isinstance(last, Wall))
            or (isinstance(event, Slide) and isinstance(last, Move | Slide))
        ):
            groups[-1].append(event)
        else:
            groups.append([event])
    return [tuple(group) for group in groups]


def _ruling(group: Sequence[Event]) -> str | None:
    """Return the ruling that the last event of a group names, of those that name one."""
    named = [event.ruling for event in group if not isinstance(event, Turn | Move | Teleport) and event.ruling]
    return named[-1] if named else None
