"""The worked examples of the rules (section 11), word for word."""

import re

import pytest

from tests.engine.lifeboat.told import check

EXAMPLES = """
**E1 A refused mugging.** `S` `p l s c` `mate demanded of=lauren for=hand` `=> step=answer turn=lauren` `lauren refused` `captain joined side=defend` `=>
fight.strength={"attack":8,"defend":11}` `fought` `=> mate.wounds=1 lauren.hand=2 lauren.fought=true captain.fought=true turn=frenchy demand=null`
**E2 A tie.** `S` `p l s c` `mate demanded of=stephen for=seat` `stephen refused` `stephen laid card=knife` `=> fight.strength={"attack":8,"defend":8}` `fought`
`=> mate.wounds=1 stephen.wounds=0 stephen.open=[knife] stephen.hand=1 seats=[lauren,stephen,captain,mate,frenchy,kid]`
**E3 The morning's order.** `S` `p l` `stephen demanded of=kid for=seat` `kid agreed` `=> seats=[lauren,kid,captain,mate,frenchy,stephen]
order=[lauren,stephen,captain,mate,frenchy,kid] turn=captain` `p c m f k` `=> phase=navigation step=choose turn=stephen order=[]`
**E4 The Kid overreaches.** `S` `set wounds.kid=2 open.mate=[knife]` `p l s c m f` `kid demanded of=mate for=open card=knife` `mate refused` `fought` `=>
kid.wounds=3 kid.state=unconscious step=choose turn=frenchy` `frenchy navigated overboard=[kid]` `fell` `=> kid.state=out kid.left=drowned
gone={"hands":2,"open":[]} day=2 waiting=[lauren,stephen,captain,mate,frenchy]` `lauren demanded of=kid for=seat` `!! not-now`
**E5 Chum.** `S` `set open.captain=[preserver,knife]` `p l s c m f k` `kid navigated overboard=[captain,frenchy]` `kid chummed from=hand` `=>
overboard={"falling":["captain","frenchy"],"chum":1,"called":[],"sharks":1}` `fell` `=> captain.wounds=1 frenchy.wounds=1 captain.open=[preserver]
discard=[chum,knife] day=2`
**E6 Three thirsts.** `S` `set rowed=[mate] fought=[mate,kid]` `p l s c m f k` `kid navigated bird=bird thirsty=[mate] oars=true fists=true` `=> birds=1
thirst=[{"who":"mate","causes":["rowed","fought","named"]},{"who":"kid","causes":["fought"]}]` `mate drank for=mate from=hand` `lauren drank for=mate from=hand`
`mate suffered` `=> mate.wounds=1 turn=kid discard=[water,water]`
**E7 A parasol overboard.** `S` `p l` `stephen used card=parasol from=hand` `=> stephen.parasol=true stephen.open=[parasol]` `p c m f k` `kid navigated
overboard=[stephen] thirsty=[stephen]` `fell` `=> stephen.parasol=false step=thirst turn=stephen` `stephen suffered` `=> stephen.wounds=2 day=2`
**E8 Scoring.** `S4` `set birds=3 wounds.mate=9 hands.captain=6 hands.lauren=3` `p l s c` `captain navigated bird=bird` `captain revealed love=stephen hate=mate
hand=[cash,cash,cash,painting-3,jewels,jewels]` `lauren revealed love=lauren hate=lauren hand=[jewels,water,oar]` `stephen revealed love=captain hate=stephen
hand=[painting-2,cash]` `mate revealed love=mate hate=captain hand=[painting-3,cash]` `=>
scores.captain={"survival":5,"treasure":13,"love":7,"hate":8,"total":33} scores.lauren={"survival":0,"treasure":2,"love":8,"hate":8,"total":18}
scores.stephen={"survival":0,"treasure":5,"love":5,"hate":8,"total":18} scores.mate={"survival":0,"treasure":4,"love":0,"hate":0,"total":4}
over={"winners":["captain"],"reason":"landed"}`
**E9 A ghost.** `S V2` `set wounds.kid=4` `p l s c m f` `frenchy navigated overboard=[kid]` `fell` `t l s c m f` `p l s c m f` `frenchy navigated
overboard=[mate]` `kid haunted` `lauren chummed from=hand` `=> overboard.sharks=1` `fell` `=> mate.wounds=2 day=3`
**E10 Cannibals.** `S V4` `set wounds.kid=4 wounds.lauren=1` `lauren used card=cannibalism from=hand on=kid` `=> step=objection lauren.open=[cannibalism]`
`stephen objected` `mate joined side=attack` `fought` `=> kid.left=eaten stephen.wounds=0 lauren.wounds=0 discard=[cannibalism] gone={"hands":2,"open":[]}
turn=stephen`
"""
TITLES = re.findall(r"\*\*(E\d+) ([^*]*)\.\*\*", EXAMPLES)
TEXTS = re.split(r"\*\*E\d+[^*]*\*\*", EXAMPLES)[1:]


@pytest.mark.parametrize("text", TEXTS, ids=[f"{number} {title}" for number, title in TITLES])
def test_worked_example(text: str) -> None:
    assert check(text) > 0


def test_all_of_them_are_there() -> None:
    assert [number for number, _ in TITLES] == [f"E{number}" for number in range(1, 11)]
