"""Words for the ear: events and the monster's way in few words."""

from collections.abc import Collection, Sequence

from companion.device.sentences import as_sentence, capitalised, listed, together
from companion.games.finstere_flure.language import say, say_count
from companion.games.finstere_flure.words.event_words import describe_event, describe_way
from companion.games.finstere_flure.words.piece_names import player_name
from companion.games.finstere_flure.words.sentences import Names, direction_name
from companion.voice.brevity import short_confirmation
from engine.finstere_flure.board import Cell
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.events import CardDrawn, DeckShuffled, GameEvent, TilePlaced, TokenMoved
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.state import State
from engine.finstere_flure.trace import Decision, Look, MonsterMove, Sight


def describe_heard(before: State | None, event: GameEvent, after: State, *, confirms: bool) -> str:
    """Describe an event for the ear; empty for a card: the monster's move tells it as it plays."""
    if before is None:
        return describe_event(before, event, after)
    match event:
        case CardDrawn():
            return ""
        case DeckShuffled():
            return say("Stage {stage} begins.", stage=after.stage)
        case TilePlaced(tile=tile):
            assert before.turn is not None
            first, last = tile.cells[0], tile.cells[-1]
            cells = first if first == last else say("{first} to {last}", first=first, last=last)
            text = say("{player}: {cells}.", player=player_name(before.turn), cells=cells)
            return as_sentence(cells) if confirms else text
        case TokenMoved():
            return _describe_token(before, event, confirms=confirms)
    return describe_event(before, event, after)


def _describe_token(before: State, event: TokenMoved, *, confirms: bool) -> str:
    token = before.position.token(event.token)
    assert token is not None
    name = Names(before.position).token(event.token)
    if isinstance(event.to, Place) or token.at == event.to:
        text = capitalised(describe_way(name, str(token.at), event))
    else:
        text = capitalised(say("{token} to {cell}.", token=name, cell=event.to))
    if confirms:
        return short_confirmation(text)
    if event.stones:
        pushes = say_count("It pushes a stone.", "It pushes {n} stones.", len(event.stones))
        text = together(text, pushes)
    return say("{move} Allowed by the players.", move=text) if event.overruled else text


def describe_heard_card(name: str) -> str:
    """Describe how far the card of this name lets the monster go."""
    card = parse_card(name)
    if card.hits is None:
        return say_count("Card {card}: one step.", "Card {card}: {n} steps.", card.steps, card=card.name)
    return say("Card {card}: at most {n} steps.", card=card.name, n=card.steps)


def describe_heard_look(look: Look, move: MonsterMove) -> str:
    """Describe whom the monster sees, and where it turns; empty if it sees nobody."""
    names = Names(move.start)
    if not look.seen:
        return ""
    if look.decision is Decision.CONFUSED:
        nearest = min(sight.distance for sight in look.seen)
        tied = [sight for sight in look.seen if sight.distance == nearest]
        return say("Torn between {tokens}.", tokens=listed([names.token(sight.token) for sight in tied]))
    nearest_sight: Sight = min(look.seen, key=lambda sight: sight.distance)
    token = names.token(nearest_sight.token)
    if look.decision is Decision.TURN:
        return say("It turns {direction}, towards {token}.", direction=direction_name(look.facing), token=token)
    return say("It sees {token}.", token=token)


def describe_heard_losses(tokens: Sequence[str], move: MonsterMove, *, eats: bool) -> str:
    """Describe which tokens a step has cost."""
    names = listed([Names(move.start).token(token) for token in tokens])
    return say("It eats {tokens}.", tokens=names) if eats else say("Lost: {tokens}.", tokens=names)


def describe_heard_teleport(cell: Cell) -> str:
    """Describe where the monster comes out of a teleporter."""
    return say("Through the teleporter to {cell}.", cell=cell)


def describe_heard_end(move: MonsterMove, told: Collection[str]) -> str:
    """Describe where the monster ends, and whom it got besides the tokens that were `told`."""
    end = say("Furunkulus: {cell}, facing {facing}.", cell=move.final.monster, facing=direction_name(move.final.facing))
    if not move.eaten:
        return together(end, say("Nobody eaten."))
    names, untold = Names(move.start), [meal.token for meal in move.eaten if meal.token not in told]
    return together(end, say("Eaten: {tokens}.", tokens=listed([*map(names.token, untold)])) if untold else "")
