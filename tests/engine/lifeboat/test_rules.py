"""Tests of the rules L1 to L27, the rulings LR1 to LR23 and the variants V1 to V6.

Each is tested by a game that shows it.
"""

from typing import Any

import pytest

from engine.lifeboat.state import NOTE_RULES, Note
from tests.engine.lifeboat.game_text import check, codes, found, state_after, told

TO_CHOOSE = "p l s c m f k"

#: Rule, and a game as the worked examples write them.
SHOWN = [
    ("L1 four or five players: ten provisions are removed", "`S4` `=> removed=10 bow=24 passing=0`"),
    ("L1 six players: none are removed", "`S` `=> removed=0 bow=30`"),
    ("L3 one provision each, the row from the bow", "`S` `=> seats=[lauren,stephen,captain,mate,frenchy,kid]`"),
    ("L5 as many wounds as size: unconscious", "`S` `set wounds.kid=3` `=> kid.state=unconscious`"),
    ("L5 more wounds than size: dead", "`S` `set wounds.kid=4` `=> kid.state=dead`"),
    (
        "L6 who is not conscious cannot refuse",
        "`S` `set wounds.kid=3` `lauren demanded of=kid for=hand` `=> kid.hand=1 lauren.hand=3 turn=stephen`",
    ),
    ("L6 nor can the dead", "`S` `set wounds.kid=9` `lauren demanded of=kid for=seat` `=> turn=stephen`"),
    ("L6 water and kits help the unconscious", "`S` `set wounds.kid=3` `lauren used card=medkit from=hand on=kid` "
     "`=> kid.wounds=2 kid.state=conscious discard=[medkit]`"),
    ("L8 who is not conscious is passed over", "`S` `set wounds.stephen=5` `p l` `=> turn=captain`"),
    ("L9 hand cards are traded", "`S` `kid traded with=mate gave=2 got=1` `=> kid.hand=1 mate.hand=3 turn=lauren`"),
    ("L11 a row and a token", "`S` `lauren rowed kept=1` `=> lauren.rowed=true turn=stephen`"),
    ("L11 an oar draws one more", "`S` `set open.lauren=[oar,oar]` `lauren rowed kept=4` `=> lauren.rowed=true`"),
    ("L12 agreed: carried out", "`S` `lauren demanded of=kid for=hand` `kid agreed` `=> lauren.hand=3 kid.hand=1`"),
    ("L13 the Kid takes at once", "`S` `p l s c m f` `kid demanded of=mate for=hand` `=> mate.hand=1 kid.hand=3`"),
    ("L14 a parasol is opened", "`S` `lauren used card=parasol from=hand` `=> lauren.parasol=true lauren.hand=1`"),
    (
        "L14 a flare counts birds, crossed ones too",
        '`S` `lauren used card=flare from=hand birds=["bird","crossed","bird"]` `=> birds=1 discard=[flare]`',
    ),
    (
        "L15 any conscious one joins either side",
        "`S` `lauren demanded of=kid for=seat` `kid refused` `mate joined side=attack` `captain joined side=defend` "
        '`=> fight.attack=[lauren,mate] fight.defend=[kid,captain] fight.strength={"attack":12,"defend":10}`',
    ),
    (
        "L16 the attackers win: each loser a wound, the demand is carried out",
        "`S` `lauren demanded of=kid for=hand` `kid refused` `fought` `=> kid.wounds=1 kid.hand=1 lauren.hand=3 "
        "lauren.fought=true kid.fought=true turn=stephen`",
    ),
    ("L17 the conscious one nearest the stern", f"`S` `set wounds.kid=3` `{TO_CHOOSE[:-2]}` `=> turn=frenchy`"),
    ("L18 a bird", f"`S` `{TO_CHOOSE}` `kid navigated bird=bird` `=> birds=1 day=2`"),
    ("L18 a crossed bird", f"`S` `set birds=2` `{TO_CHOOSE}` `kid navigated bird=crossed` `=> birds=1`"),
    (
        "L18 with the fourth bird the game ends at once",
        f"`S` `set birds=3` `{TO_CHOOSE}` `kid navigated bird=bird overboard=[kid] thirsty=[mate]` "
        "`=> step=reveal phase=scoring kid.wounds=0 mate.wounds=0 ended=landed overboard=null day=1`",
    ),
    ("L19 a wound from falling", f"`S` `{TO_CHOOSE}` `kid navigated overboard=[mate]` `fell` `=> mate.wounds=1`"),
    ("L19 none for Frenchy", f"`S` `{TO_CHOOSE}` `kid navigated overboard=[frenchy]` `fell` `=> frenchy.wounds=0`"),
    (
        "L20 open cards are lost, the hand is safe, the seat the same",
        f"`S` `set open.mate=[knife,preserver]` `{TO_CHOOSE}` `kid navigated overboard=[mate]` `fell` "
        "`=> mate.open=[preserver] discard=[knife] mate.hand=2 mate.wounds=0`",
    ),
    (
        "L20 the unconscious and the dead are out",
        "`S` `set wounds.mate=8 open.mate=[knife] wounds.kid=4` `p l s c f` "
        "`frenchy navigated overboard=[mate,kid]` `fell` "
        '`=> mate.state=out kid.state=out gone={"hands":4,"open":["knife"]} seats=[lauren,stephen,captain,frenchy]`',
    ),
    (
        "L20 a preserver saves the unconscious",
        "`S` `set wounds.mate=8 open.mate=[preserver]` `p l s c f k` `kid navigated overboard=[mate]` `fell` "
        "`=> mate.state=unconscious mate.wounds=8 mate.open=[preserver]`",
    ),
    (
        "L21 each cause once, water or a wound",
        f"`S` `set rowed=[mate]` `{TO_CHOOSE}` `kid navigated thirsty=[mate] oars=true` `mate suffered` "
        "`lauren drank for=mate from=hand` `=> mate.wounds=1 discard=[water] day=2 mate.rowed=false`",
    ),
    (
        "L22 a parasol takes away one thirst",
        "`S` `lauren used card=parasol from=hand` `p s c m f k` `kid navigated thirsty=[lauren]` `=> day=2`",
    ),
    ("L23 the day's card goes under the deck", f"`S` `{TO_CHOOSE}` `kid navigated` "
     '`=> navigation={"deck":24,"row":0,"day":null} day=2`'),
    ("L24 cards are laid at any time", f"`S` `{TO_CHOOSE}` `lauren laid card=oar` `=> lauren.open=[oar]`"),
    ("LR1 seats do not change the order", "`S` `lauren demanded of=kid for=seat` `kid agreed` `=> turn=stephen`"),
    (
        "LR2 all weapons of a side count, each copy",
        "`S` `set open.lauren=[oar,oar] open.mate=[flare]` `lauren demanded of=kid for=seat` `kid refused` "
        '`=> fight.strength={"attack":6,"defend":3}`',
    ),
    ("LR3 all under the deck: no token", "`S` `lauren rowed kept=0` `=> lauren.rowed=false turn=stephen`"),
    (
        "LR4 a deck that is too small goes round as a whole",
        f"`S` `set hands.kid=30` `{TO_CHOOSE}` `kid navigated` `=> step=take bow=2` `t l s` "
        "`=> step=act bow=0 turn=lauren captain.hand=2`",
    ),
    ("L7 an empty deck: no supply", f"`S` `set hands.kid=32` `{TO_CHOOSE}` `kid navigated` `=> bow=0 step=act day=2`"),
    (
        "LR5 nobody conscious: the day's card by chance",
        "`S` `set wounds.lauren=4 wounds.stephen=5 wounds.captain=7 wounds.mate=8 wounds.frenchy=6 wounds.kid=3` "
        "`=> step=choose turn=null` `navigated thirsty=[kid]` `=> step=thirst turn=kid` `kid suffered` "
        "`=> kid.state=dead day=2 step=choose`",
    ),
    (
        "LR5 nobody alive: the game ends at once",
        "`S` `set wounds.lauren=9 wounds.stephen=9 wounds.captain=9 wounds.mate=9 wounds.frenchy=9 wounds.kid=9` "
        "`=> step=reveal ended=nobody-alive`",
    ),
    (
        "LR6 the dead do not thirst, the unconscious do",
        "`S` `set wounds.kid=9 wounds.mate=8` `p l s c f` `frenchy navigated thirsty=[kid,mate,harter]` "
        '`=> thirst=[{"who":"mate","causes":["named"]}]`',
    ),
    (
        "LR7 whom the wounds kill climbs back as a body",
        f"`S` `set wounds.mate=7` `{TO_CHOOSE}` `kid navigated overboard=[mate]` `kid chummed from=hand` `fell` "
        "`=> mate.wounds=9 mate.state=dead mate.left=null`",
    ),
    (
        "LR7 the chum of those who go out counts too",
        "`S` `set wounds.mate=8 open.mate=[chum]` `p l s c f k` `kid navigated overboard=[mate,lauren]` "
        "`=> overboard.sharks=1` `fell` `=> lauren.wounds=2 mate.state=out`",
    ),
    (
        "L19 the sharks wound all who fall, also who goes out, and who is out keeps the wounds",
        "`S` `set wounds.mate=8 wounds.captain=9` `p l s f k` "
        "`kid navigated overboard=[mate,captain]` `kid chummed from=hand` `fell` "
        "`=> mate.wounds=9 mate.state=out captain.wounds=10 captain.state=out`",
    ),
    (
        "LR8 two chums make two wounds; one before somebody aboard none",
        f"`S` `set open.lauren=[chum]` `{TO_CHOOSE}` `kid navigated overboard=[mate]` `=> overboard.sharks=0` "
        "`lauren chummed from=open` `=> overboard.sharks=1` `kid chummed from=hand` `fell` `=> mate.wounds=3`",
    ),
    (
        "LR10 from the bow to the stern, in the order of the causes",
        f"`S` `set rowed=[kid] fought=[lauren]` `{TO_CHOOSE}` "
        "`kid navigated thirsty=[kid,lauren] oars=true fists=true` "
        '`=> thirst=[{"who":"lauren","causes":["fought","named"]},{"who":"kid","causes":["rowed","named"]}]`',
    ),
    (
        "LR10 who dies of one has no more",
        "`S` `set rowed=[kid] wounds.kid=3` `p l s c m f` `frenchy navigated thirsty=[kid] oars=true` `kid suffered` "
        "`=> kid.state=dead kid.wounds=4 day=2`",
    ),
    (
        "LR11 taken from its owner a parasol is closed, merely laid it does nothing",
        "`S` `lauren used card=parasol from=hand` `stephen demanded of=lauren for=open card=parasol` `lauren agreed` "
        "`=> stephen.open=[parasol] stephen.parasol=false lauren.parasol=false` `p c m f k` "
        "`kid navigated thirsty=[stephen]` `=> turn=stephen`",
    ),
    ("LR12 a preserver before another is theirs", "`S` `lauren laid card=preserver to=kid` `=> kid.open=[preserver]`"),
    (
        "LR14 no hand card is left: nothing is taken",
        "`S` `lauren demanded of=kid for=hand` `kid laid card=oar` `kid laid card=water` `kid agreed` "
        "`=> lauren.hand=2 kid.hand=0 turn=stephen`",
    ),
    ("LR15 a seat the Kid must ask for", "`S` `p l s c m f` `kid demanded of=mate for=seat` `=> step=answer`"),
    (
        "LR16 the fourth bird ends the game before the next card",
        '`S` `set birds=3` `lauren used card=flare from=hand birds=["none","bird"]` `=> step=reveal birds=4`',
    ),
    ("LR17 the compass without a row stack", f"`S` `set open.kid=[compass]` `{TO_CHOOSE}` `kid navigated compass=true` "
     "`=> day=2 navigation.deck=24`"),
    (
        "LR18 woken before their turn they have it, afterwards not",
        "`S` `set wounds.mate=8 wounds.lauren=4` `=> turn=stephen` `stephen used card=medkit from=hand on=mate` "
        "`captain used card=medkit from=hand on=lauren` `=> turn=mate waiting=[mate,frenchy,kid]`",
    ),
    ("LR23 a crossed bird at 0 is passed over", f"`S` `{TO_CHOOSE}` `kid navigated bird=crossed` `=> birds=0`"),
    ("V1 a row draws one card", "`S V1` `lauren rowed kept=1` `=> navigation.row=1 navigation.deck=23`"),
    ("V2 everybody is one larger", "`S V2` `=> lauren.size=5 kid.size=4 kid.survival=9`"),
    (
        "V2 chum and calls make one wound at most",
        f"`S V2` `{TO_CHOOSE}` `kid navigated overboard=[mate]` `kid chummed from=hand` `kid chummed from=hand` "
        "`=> overboard.sharks=1`",
    ),
    ("V3 a wound for everyone and a bird", "`S V3` `=> birds=1 lauren.wounds=1 kid.wounds=1`"),
    (
        "V4 without objection the body is eaten",
        "`S V4` `set wounds.kid=4 wounds.mate=8 wounds.frenchy=9` `lauren used card=cannibalism from=hand on=kid` "
        "`eaten` `=> kid.left=eaten mate.wounds=7 frenchy.wounds=9 turn=stephen`",
    ),
    (
        "LR20 after a lost fight the card stays open",
        "`S V4` `set wounds.kid=4` `lauren used card=cannibalism from=hand on=kid` `mate objected` `fought` "
        "`=> lauren.open=[cannibalism] lauren.wounds=1 kid.state=dead turn=stephen`",
    ),
    (
        "V5 LR21 Harter keeps the kit",
        "`S7 V4 V5` `set wounds.kid=1` `p l s c m f` `harter used card=medkit from=hand on=kid` "
        "`=> harter.open=[medkit] kid.wounds=0 turn=kid discard=[]`",
    ),
]  # fmt: skip


