"""Words on a seat's own screen: its love, hate and hand, and its moves with what they pick."""

from collections.abc import Sequence

from companion.device.sentences import capitalised, together
from companion.games.lifeboat.language import say
from companion.games.lifeboat.table.captions import name
from companion.games.lifeboat.table.signs import describe_signs
from companion.games.lifeboat.words import provision_name
from companion.screen.pages import Row
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.dealt import Dealt, Move, Plan


def own_cards(view: Dealt, who: Character) -> Sequence[Row]:
    """Return love, hate and the hand."""
    love, hate = view.hidden.love[who], view.hidden.hate[who]
    hand = (Row(capitalised(provision_name(card)), sign=card) for card in sorted(view.hidden.hands[who]))
    return (Row(say("Love"), value=name(love), sign=love), Row(say("Hate"), value=name(hate), sign=hate), *hand)


def describe_announced(move: Move) -> str:
    """Describe what a move without an event begins; empty: it does nothing."""
    match move.plan:
        case Plan.ROW:
            return say("Row")
        case Plan.FLARE_IN_HAND | Plan.FLARE_OPEN as plan:
            where = say("From the hand") if plan is Plan.FLARE_IN_HAND else say("It lies open")
            return f"{capitalised(provision_name(Provision.FLARE))} · {where}"
    return ""


def describe_picks(view: Dealt, move: Move, told: str) -> str:
    """Return a move in words: what is `told` of its event, and what only its player knows."""
    match move.event:
        case None:
            return describe_announced(move) or say("Nothing")
        case e.Took():
            return capitalised(provision_name(Provision(move.picks[0])))
        case e.Rowed():
            cards = [card for card in view.hidden.deck if card.id is not None and card.id in move.picks]
            return together(told, "; ".join(f"{card.id}: {describe_signs(card)}" for card in cards))
    return told
