"""Signs of items, professions and sides, of our own drawing.

Each is a light card with one thing on it.
"""

from collections.abc import Callable, Mapping

from companion.screen.pen import Pen, arc
from companion.screen.theme import Rgb
from engine.coach_ride.cards import Association, Card, Item, Profession
from engine.coach_ride.events import Support

_CARD: Rgb = (232, 226, 208)
_PROFESSION: Rgb = (206, 218, 232)
_DARK: Rgb = (38, 42, 52)
_RED: Rgb = (190, 48, 48)
_GOLD: Rgb = (206, 148, 24)
_STEEL: Rgb = (104, 112, 126)
_WOOD: Rgb = (140, 92, 48)
_BLUE: Rgb = (44, 100, 190)
_GREEN: Rgb = (46, 124, 76)
_PURPLE: Rgb = (128, 66, 168)
_WHITE: Rgb = (252, 252, 250)
ATTACK: Rgb = (238, 130, 60)
DEFENCE: Rgb = (82, 178, 120)
ORDER: Rgb = (86, 150, 226)
BROTHERHOOD: Rgb = (222, 92, 84)


def paint_card(pen: Pen, card: Card) -> None:
    """Paint an item or a profession in a square from -1 to 1."""
    pen.block(_DARK, (0, 0), (1, 1), 0.24)
    pen.block(_PROFESSION if isinstance(card, Profession) else _CARD, (0, 0), (0.92, 0.92), 0.2)
    _GLYPHS[card](pen)


def paint_association(pen: Pen, side: Association) -> None:
    """Paint the Order's open eye on a round shield, the Brotherhood's mask on a square."""
    if side is Association.ORDER:
        pen.disc(_DARK, (0, 0), 1)
        pen.disc(ORDER, (0, 0), 0.92)
        pen.shape(_WHITE, [*arc((0, 0.4), 0.8, 310, 410), *arc((0, -0.4), 0.8, 130, 230)])
        pen.disc(_DARK, (0, 0), 0.26)
        return
    pen.block(_DARK, (0, 0), (1, 1), 0.2)
    pen.block(BROTHERHOOD, (0, 0), (0.92, 0.92), 0.16)
    pen.shape(_DARK, [(-0.72, -0.36), (0.72, -0.36), (0.6, 0.2), (0.2, 0.3), (0, 0.06), (-0.2, 0.3), (-0.6, 0.2)])
    for x in (-0.34, 0.34):
        pen.disc(_WHITE, (x, -0.06), 0.15)


def paint_support(pen: Pen, side: Support) -> None:
    """Paint a sword or a shield."""
    if side is Support.SWORD:
        paint_sword(pen)
    else:
        paint_shield(pen)


def paint_sword(pen: Pen) -> None:
    """Paint a blade that points up."""
    pen.disc(_DARK, (0, 0), 1)
    pen.line(ATTACK, [(0.5, -0.62), (-0.3, 0.3)], 0.24)
    pen.line(ATTACK, [(-0.56, 0.02), (-0.02, 0.5)], 0.16)
    pen.line(ATTACK, [(-0.36, 0.36), (-0.58, 0.6)], 0.18)


def paint_shield(pen: Pen) -> None:
    """Paint a shield."""
    pen.disc(_DARK, (0, 0), 1)
    pen.shape(DEFENCE, [(-0.56, -0.56), (0, -0.7), (0.56, -0.56), (0.5, 0.16), (0, 0.72), (-0.5, 0.16)])
    pen.line(_DARK, [(0, -0.5), (0, 0.5)], 0.1)


def _key(pen: Pen) -> None:
    pen.ring(_GOLD, (-0.36, -0.36), 0.34, 0.16)
    pen.line(_GOLD, [(-0.14, -0.14), (0.6, 0.6)], 0.16)
    pen.line(_GOLD, [(0.36, 0.36), (0.58, 0.14)], 0.14)
    pen.line(_GOLD, [(0.56, 0.56), (0.74, 0.38)], 0.14)


def _goblet(pen: Pen) -> None:
    pen.shape(_GOLD, [(-0.5, -0.66), (0.5, -0.66), (0.34, -0.04), (0.1, 0.16), (-0.1, 0.16), (-0.34, -0.04)])
    pen.line(_GOLD, [(0, 0.1), (0, 0.56)], 0.14)
    pen.line(_GOLD, [(-0.36, 0.62), (0.36, 0.62)], 0.14)


def _bag(sign: Callable[[Pen], None]) -> Callable[[Pen], None]:
    def paint(pen: Pen) -> None:
        pen.line(_WOOD, arc((0, -0.4), 0.3, 270, 450), 0.12)
        pen.block(_WOOD, (0, 0.18), (0.74, 0.56), 0.14)
        inner = Pen(pen.surface)
        inner.middle = (pen.middle[0], pen.middle[1] + 0.18 * pen.unit)
        inner.unit = pen.unit * 0.55
        sign(inner)

    return paint


