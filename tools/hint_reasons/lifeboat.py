"""Checks of the reasons of Lifeboat: events are followed with the move and without it."""

from typing import Any

from companion.games.lifeboat import reasons as r
from engine.lifeboat import events as e
from engine.lifeboat.components import SIZE, SURVIVAL, WEAPONS, Character, Provision
from engine.lifeboat.dealt import Plan
from engine.lifeboat.game import RULES
from engine.lifeboat.scores import score_of
from engine.lifeboat.state import DepartureReason, Ending, Fight, Overboard, Phase, State
from engine.values import replaced
from tools.hint_reasons.case import Checks, Hint

#: Treasures by kind: no other card has points.
_TREASURES = (Provision.CASH, Provision.JEWELS, Provision.PAINTING_2, Provision.PAINTING_3)


def _character(hint: Hint) -> Character:
    return Character(hint.seat)


def _event(hint: Hint) -> Any:
    return hint.move.event


def _then(hint: Hint, *events: Any) -> State:
    """Return the public state after events."""
    state: State = hint.public
    for event in events:
        assert not RULES.problems(state, event), event
        state = RULES.follow(state, event)
    return state


def _sum(state: State, characters: tuple[Character, ...]) -> int:
    """Count sizes and open weapons."""
    total = 0
    for character in characters:
        person = state.person(character)
        total += person.size
        for card in person.open:
            total += WEAPONS.get(card, 0)
    return total


def _most_kept(state: State) -> int:
    """Return the most cards that the rules let the rower keep."""
    kept, turn = 0, state.turn
    assert turn is not None
    while not RULES.problems(state, e.Rowed(turn, kept + 1)):
        kept += 1
    return kept


def _navigator(state: State) -> Character:
    return [character for character in state.seats if state.person(character).wounds < state.person(character).size][-1]


def _rows(hint: Hint, reason: r.Rows) -> bool:
    state = replaced(hint.public, deck=99)
    return hint.move.plan is Plan.ROW and (reason.draws, reason.navigator) == (
        _most_kept(state),
        _navigator(hint.public) is _character(hint),
    )


def _no_rowing_token(hint: Hint, _reason: r.NoRowingToken) -> bool:
    return not _then(hint, _event(hint)).person(_character(hint)).rowed


def _granted(hint: Hint) -> State:
    """Return the seats when the demand is carried out, in the same day."""
    event = _event(hint)
    seats = list(hint.public.seats)
    entry, other = seats.index(event.by), seats.index(event.of)
    seats[entry], seats[other] = seats[other], seats[entry]
    granted: State = replaced(hint.public, seats=tuple(seats))
    return granted


def _gets_seat(hint: Hint, reason: r.GetsSeat) -> bool:
    following = _granted(hint)
    places = hint.public.seats.index(_character(hint)) + 1, following.seats.index(_character(hint)) + 1
    told = reason.before, reason.after
    return told == places and reason.navigator == (_navigator(following) is _character(hint)) and places[0] != places[1]


def _cannot_refuse(hint: Hint, reason: r.CannotRefuse) -> bool:
    return _then(hint, _event(hint)).step is not Phase.ANSWER and reason.target is _event(hint).of


def _fight_stands(hint: Hint, reason: r.FightStands) -> bool:
    if hint.public.step is Phase.ANSWER:
        state = _then(hint, e.Refused(_character(hint)))
    else:
        state = hint.public if _event(hint) is None else _then(hint, _event(hint))
    fight = state.fight
    assert fight is not None
    own, other = (fight.attack, fight.defend) if _character(hint) in fight.attack else (fight.defend, fight.attack)
    if hint.public.step is Phase.ANSWER and reason.own < reason.other:
        return False
    return (reason.own, reason.other) == (_sum(state, own), _sum(state, other)) and _character(hint) in own