@pytest.mark.parametrize("text", [text for _, text in SHOWN], ids=[rule for rule, _ in SHOWN])
def test_rule(text: str) -> None:
    assert check(text) > 0


def end(*before: str, variants: str = "", **hands: str) -> dict[str, Any]:
    """Return the scores of a game of four: `hands` by first letters, each ``love hate cards``."""
    names = {"l": "lauren", "s": "stephen", "c": "captain", "m": "mate"}
    state = state_after(f"S4 {variants}".strip(), *before)
    navigator = state["turn"] or ""
    steps = [*before, f"{navigator} navigated bird=bird"]
    for letter, text in hands.items():
        love, hate, cards = text.split()
        steps.append(f"{names[letter]} revealed love={names[love]} hate={names[hate]} hand=[{cards}]")
    scores: dict[str, Any] = state_after(f"S4 {variants}".strip(), *steps)["scores"]
    return scores


def test_l25_survival_treasure_love_and_hate() -> None:
    hands = {"l": "s m jewels,jewels", "s": "c l painting-3,cash", "c": "m s cash,cash", "m": "l c oar,water"}
    scores = end("set birds=3 wounds.mate=9", "p l s c", **hands)
    assert scores["lauren"] == {"survival": 8, "treasure": 8, "love": 7, "hate": 8, "total": 31}
    assert scores["stephen"] == {"survival": 7, "treasure": 7, "love": 5, "hate": 0, "total": 19}
    assert scores["captain"] == {"survival": 5, "treasure": 4, "love": 0, "hate": 0, "total": 9}
    assert scores["mate"] == {"survival": 0, "treasure": 0, "love": 8, "hate": 0, "total": 8}


