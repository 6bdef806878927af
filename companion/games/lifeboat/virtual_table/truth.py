"""Hidden cards beside what is told of them: contradictions, and true answers."""

from companion.device.sentences import join_items
from companion.games.lifeboat.captions import name
from companion.games.lifeboat.language import say
from companion.games.lifeboat.table.event_answers import event_answers
from companion.games.lifeboat.table.signs import answers_ticking
from companion.games.lifeboat.words import character_name, provision_name
from companion.table.questions import Answers, next_answer
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.hidden import FaceDownCards, navigation_pool, visible_signs
from engine.lifeboat.state import Phase, State, own_cards


def played_hand_card(event: e.GameEvent) -> tuple[Character, Provision, Character | None] | None:
    """Return who uses or lays which card out of the hand, and its new place.

    The place is the player before whom it is laid (None: it is used).
    """
    match event:
        case e.Laid(by=by, card=card, to=to):
            return by, card, to or by
        case e.Drank(by=by, source=e.CardSource.HAND):
            return by, Provision.WATER, None
        case e.Chummed(by=by, source=e.CardSource.HAND):
            return by, Provision.CHUM, None
        case e.Used(by=by, card=card, source=e.CardSource.HAND):
            return by, card, None
    return None


def contradiction(hidden: FaceDownCards, state: State, event: e.GameEvent) -> str:
    """Return why an allowed event cannot be with these cards, in a sentence; empty: it can.

    The rules allow the event.
    """
    told = played_hand_card(event)
    if told is not None and told[1] not in hidden.hands[told[0]]:
        return say("{card}: not in the hand of {player}.", card=provision_name(told[1]), player=character_name(told[0]))
    match event:
        case e.Revealed(by=by, love=love) if love is not hidden.love[by]:
            return say("{player}'s love card shows another: {other}.", player=name(by), other=name(hidden.love[by]))
        case e.Revealed(by=by, hate=hate) if hate is not hidden.hate[by]:
            return say("{player}'s hate card shows another: {other}.", player=name(by), other=name(hidden.hate[by]))
        case e.Revealed(by=by, hand=hand) if sorted(hand) != sorted(hidden.hands[by]):
            cards = join_items(map(provision_name, sorted(hidden.hands[by])))
            return say("{player} holds other cards: {cards}.", player=name(by), cards=cards)
        case e.Navigated(card=card, signs=signs, compass=compass):
            pool, _ = navigation_pool(hidden, state, compass=compass)
            fits = [
                choice for choice in pool if (visible_signs(choice, state) == signs if signs else choice.id == card)
            ]
            return "" if fits else say("That card is not among those to choose from.")
        case e.Used(card=Provision.FLARE, cards=cards, birds=birds):
            turned = hidden.deck[: len(cards or birds or ())]
            if (cards or birds) != tuple(top.id if cards else top.bird for top in turned):
                # Which cards nobody hears whose flare is not told yet.
                return say("The flare turns other cards than these.")
    return ""


def true_answer(hidden: FaceDownCards, state: State, answers: Answers, day: str) -> str:
    """Return the row that tells the truth after these answers; empty: the cards leave it open.

    `day` is the number of the navigation card that was chosen as the day's, if any.
    """
    telling: Answers = ()
    match state.step, answers:
        case Phase.REVEAL, (by, *_):
            character = Character(by)
            hand = tuple(sorted(hidden.hands[character]))
            telling = event_answers(e.Revealed(character, hidden.love[character], hidden.hate[character], hand))
        case Phase.ACT, ("use", Provision.FLARE, source, *_):
            own = own_cards(state.started) is not None
            telling = ("use", Provision.FLARE, source, *(str(c.id if own else c.bird) for c in hidden.deck[:3]))
        case Phase.CHOOSE, ("card" | "compass" as first, *_):
            pool, _ = navigation_pool(hidden, state, compass=first == "compass")
            chosen = next((card for card in pool if card.id == day), None)
            if chosen is not None:
                own = own_cards(state.started) is not None
                telling = (first, *((day,) if own else answers_ticking(visible_signs(chosen, state))))
    return next_answer(telling, answers)