def _refused_fight(hint: Hint, reason: r.RefusedFight) -> bool:
    event = _event(hint)
    state = _then(hint, event, e.Refused(event.of))
    told = reason.own, reason.other
    lost = RULES.follow(state, e.Fought()).person(event.of).wounds - state.person(event.of).wounds
    return told == (_sum(state, (event.by,)), _sum(state, (event.of,))) and lost == 1


def _avoids_lost_fight(hint: Hint, reason: r.AvoidsLostFight) -> bool:
    state = _then(hint, e.Refused(_character(hint)))
    assert isinstance(state.fight, Fight)
    sums = _sum(state, state.fight.defend), _sum(state, state.fight.attack)
    lost = RULES.follow(state, e.Fought()).person(_character(hint)).wounds - state.person(_character(hint)).wounds
    return (reason.own, reason.other) == sums and lost == 1


def _avoids_fight(hint: Hint, _reason: r.AvoidsFight) -> bool:
    following, refused = _then(hint, _event(hint)), _then(hint, e.Refused(_character(hint)))
    unhurt = all(following.person(entry.who).wounds == entry.wounds for entry in hint.public.people)
    return unhurt and following.fight is None and refused.fight is not None


def _keeps_until_fight(hint: Hint, _reason: r.KeepsUntilFight) -> bool:
    following = _then(hint, _event(hint))
    return (
        following.step is Phase.FIGHT
        and following.seats == hint.public.seats
        and following.people == hint.public.people
    )


def _gets_strength(hint: Hint, reason: r.GetsStrength) -> bool:
    own = _sum(hint.public, (_character(hint),))
    return (reason.before, reason.after) == (own, own + WEAPONS[_event(hint).card]) and reason.after > reason.before


def _holds_cards(hint: Hint, reason: r.HoldsCards) -> bool:
    return (reason.target, reason.cards) == (_event(hint).of, hint.public.person(_event(hint).of).hand)


def _heals(hint: Hint, reason: r.Heals) -> bool:
    before, after = hint.public.person(_event(hint).on), _then(hint, _event(hint)).person(_event(hint).on)
    wakes = before.wounds >= before.size > after.wounds
    told = reason.character, reason.before, reason.after, reason.wakes
    return told == (_event(hint).on, before.wounds, after.wounds, wakes) and after.wounds < before.wounds


def _shades(hint: Hint, _reason: r.ParasolShades) -> bool:
    return _then(hint, _event(hint)).person(_character(hint)).parasol


def _flares(hint: Hint, reason: r.Flares) -> bool:
    missing = 4 - hint.public.birds
    return hint.move.plan in (Plan.FLARE_IN_HAND, Plan.FLARE_OPEN) and (reason.turned, reason.missing) == (
        min(3, hint.public.deck),
        missing,
    )


def _feeds(hint: Hint, reason: r.Feeds) -> bool:
    following = _then(hint, _event(hint), e.Eaten())
    healed = sum(following.person(entry.who).wounds < entry.wounds for entry in hint.public.people)
    return bool(reason.healed == healed)


def _rows_better(hint: Hint, reason: r.RowsBetter) -> bool:
    before = replaced(hint.public, deck=99, waiting=(_character(hint),))
    following = replaced(_then(hint, _event(hint)), deck=99, waiting=(_character(hint),))
    return (reason.before, reason.after) == (_most_kept(before), _most_kept(following)) and reason.after > reason.before


def _adds_choice(hint: Hint, _reason: r.AddsChoice) -> bool:
    if hint.move.plan is Plan.COMPASS:
        looked = hint.play.follow(hint.state, hint.move)
        return _count_days(hint, looked) == _count_days(hint, hint.state) + 1
    return Provision.COMPASS in _then(hint, _event(hint)).person(_character(hint)).open


def _count_days(hint: Hint, state: Any) -> int:
    """Return the number of cards of which the navigator can choose the day's."""
    return sum(isinstance(move.event, e.Navigated) for move in hint.play.moves_of(state, hint.seat))


