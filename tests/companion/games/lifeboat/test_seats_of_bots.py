"""Tests of bots in seats of the virtual table: whole games, windows, undo, what they keep."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.lifeboat.captions import name
from companion.games.lifeboat.table.game import TABLE
from companion.games.lifeboat.table.seat_news import seat_news
from companion.games.lifeboat.table.seat_words import describe_advised
from companion.games.lifeboat.table.words import describe_notes
from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.games.lifeboat.virtual_table.players import LifeboatPlayers
from companion.games.lifeboat.virtual_table.secret_game import LifeboatSecrets
from companion.games.lifeboat.words import provision_name
from companion.journal import Journal
from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from companion.opponents.worker import ChosenMove
from companion.table.bot_step import bot_or_step
from companion.table.hint import HintStep, describe_private_hint
from companion.table.hint_secrecy import names_hidden
from companion.table.move_entry import enter_move
from companion.table.seats import SeatChange, SeatChangeKind
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.dealt import Dealt, Move, Plan
from engine.lifeboat.hidden import drawn_cards, offered_provisions
from engine.lifeboat.offers import possible_offers
from engine.lifeboat.play import PLAY
from engine.values import replaced
from hardware.buttons import Button
from tests.companion.games.lifeboat.test_hands import PEOPLE, Boat
from tests.companion.virtual_table.bot_table import BotTable, InlineOpponent
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401
from tests.engine.lifeboat.test_play import acting

Open = Callable[..., BotTable]

#: A bot that thinks until it is stopped.
FOR_EVER = "strong:500"


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Open]:
    tables: list[BotTable] = []
    journal = Journal.open(tmp_path / "games.sqlite")

    def open_(players: int = 4, seed: int = 3, *, thinks_apart: bool = False, **options: bool | str) -> BotTable:
        opponent = None if thinks_apart else InlineOpponent()
        tables.append(BotTable(VIRTUAL, VIRTUAL.start(players, seed, options), journal, opponent=opponent))
        return tables[-1]

    yield open_
    for table in tables:
        table.close()
    journal.close()


def whole(table: BotTable) -> Dealt:
    assert table.hands is not None
    state = table.hands.whole_state()
    assert isinstance(state, Dealt)
    return state


def seats(table: BotTable) -> tuple[str, ...]:
    return tuple(map(str, table._started.players))


def go_on_until(table: BotTable, found: Callable[[], bool]) -> None:
    """Go on, hands and all; raises AssertionError if the game is over before."""
    while not found():
        assert not table.is_over
        table.go_on(help_people=True)


# --- at the table ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.thorough(but=["4-3-random-options0"])
@pytest.mark.usefixtures("faultless_reading")
@pytest.mark.parametrize(
    ("players", "seed", "best", "options"),
    [
        (4, 3, "random", {}),
        (5, 5, "greedy:0.05", {"navigation": "told", "short_row": True}),
        (7, 8, "strong:0.05", {"cannibalism": True, "harter": True, "sharks": True, "drowned_score": True}),
    ],
)
def test_a_game_of_bots_is_played_to_its_end(
    open_table: Open, players: int, seed: int, best: str, options: dict[str, bool | str]
) -> None:
    table = open_table(players, seed, **options)
    first, *others = seats(table)
    table.begin(**{first: best}, **dict.fromkeys(others, "random"))
    table.play()
    assert table.counts.problems == 0
    assert set(table.session.seating.seats.bots) == {first, *others}
    journal, number, rules = table.session.journal, table.session.game_id, table.session.table_game.rules
    assert number is not None
    kept = [rules.event_from_json(json.loads(line)) for line in journal.events(number)]
    assert rules.replay(kept).state == table.game.state


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
@pytest.mark.parametrize("bot", ["random", "greedy:0.05"])
def test_a_bot_answers_an_offer_by_a_card_of_its_own_or_by_no_and_takes_nothing_for_nothing(
    open_table: Open, bot: str
) -> None:
    table = open_table()
    person, *bots = seats(table)
    table.begin(**dict.fromkeys(bots, bot))
    go_on_until(table, lambda: table.page.name == "act" and str(whole(table).state.turn) == person)
    asked = [
        (possible_offer, possible_offer.offer)
        for possible_offer in possible_offers(whole(table), Character(person))
        if possible_offer.offer is not None
    ]
    assert {str(offer.to) for _, offer in asked} == {*bots}
    for move, offer in asked[:3]:
        events, before = len(table.game.events), whole(table)
        if whole(table).state.turn is not Character(person):
            break
        assert not enter_move(table.session, table.session.step, move, by_bot=False)
        table.session.switch(bot_or_step(table.session, table.session.step))
        until = time.monotonic() + 60
        while whole(table).offers and time.monotonic() < until:
            table.go_on()
        traded = [event for event in table.game.events[events:] if isinstance(event, e.Traded)]
        answered = offer in whole(table).refused
        assert answered is not bool(traded)
        assert traded in ([], [e.Traded(Character(person), offer.to, 1, 1)])
        # Who offered it reads the answer on the phone.
        news = [*seat_news(before, whole(table), traded, Character(person))]
        assert traded or news == [f"{name(offer.to)} gives you nothing for: {provision_name(offer.card)}."]


@pytest.mark.parametrize("bot", ["greedy", "strong"])
def test_a_bot_judges_an_offer_by_what_it_knows(bot: str) -> None:
    state = acting()
    actor = state.state.turn
    assert actor is not None
    answers = dict[Provision, set[bool]]()
    for move in possible_offers(PLAY.view(state, str(actor)), actor):
        if move.offer is not None:
            seat = str(move.offer.to)
            view = PLAY.view(PLAY.follow(state, move), seat)
            answer = BOTS[bot](PLAY, view, seat, Budget(nodes=300), Random(1))
            answers.setdefault(move.offer.card, set()).add(answer.event is not None)
    # All have as good as water: nobody gives a card for it, and everybody one for the flare gun.
    assert answers == {Provision.WATER: {False}, Provision.FLARE: {True}}


@pytest.mark.usefixtures("faultless_reading")
def test_nobody_takes_a_bot_s_card_by_telling_of_a_trade(open_table: Open) -> None:
    table = open_table()
    person, bot, *_ = seats(table)
    table.begin(**{bot: "random"})
    go_on_until(table, lambda: table.page.name == "act" and str(whole(table).state.turn) != bot)
    assert table.hands is not None
    actor, partner = Character(person), Character(bot)
    for gave, got in ((1, 1), (0, 1)):
        assert "played by a bot" in table.hands.contradiction(e.Traded(actor, partner, gave, got))
    assert "played by a bot" in table.hands.contradiction(e.Traded(partner, actor, 1, 0))
    assert not table.hands.contradiction(e.Traded(actor, partner, 1, 0))


@pytest.mark.usefixtures("faultless_reading")
def test_nobody_learns_of_a_bot_s_card_or_takes_it_by_telling_of_a_drink(open_table: Open) -> None:
    table = open_table()
    _, *bots = seats(table)
    table.begin(**dict.fromkeys(bots, "random"))
    session = table.session

    def holding() -> list[bool]:
        return [Provision.WATER in whole(table).hidden.hands[Character(bot)] for bot in bots]

    go_on_until(table, lambda: table.page.name == "thirst" and len({*holding()}) == 2)
    events = len(table.game.events)
    for bot in bots:
        session.touch("water", table.now)
        session.touch(bot, table.now)
        # It is the same whether it has any.
        assert len(table.game.events) == events
        assert session.notice.endswith("is played by a bot, which uses its own cards.")
        assert "not in the hand" not in str(table.page)


@pytest.mark.usefixtures("faultless_reading")
def test_whoever_chooses_a_bot_for_a_trade_is_told_at_once_how_it_trades(open_table: Open) -> None:
    table = open_table()
    person, bot, other, *_ = seats(table)
    table.begin(**{bot: "random"})
    go_on_until(table, lambda: table.page.name == "act" and str(whole(table).state.turn) != bot)
    session = table.session
    session.touch("traded", table.now)
    session.touch(person, table.now)
    assert "played by a bot" not in session.notice, "a person trades as people do"
    session.touch(bot, table.now)
    assert "played by a bot" in session.notice
    table.press(Button.BACK)
    session.touch(other, table.now)
    assert "played by a bot" not in session.notice


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_bots_decline_before_people_are_asked_and_are_asked_again_after_an_event(open_table: Open) -> None:
    table = open_table()
    person, *bots = seats(table)
    table.begin(**dict.fromkeys(bots, "random"))
    go_on_until(table, lambda: table.page.name == "fight" and person in PLAY.acting_seats(whole(table)))
    assert whole(table).declined
    assert set(PLAY.acting_seats(whole(table))) == {person}
    for _ in range(20):
        table.go_on()
    assert table.page.name == "fight", "what the person may still do nobody ends"
    events = len(table.game.events)
    table.session.touch("fought", table.now)
    assert len(table.game.events) == events + 1
    assert not whole(table).declined
    table.session.step.back()
    if table.page.name != "undo":
        table.press(Button.BACK)
    table.press(Button.ADVANCE)
    assert len(table.game.events) == events
    assert not whole(table).declined, "after an undo they are asked again"


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_an_undo_stops_a_bot_that_thinks(open_table: Open) -> None:
    table = open_table(thinks_apart=True)
    others = seats(table)[1:]
    table.begin(**dict.fromkeys(others, FOR_EVER))
    go_on_until(table, lambda: table.page.name == "bot" and len(table.game.events) > 1)
    events = len(table.game.events)
    table.press(Button.BACK)
    assert (table.page.name, table.opponent._asked) == ("undo", None)
    table.press(Button.ADVANCE)
    assert len(table.game.events) == events - 1


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_what_follows_from_a_bots_event_is_said_once(open_table: Open) -> None:
    table = open_table()
    table.begin(**dict.fromkeys(seats(table), "random"))
    go_on_until(table, lambda: table.session.game is not None and bool(table.game.state.notes))
    notes = describe_notes(table.game.state)
    assert notes
    assert "".join(table.said).count(notes) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_a_hint_is_given_by_what_a_seat_knows(open_table: Open) -> None:
    table = open_table()
    person, *bots = seats(table)
    table.begin(**dict.fromkeys(bots, "random"))
    go_on_until(table, lambda: table.page.name == "act" and str(table.game.state.turn) == person)
    events = len(table.game.events)
    table.session.open(HintStep(table.session))
    while table.caption == "A moment: I am thinking.":
        table.go_on()
    assert table.caption
    assert table.caption != "There is no hint now."
    assert len(table.game.events) == events


def test_advice_tells_what_to_do_and_no_card_that_is_hidden() -> None:
    told = "as it is told"
    kid, mate = Character.KID, Character.MATE
    assert describe_advised(e.Demanded(kid, mate, e.DemandKind.SEAT), told) == "Change seats · The First Mate"
    assert describe_advised(e.Laid(kid, Provision.WATER), told) == "Water · Lay it open"
    assert describe_advised(e.Agreed(mate), told) == "Agree"
    assert describe_advised(e.Took(kid), told) == "Keep a card"
    assert describe_advised(e.Rowed(kid, 2), told) == "Row and keep 2 cards"
    assert describe_advised(e.Revealed(kid, mate, mate, ()), told) == "Lay love, hate and hand open"


@pytest.mark.usefixtures("faultless_reading")
def test_a_bot_is_given_what_its_seat_knows(open_table: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table()
    table.begin(**dict.fromkeys(seats(table), FOR_EVER))
    asked: list[Any] = []
    monkeypatch.setattr(table.opponent, "ask", asked.append)
    go_on_until(table, lambda: bool(asked))
    seat, hidden = Character(asked[0].seat), asked[0].view.hidden
    assert {character for character, hand in hidden.hands.items() if hand} == {seat}
    assert (set(hidden.love), set(hidden.hate)) == ({seat}, {seat})
    assert not any(card.id for card in hidden.deck)


# --- what is kept ---------------------------------------------------------------------------------------------------


@pytest.fixture
def laptop(journal: Journal, display: None) -> Boat:  # noqa: ARG001 - hands are drawn
    return Boat(journal)


def of(laptop: Boat) -> Dealt:
    state = laptop.hands.whole_state()
    assert state is not None
    return state


def make(laptop: Boat, move: Move) -> None:
    """Do as a bot's turn does."""
    laptop.hands.keep_move(move)
    if move.event is not None:
        laptop.tell(move.event)


