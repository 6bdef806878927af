"""Short names of rooms for narrow boxes.

Within a language no two rooms have the same first word, nor the same name.
"""

from collections.abc import Mapping

from companion.games.betrayal.language import say_as


def short_room_names() -> Mapping[str, str]:
    """Return the rooms' short names by id.

    They are for places without room for the full names; what tells them apart comes first.
    """
    return {
        "basement-landing": say_as("short", "Base. land."),
        "entrance-hall": say_as("short", "Entr. hall"),
        "foyer": say_as("short", "Foyer"),
        "grand-staircase": say_as("short", "Gr. stair"),
        "upper-landing": say_as("short", "Up. land."),
        "abandoned-room": say_as("short", "Aban. room"),
        "attic": say_as("short", "Attic"),
        "balcony": say_as("short", "Balc."),
        "ballroom": say_as("short", "Ball room"),
        "bedroom": say_as("short", "Bed room"),
        "bloody-room": say_as("short", "Blood room"),
        "catacombs": say_as("short", "Cata- cmb."),
        "chapel": say_as("short", "Chap."),
        "charred-room": say_as("short", "Char. room"),
        "chasm": say_as("short", "Chas."),
        "coal-chute": say_as("short", "Coal chute"),
        "collapsed-room": say_as("short", "Coll. room"),
        "conservatory": say_as("short", "Cons."),
        "creaky-hallway": say_as("short", "Crea. hall"),
        "crypt": say_as("short", "Crypt"),
        "dining-room": say_as("short", "Dine room"),
        "dusty-hallway": say_as("short", "Dusty hall"),
        "furnace-room": say_as("short", "Furn. room"),
        "gallery": say_as("short", "Gall."),
        "game-room": say_as("short", "Gam. room"),
        "gardens": say_as("short", "Gard."),
        "graveyard": say_as("short", "Grv. yard"),
        "gymnasium": say_as("short", "Gym"),
        "junk-room": say_as("short", "Junk room"),
        "kitchen": say_as("short", "Kit."),
        "larder": say_as("short", "Lard."),
        "library": say_as("short", "Libr."),
        "master-bedroom": say_as("short", "Mast. bed"),
        "mystic-elevator": say_as("short", "Lift"),
        "operating-laboratory": say_as("short", "Oper. lab"),
        "organ-room": say_as("short", "Org. room"),
        "patio": say_as("short", "Patio"),
        "pentagram-chamber": say_as("short", "Pent. chb."),
        "research-laboratory": say_as("short", "Res. lab"),
        "servants-quarters": say_as("short", "Serv. qrtrs"),
        "stairs-from-basement": say_as("short", "Stair base."),
        "statuary-corridor": say_as("short", "Stat. corr."),
        "storeroom": say_as("short", "Store room"),
        "tower": say_as("short", "Twr."),
        "underground-lake": say_as("short", "Lake"),
        "vault": say_as("short", "Vault"),
        "wine-cellar": say_as("short", "Wine cell."),
        "arsenal": say_as("short", "Arse."),
        "bathroom": say_as("short", "Bath room"),
        "cave": say_as("short", "Cave"),
        "drawing-room": say_as("short", "Drw. room"),
        "dungeon": say_as("short", "Dun."),
        "laundry": say_as("short", "Laun."),
        "locked-room": say_as("short", "Lock. room"),
        "menagerie": say_as("short", "Men."),
        "nursery": say_as("short", "Nurs."),
        "panic-room": say_as("short", "Panic room"),
        "roof-landing": say_as("short", "Roof land."),
        "rookery": say_as("short", "Rook."),
        "sewing-room": say_as("short", "Sew. room"),
        "solarium": say_as("short", "Solar."),
        "spiral-staircase": say_as("short", "Spiral stair"),
        "storm-cellar": say_as("short", "Stm. cell."),
        "study": say_as("short", "Study"),
        "theater": say_as("short", "Thea."),
        "tree-house": say_as("short", "Tree hse"),
        "widows-walk": say_as("short", "Wid. walk"),
    }