def _pearl(pen: Pen) -> None:
    pen.disc(_DARK, (0, 0), 0.58)
    pen.disc(_WHITE, (-0.2, -0.22), 0.13)


def _dagger(pen: Pen) -> None:
    pen.shape(_STEEL, [(0, -0.78), (0.18, -0.4), (0.14, 0.16), (-0.14, 0.16), (-0.18, -0.4)])
    pen.line(_DARK, [(-0.4, 0.22), (0.4, 0.22)], 0.14)
    pen.line(_WOOD, [(0, 0.3), (0, 0.66)], 0.2)


def _gloves(pen: Pen) -> None:
    for x in (-0.3, -0.1, 0.1, 0.3):
        pen.line(_WOOD, [(x, -0.52), (x, 0.0)], 0.17)
    pen.block(_WOOD, (0, 0.16), (0.4, 0.3), 0.1)
    pen.line(_WOOD, [(0.4, 0.2), (0.62, -0.1)], 0.17)
    pen.block(_RED, (0, 0.58), (0.42, 0.12), 0.05)


def _ring(pen: Pen) -> None:
    pen.ring(_GOLD, (0, 0.22), 0.5, 0.14)
    pen.shape(_GREEN, [(0, -0.1), (-0.3, -0.4), (-0.16, -0.66), (0.16, -0.66), (0.3, -0.4)])


def _knives(pen: Pen) -> None:
    for x in (-0.4, 0.0, 0.4):
        pen.shape(_STEEL, [(x, -0.7), (x + 0.13, -0.3), (x, 0.12), (x - 0.13, -0.3)])
        pen.line(_DARK, [(x, 0.2), (x, 0.6)], 0.12)


def _whip(pen: Pen) -> None:
    pen.line(_WOOD, [(-0.6, 0.66), (-0.3, 0.24)], 0.22)
    pen.line(_DARK, [(-0.3, 0.24), *arc((0.06, -0.1), 0.46, 230, 560)], 0.09)


def _privilege(pen: Pen) -> None:
    pen.block(_WHITE, (0, -0.06), (0.52, 0.66), 0.06)
    for y in (-0.44, -0.22, 0.0):
        pen.line(_STEEL, [(-0.32, y), (0.32, y)], 0.07)
    pen.disc(_RED, (0.22, 0.42), 0.22)


def _monocle(pen: Pen) -> None:
    pen.ring(_GOLD, (-0.06, -0.16), 0.46, 0.12)
    pen.disc((188, 214, 232), (-0.06, -0.16), 0.34)
    pen.line(_GOLD, [(0.36, 0.06), (0.5, 0.4), (0.34, 0.7)], 0.06)


def _mirror(pen: Pen) -> None:
    pen.disc(_WOOD, (0, -0.18), 0.56)
    pen.disc((198, 220, 236), (0, -0.18), 0.44)
    pen.line(_DARK, [(0.1, -0.6), (-0.08, -0.24), (0.12, -0.1), (-0.1, 0.22)], 0.07)
    pen.line(_WOOD, [(0, 0.38), (0, 0.74)], 0.18)


def _sextant(pen: Pen) -> None:
    pen.line(_GOLD, arc((0, -0.5), 1.0, 145, 215), 0.14)
    pen.line(_GOLD, [(0, -0.6), (-0.56, 0.3)], 0.1)
    pen.line(_GOLD, [(0, -0.6), (0.56, 0.3)], 0.1)
    pen.line(_DARK, [(0, -0.6), (0.16, 0.46)], 0.1)


def _coat(pen: Pen) -> None:
    pen.shape(_BLUE, [(-0.3, -0.66), (0.3, -0.66), (0.62, 0.68), (-0.62, 0.68)])
    pen.line(_DARK, [(0, -0.6), (0, 0.66)], 0.08)
    pen.line(_GOLD, [(-0.28, -0.6), (0, -0.34), (0.28, -0.6)], 0.12)


def _tome(pen: Pen) -> None:
    pen.block(_PURPLE, (0, 0), (0.56, 0.7), 0.08)
    pen.line(_WHITE, [(-0.4, -0.6), (-0.4, 0.6)], 0.08)
    pen.disc(_GOLD, (0.1, -0.06), 0.24)