def test_the_picks_of_a_bot_are_kept(laptop: Boat) -> None:
    character, before = PEOPLE[0], of(laptop)
    card = offered_provisions(before.hidden, before.state)[-1]
    make(laptop, Move(e.Took(character), (card,)))
    assert of(laptop) == PLAY.follow(before, Move(e.Took(character), (card,)))
    for other in PEOPLE[1:]:
        make(laptop, PLAY.moves_of(of(laptop), str(other))[0])
    make(laptop, Move(None, by=character, plan=Plan.ROW))
    drawn = [str(card.id) for card in drawn_cards(of(laptop).hidden, of(laptop).state, character)]
    assert [card.id for card in PLAY.view(of(laptop), str(character)).hidden.deck][: len(drawn)] == drawn
    make(laptop, Move(e.Rowed(character, 1), (drawn[-1],)))
    assert [card.id for card in of(laptop).hidden.row] == [drawn[-1]]
    assert of(laptop).plan is None


def test_a_seat_s_own_screen_tells_its_cards_and_what_it_picks(laptop: Boat) -> None:
    character, other, view = str(PEOPLE[0]), str(PEOPLE[1]), PLAY.view(of(laptop), str(PEOPLE[0]))
    love, hate, *hand = TABLE.seat_screen.hand(view, character)
    assert [love.text, hate.text] == ["Love", "Hate"]
    assert [row.sign for row in hand] == sorted(view.hidden.hands[PEOPLE[0]])
    taking = [TABLE.seat_screen.describe_move(view, move).text for move in PLAY.moves_of(view, character)]
    assert len(set(taking)) == len({*offered_provisions(view.hidden, view.state)})
    decline = Move(None, by=PEOPLE[1])
    assert TABLE.seat_screen.describe_move(PLAY.view(of(laptop), other), decline).text == "Nothing"
    assert TABLE.hints.describe_announced(Move(None, by=PEOPLE[0], plan=Plan.ROW)) == "Row"
    assert TABLE.hints.describe_announced(decline) == ""
    for person in PEOPLE:
        make(laptop, PLAY.moves_of(of(laptop), str(person))[0])
    make(laptop, Move(None, by=PEOPLE[0], plan=Plan.ROW))
    view = PLAY.view(of(laptop), character)
    rowed = PLAY.moves_of(view, character)
    nothing, kept, *_ = [TABLE.seat_screen.describe_move(view, move) for move in rowed]
    assert (nothing.text, nothing.parts) == ("Keep none", ())
    # The cards are touched in any order, then the line.
    assert kept.any_order
    assert kept.text == f"Keep: {rowed[1].picks[0]}"
    assert [part.text.partition(": ")[0] for part in kept.parts] == [*rowed[1].picks]


