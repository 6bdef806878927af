"""Words for a look of the monster: lines of sight, unseen tokens, the deciding rule."""

from collections.abc import Iterator

from companion.device.sentences import capitalised, name_rules, with_rules
from companion.games.finstere_flure.language import later, say, say_count
from companion.games.finstere_flure.words.move_words import Telling
from companion.games.finstere_flure.words.sentences import Names, direction_name, sentence
from engine.finstere_flure.sightlines import ExplainedLook, Sightline, UnseenToken, explained_looks
from engine.finstere_flure.trace import Decision, MonsterMove

#: The rules' section about what the monster sees.
_SECTION = "7"
_SIDES = (later("Straight ahead"), later("To its left"), later("To its right"))


def explain_step(move: MonsterMove, step: int) -> Iterator[str]:
    """Explain all looks of a step, line by line; the step after the last one is the last look.

    Raises IndexError for a step that the move does not have.
    """
    names = Names(move.start)
    for look in explained_looks(move, step):
        yield say(
            "Furunkulus stands on {cell} and faces {facing}.",
            cell=look.look.cell,
            facing=direction_name(look.before),
        )
        yield from _describe_lines(look, names)
        yield from describe_unseen(look, names)
        yield from describe_decision(look, names, last=step == len(move.steps) + 1)


def _describe_lines(look: ExplainedLook, names: Names) -> Iterator[str]:
    for side, line in zip(_SIDES, look.lines, strict=True):
        yield say(
            "{side}, {facing}: {seen}", side=say(side), facing=direction_name(line.direction), seen=_seen(line, names)
        )


def describe_unseen(look: ExplainedLook, names: Names) -> Iterator[str]:
    """Describe each token in line with the monster that it does not see, and what hides it."""
    for line in look.lines:
        for token in line.unseen:
            yield capitalised(_unseen(token, names))
    for token in look.behind:
        piece = names.token(token.token)
        yield capitalised(
            say("{token} on {cell} is not seen: Furunkulus never looks behind.", token=piece, cell=token.cell)
        )


def summarize_decision(look: ExplainedLook, names: Names) -> str:
    """Describe in a few words what decides a look."""
    match look.look.decision:
        case Decision.NOBODY:
            return say("It sees nobody.")
        case Decision.CONFUSED:
            return say("Equally near: it is confused.")
    nearest = min(look.look.seen, key=lambda sight: sight.distance)
    return capitalised(say("{token} is nearest.", token=names.token(nearest.token)))


def describe_decision(look: ExplainedLook, names: Names, *, last: bool) -> tuple[str, str]:
    """Return the result of a look, and the rule or ruling behind it; `last`: after all steps."""
    telling = Telling((look.look,), sentence((look.look,), names), "R14" if last else look.look.ruling)
    return telling.sentence, with_rules(telling.rule, name_rules([telling.ruling or _SECTION]))


def _seen(line: Sightline, names: Names) -> str:
    if line.sight is not None:
        return say_count(
            "{token}, 1 cell away.",
            "{token}, {n} cells away.",
            line.sight.distance,
            token=names.token(line.sight.token),
        )
    if line.stone is not None:
        return say("nobody; its sight ends at {stone} on {cell}.", stone=names.piece(line.stone), cell=line.cells[-1])
    if not line.cells:
        return say("nobody; it stands at the wall.")
    return say("nobody as far as the wall behind {cell}.", cell=line.cells[-1])


def _unseen(token: UnseenToken, names: Names) -> str:
    assert token.hidden_by is not None
    return say(
        "{token} on {cell} is not seen: it stands behind {piece}.",
        token=names.token(token.token),
        cell=token.cell,
        piece=names.piece(token.hidden_by),
    )