def _wounds_in_water(state: State, character: Character) -> int | None:
    """Return the wounds that a fall brings; None if they are out then."""
    fallen = RULES.follow(state, e.Fell()).person(character)
    return None if fallen.left is DepartureReason.DROWNED else fallen.wounds - state.person(character).wounds


def _guards(hint: Hint, reason: r.GuardsFromWater) -> bool:
    water = {"step": Phase.OVERBOARD, "overboard": Overboard((reason.character,)), "waiting": (), "demand": None}
    without = replaced(hint.public, **water)
    following = replaced(_then(hint, _event(hint)), **water)
    wounds = _wounds_in_water(without, reason.character), _wounds_in_water(following, reason.character)
    return wounds[1] is not None and (wounds[0] is None or wounds[1] < wounds[0])


def _saves_wound(hint: Hint, reason: r.SavesWound) -> bool:
    without = _wounds_in_water(hint.public, reason.character)
    following = _wounds_in_water(_then(hint, _event(hint)), reason.character)
    return without is not None and following is not None and reason.wounds == without - following > 0


def _keeps_aboard(hint: Hint, reason: r.KeepsAboard) -> bool:
    following = _wounds_in_water(_then(hint, _event(hint)), reason.character)
    return _wounds_in_water(hint.public, reason.character) is None and following is not None


def _wounds_swimmers(hint: Hint, reason: r.WoundsSwimmers) -> bool:
    following = _then(hint, _event(hint))
    falling = hint.public.overboard.falling
    more = {
        RULES.follow(following, e.Fell()).person(character).wounds
        - RULES.follow(hint.public, e.Fell()).person(character).wounds
        for character in falling
    }
    return reason.swimmers == len(falling) and more == {1}


def _does_not_fall(hint: Hint, _reason: r.DoesNotFall) -> bool:
    character, public = _character(hint), hint.public
    return bool(RULES.follow(public, e.Fell()).person(character).wounds == public.person(character).wounds)


def _bears(hint: Hint, reason: r.Bears) -> bool:
    character = _character(hint)
    ends = e.Fell() if hint.public.step is Phase.OVERBOARD else e.Suffered(character)
    following = _then(hint, ends).person(character)
    return (reason.wounds, reason.size, reason.condition) == (following.wounds, following.size, following.condition)


def _saves_thirst(hint: Hint, reason: r.SavesThirst) -> bool:
    without = _then(hint, e.Suffered(reason.character)).person(reason.character)
    following = _then(hint, _event(hint)).person(reason.character)
    return reason.condition is without.condition and following.wounds < without.wounds


def _survives_thirst(hint: Hint, reason: r.SurvivesThirst) -> bool:
    following = _then(hint, e.Suffered(reason.character)).person(reason.character)
    return following.wounds <= following.size and hint.public.turn is reason.character is not _character(hint)


def _stays_out(hint: Hint, _reason: r.StaysOut) -> bool:
    following = _then(hint, e.Fought())
    return bool(following.person(_character(hint)).wounds == hint.public.person(_character(hint)).wounds)


def _lands(hint: Hint, _reason: r.Lands) -> bool:
    return _then(hint, _event(hint)).ended is Ending.LANDED


def _birds(hint: Hint, reason: r.Birds) -> bool:
    counted = hint.public.birds, _then(hint, _event(hint)).birds, 4
    return (reason.before, reason.after, reason.needed) == counted and reason.after > reason.before


def _spares(hint: Hint, _reason: r.SparesSeat) -> bool:
    following = _then(hint, _event(hint))
    return following.card is not None and _character(hint) not in {*following.card.overboard, *following.card.thirsty}


def _names_others(hint: Hint, reason: r.NamesOthers) -> bool:
    card = _then(hint, _event(hint)).card
    assert card is not None
    falling = [character for character in hint.public.seats if character in card.overboard]
    thirsty = [
        character
        for character in hint.public.seats
        if character in card.thirsty and hint.public.person(character).alive
    ]
    return (reason.falling, reason.thirsty) == (len(falling), len(thirsty))


# --- for the player alone ---