def test_stale_picks_are_not_taken_for_a_bot_s(laptop: Boat) -> None:
    assert laptop.hands.secrets.kept is not None
    laptop.hands.secrets.kept.coming["rowed"] = ("n01",)
    laptop.hands.keep_move(Move(e.Rowed(PEOPLE[0], 0)))
    assert "rowed" not in laptop.hands.secrets.kept.coming


def test_who_declines_is_remembered_until_an_event(laptop: Boat) -> None:
    move = Move(None, by=PEOPLE[1])
    make(laptop, move)
    assert of(laptop).declined == {PEOPLE[1]}
    taken = PLAY.moves_of(of(laptop), str(PEOPLE[0]))[0]
    make(laptop, taken)
    assert not of(laptop).declined


def test_an_offer_is_gone_with_what_was_taken_back_before_it(laptop: Boat) -> None:
    for character in PEOPLE:
        make(laptop, PLAY.moves_of(of(laptop), str(character))[0])
    offer = next(move for move in possible_offers(of(laptop), PEOPLE[0]) if move.offer is not None)
    make(laptop, offer)
    assert of(laptop).offers == (offer.offer,)
    laptop.session.undo(len(PEOPLE))
    laptop.look()
    assert not of(laptop).offers


def test_a_hint_to_refuse_a_trade_says_so_and_says_it_to_the_seat_alone(laptop: Boat) -> None:
    for character in PEOPLE:
        make(laptop, PLAY.moves_of(of(laptop), str(character))[0])
    make(laptop, next(move for move in possible_offers(of(laptop), PEOPLE[0]) if move.offer is not None))
    (offer,) = of(laptop).offers
    hint = ChosenMove(Move(None, by=offer.to, offer=offer))
    # Others do not know of the offer, so that no sentence for all may tell of it.
    assert names_hidden(laptop.session, str(offer.to), hint)
    assert describe_private_hint(laptop.session, str(offer.to), hint) == "No trade"
    assert TABLE.hints.describe_announced(hint.move) == "No trade"


def test_chance_turns_the_cards_of_a_flare(laptop: Boat, monkeypatch: pytest.MonkeyPatch) -> None:
    for character in PEOPLE:
        make(laptop, PLAY.moves_of(of(laptop), str(character))[0])
    known = of(laptop).hidden
    hands = {**known.hands, PEOPLE[0]: (Provision.FLARE, *known.hands[PEOPLE[0]][1:])}
    monkeypatch.setattr(LifeboatSecrets, "now", replaced(known, hands=hands))
    change = SeatChange(SeatChangeKind.BOT, (str(PEOPLE[0]),), FOR_EVER)
    laptop.session.seating.change(change, 1)
    (plan,) = (move for move in PLAY.moves_of(of(laptop), str(PEOPLE[0])) if move.plan is Plan.FLARE_IN_HAND)
    players = laptop.hands.players
    assert isinstance(players, LifeboatPlayers)
    assert players.choose(laptop.session.step) is None
    laptop.hands.keep_move(plan)
    assert players.choose(laptop.session.step) == e.Used(
        PEOPLE[0], Provision.FLARE, e.CardSource.HAND, cards=tuple(str(card.id) for card in known.deck[:3])
    )
