"""Names of rooms, explorers and cards, with the cards and rooms of Widow's Walk."""

from collections.abc import Mapping

from companion.games.betrayal.language import later, say

#: By the ids of tiles.
_ROOMS: Mapping[str, str] = {
    "basement-landing": later("Basement Landing"),
    "entrance-hall": later("Entrance Hall"),
    "foyer": later("Foyer"),
    "grand-staircase": later("Grand Staircase"),
    "upper-landing": later("Upper Landing"),
    "abandoned-room": later("Abandoned Room"),
    "attic": later("Attic"),
    "balcony": later("Balcony"),
    "ballroom": later("Ballroom"),
    "bedroom": later("Bedroom"),
    "bloody-room": later("Bloody Room"),
    "catacombs": later("Catacombs"),
    "chapel": later("Chapel"),
    "charred-room": later("Charred Room"),
    "chasm": later("Chasm"),
    "coal-chute": later("Coal Chute"),
    "collapsed-room": later("Collapsed Room"),
    "conservatory": later("Conservatory"),
    "creaky-hallway": later("Creaky Hallway"),
    "crypt": later("Crypt"),
    "dining-room": later("Dining Room"),
    "dusty-hallway": later("Dusty Hallway"),
    "furnace-room": later("Furnace Room"),
    "gallery": later("Gallery"),
    "game-room": later("Game Room"),
    "gardens": later("Gardens"),
    "graveyard": later("Graveyard"),
    "gymnasium": later("Gymnasium"),
    "junk-room": later("Junk Room"),
    "kitchen": later("Kitchen"),
    "larder": later("Larder"),
    "library": later("Library"),
    "master-bedroom": later("Master Bedroom"),
    "mystic-elevator": later("Mystic Elevator"),
    "operating-laboratory": later("Operating Laboratory"),
    "organ-room": later("Organ Room"),
    "patio": later("Patio"),
    "pentagram-chamber": later("Pentagram Chamber"),
    "research-laboratory": later("Research Laboratory"),
    "servants-quarters": later("Servants' Quarters"),
    "stairs-from-basement": later("Stairs from Basement"),
    "statuary-corridor": later("Statuary Corridor"),
    "storeroom": later("Storeroom"),
    "tower": later("Tower"),
    "underground-lake": later("Underground Lake"),
    "vault": later("Vault"),
    "wine-cellar": later("Wine Cellar"),
    "arsenal": later("Arsenal"),
    "bathroom": later("Bathroom"),
    "cave": later("Cave"),
    "drawing-room": later("Drawing Room"),
    "dungeon": later("Dungeon"),
    "laundry": later("Laundry"),
    "locked-room": later("Locked Room"),
    "menagerie": later("Menagerie"),
    "nursery": later("Nursery"),
    "panic-room": later("Panic Room"),
    "roof-landing": later("Roof Landing"),
    "rookery": later("Rookery"),
    "sewing-room": later("Sewing Room"),
    "solarium": later("Solarium"),
    "spiral-staircase": later("Spiral Staircase"),
    "storm-cellar": later("Storm Cellar"),
    "study": later("Study"),
    "theater": later("Theater"),
    "tree-house": later("Tree House"),
    "widows-walk": later("Widow's Walk"),
}
#: By the ids of explorers.
_EXPLORERS: Mapping[str, str] = {
    "ox": later("Ox Bellows"),
    "flash": later('Darrin "Flash" Williams'),
    "missy": later("Missy Dubourde"),
    "zoe": later("Zoe Ingstrom"),
    "peter": later("Peter Akimoto"),
    "brandon": later("Brandon Jaspers"),
    "zostra": later("Madame Zostra"),
    "vivian": later("Vivian Lopez"),
    "longfellow": later("Professor Longfellow"),
    "rhinehardt": later("Father Rhinehardt"),
    "heather": later("Heather Granville"),
    "jenny": later("Jenny LeClerc"),
}
#: By the ids of explorers; no two have the same.
_LETTERS: Mapping[str, str] = {
    "ox": later("Ox"),
    "flash": later("Fl"),
    "missy": later("Mi"),
    "zoe": later("Zo"),
    "peter": later("Pe"),
    "brandon": later("Br"),
    "zostra": later("Zs"),
    "vivian": later("Vi"),
    "longfellow": later("Lo"),
    "rhinehardt": later("Rh"),
    "heather": later("He"),
    "jenny": later("Je"),
}
#: By the ids of omens and items.
_CARDS: Mapping[str, str] = {
    "bite": later("Bite"),
    "book": later("Book"),
    "crystal-ball": later("Crystal Ball"),
    "dog": later("Dog"),
    "girl": later("Girl"),
    "holy-symbol": later("Holy Symbol"),
    "madman": later("Madman"),
    "mask": later("Mask"),
    "medallion": later("Medallion"),
    "ring": later("Ring"),
    "skull": later("Skull"),
    "spear": later("Spear"),
    "spirit-board": later("Spirit Board"),
    "bloodstone": later("Bloodstone"),
    "box": later("Box"),
    "cat": later("Cat"),
    "key": later("Key"),
    "letter": later("Letter"),
    "photograph": later("Photograph"),
    "rope": later("Rope"),
    "vial": later("Vial"),
    "adrenaline-shot": later("Adrenaline Shot"),
    "amulet-of-the-ages": later("Amulet of the Ages"),
    "angel-feather": later("Angel Feather"),
    "armor": later("Armor"),
    "axe": later("Axe"),
    "bell": later("Bell"),
    "blood-dagger": later("Blood Dagger"),
    "bottle": later("Bottle"),
    "candle": later("Candle"),
    "dark-dice": later("Dark Dice"),
    "dynamite": later("Dynamite"),
    "healing-salve": later("Healing Salve"),
    "idol": later("Idol"),
    "lucky-stone": later("Lucky Stone"),
    "medical-kit": later("Medical Kit"),
    "music-box": later("Music Box"),
    "pickpockets-gloves": later("Pickpocket's Gloves"),
    "puzzle-box": later("Puzzle Box"),
    "rabbits-foot": later("Rabbit's Foot"),
    "revolver": later("Revolver"),
    "sacrificial-dagger": later("Sacrificial Dagger"),
    "smelling-salts": later("Smelling Salts"),
    "blueprint": later("Blueprint"),
    "boomstick": later("Boomstick"),
    "camcorder": later("Camcorder"),
    "ceremonial-robe": later("Ceremonial Robe"),
    "chainsaw": later("Chainsaw"),
    "chalk": later("Chalk"),
    "device": later("Device"),
    "effigy": later("Effigy"),
    "locket": later("Locket"),
    "snake-oil": later("Snake Oil"),
    "teapot": later("Teapot"),
}


def room_name(room: str) -> str:
    """Return the name of a room."""
    return say(_ROOMS[room])


def explorer_name(explorer: str) -> str:
    """Return the name of an explorer."""
    return say(_EXPLORERS[explorer])


def explorer_letters(explorer: str) -> str:
    """Return the letters on an explorer's figure."""
    return say(_LETTERS[explorer])


def card_name(card: str) -> str:
    """Return the name of an omen or an item."""
    return say(_CARDS[card])