def _treasure(hint: Hint, *more: Provision) -> int:
    hidden, character = hint.view.hidden, _character(hint)
    public = replaced(hint.public, people=tuple(replaced(entry, left=None) for entry in hint.public.people))
    shown = e.Revealed(character, hidden.love[character], hidden.hate[character], (*hidden.hands[character], *more))
    return score_of(public, shown).treasure


def _keeps_treasure(hint: Hint, reason: r.KeepsTreasure) -> bool:
    return reason.points == _treasure(hint, Provision(hint.move.picks[0])) - _treasure(hint) > 0


def _keeps_useful(hint: Hint, reason: r.KeepsUseful) -> bool:
    return reason.card == hint.move.picks[0] and reason.card not in _TREASURES


def _keeps_rowed(hint: Hint, reason: r.KeepsRowed) -> bool:
    kept = [card for card in hint.state.hidden.deck if card.id in hint.move.picks]
    birds = sum(str(card.bird) == "bird" for card in kept)
    named = any(_character(hint) in card.overboard or _character(hint) in card.thirsty for card in kept)
    return (reason.kept, reason.birds, reason.named) == (_event(hint).kept, birds, named)


def _helps_loved(hint: Hint, reason: r.HelpsLoved) -> bool:
    event, character = _event(hint), _character(hint)
    loved = hint.state.hidden.love[character]
    helped = event.thirsty if isinstance(event, e.Drank) else event.on if isinstance(event, e.Used) else event.to
    return reason.character is loved is helped and loved is not character and reason.points == SURVIVAL[loved]


def _harms_hated(hint: Hint, reason: r.HarmsHated) -> bool:
    event, character = _event(hint), _character(hint)
    hated, following = hint.state.hidden.hate[character], _then(hint, _event(hint))
    if reason.character is not hated or hated is character or reason.points != SIZE[hated]:
        return False
    if isinstance(event, e.Navigated):
        return (
            following.ended is None
            and following.card is not None
            and hated in {*following.card.overboard, *following.card.thirsty}
        )
    if isinstance(event, e.Joined):
        assert following.fight is not None
        return (character in following.fight.attack) == (hated in following.fight.defend) and hated in (
            *following.fight.attack,
            *following.fight.defend,
        )
    fallen = [RULES.follow(state, e.Fell()).person(hated).wounds for state in (hint.public, following)]
    return fallen[1] > fallen[0]


CHECKS: Checks = {
    r.Rows: _rows,
    r.NoRowingToken: _no_rowing_token,
    r.GetsSeat: _gets_seat,
    r.CannotRefuse: _cannot_refuse,
    r.FightStands: _fight_stands,
    r.RefusedFight: _refused_fight,
    r.AvoidsLostFight: _avoids_lost_fight,
    r.AvoidsFight: _avoids_fight,
    r.KeepsUntilFight: _keeps_until_fight,
    r.GetsStrength: _gets_strength,
    r.HoldsCards: _holds_cards,
    r.Heals: _heals,
    r.ParasolShades: _shades,
    r.Flares: _flares,
    r.Feeds: _feeds,
    r.RowsBetter: _rows_better,
    r.AddsChoice: _adds_choice,
    r.GuardsFromWater: _guards,
    r.SavesWound: _saves_wound,
    r.KeepsAboard: _keeps_aboard,
    r.WoundsSwimmers: _wounds_swimmers,
    r.DoesNotFall: _does_not_fall,
    r.Bears: _bears,
    r.SavesThirst: _saves_thirst,
    r.SurvivesThirst: _survives_thirst,
    r.StaysOut: _stays_out,
    r.Lands: _lands,
    r.Birds: _birds,
    r.SparesSeat: _spares,
    r.NamesOthers: _names_others,
    r.KeepsTreasure: _keeps_treasure,
    r.KeepsUseful: _keeps_useful,
    r.KeepsRowed: _keeps_rowed,
    r.HelpsLoved: _helps_loved,
    r.HarmsHated: _harms_hated,
}