def _crest(pen: Pen) -> None:
    pen.shape(_DARK, [(-0.6, -0.66), (0.6, -0.66), (0.54, 0.14), (0, 0.74), (-0.54, 0.14)])
    pen.shape(_GOLD, [(-0.46, -0.54), (0.46, -0.54), (0.42, 0.08), (0, 0.56), (-0.42, 0.08)])
    pen.shape(_DARK, [(0, -0.4), (0.3, 0.1), (-0.3, 0.1)])
    pen.disc(_GOLD, (0, -0.06), 0.09)


def _thug(pen: Pen) -> None:
    pen.line(_WOOD, [(-0.5, 0.6), (0.02, 0.0)], 0.18)
    pen.line(_WOOD, [(0.02, 0.0), (0.4, -0.46)], 0.4)


def _grandmaster(pen: Pen) -> None:
    pen.block((246, 224, 190), (0, 0), (0.3, 0.62), 0.2)
    pen.line(_DARK, [(-0.42, -0.3), (0.42, -0.3)], 0.2)
    pen.line(_DARK, [(0.36, -0.3), (0.66, 0.0)], 0.1)


def _bodyguard(pen: Pen) -> None:
    paint = [(-0.6, -0.6), (0, -0.74), (0.6, -0.6), (0.5, 0.2), (0, 0.74), (-0.5, 0.2)]
    pen.shape(_STEEL, paint)
    pen.line(_WHITE, [(-0.3, 0.0), (0.3, 0.0)], 0.16)
    pen.line(_WHITE, [(0, -0.3), (0, 0.3)], 0.16)


def _hypnotist(pen: Pen) -> None:
    pen.ring(_PURPLE, (0, 0), 0.7, 0.14)
    pen.ring(_PURPLE, (0.06, 0.04), 0.44, 0.14)
    pen.disc(_PURPLE, (0.1, 0.06), 0.16)


def _duelist(pen: Pen) -> None:
    for x in (-1, 1):
        pen.line(_STEEL, [(0.56 * x, -0.62), (-0.36 * x, 0.42)], 0.12)
        pen.line(_DARK, [(-0.54 * x, 0.22), (-0.18 * x, 0.56)], 0.12)


def _poison_mixer(pen: Pen) -> None:
    pen.line(_STEEL, [(0, -0.7), (0, -0.2)], 0.3)
    pen.disc(_GREEN, (0, 0.24), 0.46)
    for x in (-0.16, 0.16):
        pen.disc(_WHITE, (x, 0.16), 0.1)
    pen.line(_WHITE, [(-0.14, 0.46), (0.14, 0.46)], 0.08)


def _doctor(pen: Pen) -> None:
    pen.block(_RED, (0, 0), (0.6, 0.2), 0.04)
    pen.block(_RED, (0, 0), (0.2, 0.6), 0.04)


def _priest(pen: Pen) -> None:
    pen.line(_DARK, [(0, -0.7), (0, 0.7)], 0.2)
    pen.line(_DARK, [(-0.4, -0.26), (0.4, -0.26)], 0.2)


def _diplomat(pen: Pen) -> None:
    pen.line(_BLUE, [(-0.7, 0.1), (-0.2, -0.14), (0.14, 0.16)], 0.26)
    pen.line(_WOOD, [(0.7, 0.1), (0.2, -0.14), (-0.14, 0.16)], 0.26)


def _clairvoyant(pen: Pen) -> None:
    pen.disc(_PURPLE, (0, -0.12), 0.54)
    pen.disc(_WHITE, (-0.18, -0.3), 0.12)
    pen.shape(_DARK, [(-0.5, 0.7), (-0.36, 0.4), (0.36, 0.4), (0.5, 0.7)])


_GLYPHS: Mapping[Card, Callable[[Pen], None]] = {
    Item.KEY: _key,
    Item.GOBLET: _goblet,
    Item.BAG_KEY: _bag(_key),
    Item.BAG_GOBLET: _bag(_goblet),
    Item.PEARL: _pearl,
    Item.DAGGER: _dagger,
    Item.GLOVES: _gloves,
    Item.RING: _ring,
    Item.KNIVES: _knives,
    Item.WHIP: _whip,
    Item.PRIVILEGE: _privilege,
    Item.MONOCLE: _monocle,
    Item.MIRROR: _mirror,
    Item.SEXTANT: _sextant,
    Item.COAT: _coat,
    Item.TOME: _tome,
    Item.CREST: _crest,
    Profession.THUG: _thug,
    Profession.GRANDMASTER: _grandmaster,
    Profession.BODYGUARD: _bodyguard,
    Profession.HYPNOTIST: _hypnotist,
    Profession.DUELIST: _duelist,
    Profession.POISON_MIXER: _poison_mixer,
    Profession.DOCTOR: _doctor,
    Profession.PRIEST: _priest,
    Profession.DIPLOMAT: _diplomat,
    Profession.CLAIRVOYANT: _clairvoyant,
}