def test_l26_who_loves_themselves_has_it_twice_who_hates_themselves_not_at_all() -> None:
    scores = end("set birds=3 wounds.mate=9", "p l s c", l="l s oar,oar", s="m c water,water", c="s l water,water",
                 m="c m water,water")  # fmt: skip
    assert (scores["lauren"]["survival"], scores["lauren"]["love"]) == (8, 8)
    assert scores["mate"] == {"survival": 0, "treasure": 0, "love": 5, "hate": 0, "total": 5}


ENDS_WITH_A_DROWNED = ("set birds=2 wounds.mate=9", "p l s c", "captain navigated bird=bird overboard=[mate]", "fell",
                       "t l s c", "p l s c")  # fmt: skip


def test_l27_who_is_out_scores_nothing_but_with_v6_love_and_hate() -> None:
    out = _scores_with_nothing_in_hand("")
    assert out["mate"] == {"survival": 0, "treasure": 0, "love": 0, "hate": 0, "total": 0}
    assert _scores_with_nothing_in_hand(" V6")["mate"] == {
        "survival": 0,
        "treasure": 0,
        "love": 8,
        "hate": 0,
        "total": 8,
    }


def _scores_with_nothing_in_hand(variants: str) -> dict[str, Any]:
    steps = [
        f"S4{variants}",
        *ENDS_WITH_A_DROWNED,
        "captain navigated bird=bird",
        "lauren revealed love=stephen hate=mate hand=[oar,oar,cash]",
        "stephen revealed love=mate hate=lauren hand=[water,water,water]",
        "captain revealed love=captain hate=stephen hand=[cash,knife,gaff]",
        "mate revealed love=lauren hate=captain hand=[]",
    ]
    scores: dict[str, Any] = state_after(*steps)["scores"]
    assert scores["lauren"]["hate"] == 8
    assert scores["stephen"]["love"] == 0
    return scores


def test_lr19_v2_does_not_change_hate_points() -> None:
    hands = {"l": "s m oar,oar", "s": "m c water,water", "c": "l s water,water", "m": "c l water,water"}
    assert end("set birds=3 wounds.mate=10", "p l s c", variants="V2", **hands)["lauren"]["hate"] == 8


def test_lr22_equal_points_are_a_shared_victory() -> None:
    steps = ["S4", "set birds=3 hands.lauren=0 hands.stephen=0 hands.captain=0 hands.mate=0", "p l s c m"]
    steps += ["mate navigated bird=bird"]
    steps += [
        "lauren revealed love=mate hate=stephen hand=[]",
        "stephen revealed love=captain hate=mate hand=[]",
        "captain revealed love=stephen hate=lauren hand=[]",
        "mate revealed love=lauren hate=captain hand=[]",
    ]
    assert found(state_after(*steps), "over.winners") == ["lauren", "stephen", "captain", "mate"]


def test_v1_takes_its_card_before_the_compass() -> None:
    steps = ("set open.kid=[compass] row=23", TO_CHOOSE, "kid navigated compass=true")
    assert codes("S", *steps) == []
    assert codes("S V1", *steps) == ["deck-empty"]


def test_every_note_names_its_rule_and_whom_it_is_about() -> None:
    assert set(NOTE_RULES) == set(Note)
    game = told("S", "set wounds.kid=3", "lauren demanded of=kid for=hand").game
    assert game is not None
    assert [(str(note), character and str(character)) for note, character in game.state.notes] == [
        ("cannot-refuse", "kid")
    ]
    game = told("S", "set wounds.stephen=5", "p l").game
    assert game is not None
    assert [(NOTE_RULES[note], str(character)) for note, character in game.state.notes] == [("L8", "stephen")]
