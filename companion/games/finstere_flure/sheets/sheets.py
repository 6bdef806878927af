"""The print-ready sheets with all tags: instructions, then stickers section by section."""

from companion.device.sentences import number_text
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.sheets.edge_strips import strip_pages
from companion.games.finstere_flure.sheets.guide import pieces_page
from companion.games.finstere_flure.sheets.guide_board import board_page
from companion.games.finstere_flure.sheets.stickers import (
    band_sticker,
    card_sticker,
    monster_sticker,
    tile_sticker,
    token_sticker,
)
from companion.games.finstere_flure.tags import TagSizes
from companion.sheets.layout import Group, Section, SheetPage, lay_out
from companion.sheets.reference_geometry import in_corner
from companion.sheets.references import reference_sticker
from engine.finstere_flure.pieces import (
    MONSTER,
    POOL_SHAPES,
    STONE_FRONTS,
    TELEPORTER_PAIRS,
    TOKENS,
    Colour,
    Side,
    white_numbers,
)
from vision.model.catalogue import Catalogue, Tag

#: Tokens thinner than this have no room for numbers on their edge.
_LEAST_BAND_MM = 4.0


def make_pages(catalogue: Catalogue, sizes: TagSizes) -> list[SheetPage]:
    """Make all pages: instructions first, then the stickers.

    Every tag of the catalogue is on exactly one of them.
    """
    sections = (_tokens(catalogue, sizes), _tiles(catalogue, sizes), _cards(catalogue, sizes))
    pages = [pieces_page(catalogue, sizes), board_page(catalogue, sizes)]
    for section in (*sections, _references(catalogue)):
        pages += lay_out(section)
    pages += strip_pages(sizes.cell_mm)
    if sizes.token_height_mm >= _LEAST_BAND_MM:
        pages += lay_out(_bands(sizes))
    return pages


def _by_id(catalogue: Catalogue) -> dict[str, Tag]:
    return {tag.id: tag for tag in catalogue.tags}


def _tokens(catalogue: Catalogue, sizes: TagSizes) -> Section:
    tags = _by_id(catalogue)
    lines: list[tuple[Group, ...]] = []
    for colour in Colour:
        tokens = [f"{colour}-{white}" for white in white_numbers(colour)]
        lines.append(
            tuple(tuple(token_sticker(tags[f"{t}/{side}"], sizes, catalogue.code) for side in Side) for t in tokens)
        )
    notes = (
        say(
            "Both stickers of a pair go on the same token: the one that says white over its "
            "white number, the one that says black over its black number."
        ),
        say(
            "Cut out the circles ({token_mm} mm). The label below each stays on the sheet.",
            token_mm=number_text(sizes.token_mm),
        ),
    )
    return Section(say("Tokens"), notes, tuple(lines))


def _bands(sizes: TagSizes) -> Section:
    bands = tuple((band_sticker(token, sizes),) for token in TOKENS)
    notes = (
        say("For the players' eyes only; the camera does not need them: a band round the edge of each token."),
        say(
            "Stick each so that its white numbers stand upright when the token shows its white "
            "sticker. The upper row of numbers then always holds."
        ),
    )
    return Section(say("Edges of the tokens (if you like)"), notes, (bands,))


def _tiles(catalogue: Catalogue, sizes: TagSizes) -> Section:
    tags = _by_id(catalogue)
    stones = tuple(
        tuple(tile_sticker(tags[f"{tile}/{face}"], sizes, catalogue.code) for face in ("front", "back"))
        for tile in STONE_FRONTS
    )
    others = tuple((tile_sticker(tags[tile], sizes, catalogue.code),) for tile in (*TELEPORTER_PAIRS, *POOL_SHAPES))
    notes = (
        say(
            "Front and back of a pair go on the same tile: the front on the face with the same "
            "sign, the back on the plain face."
        ),
        say(
            "Teleporters: the broad arrow points as the printed one. Pools: on the upper left "
            "cell; the pool goes on where the arrows point."
        ),
    )
    return Section(say("Tiles"), notes, (stones, others))


def _cards(catalogue: Catalogue, sizes: TagSizes) -> Section:
    monster = (monster_sticker(_by_id(catalogue)[MONSTER], sizes, catalogue.code),)
    cards = tuple((card_sticker(tag, sizes),) for tag in catalogue.tags if tag.kind == "card")
    notes = (
        say(
            "The monster's cap: glue it to card and put it level on the monster's head, its nose "
            "where the monster looks."
        ),
        say("Cards: on the face with the number, never on the back. Of two equal cards one gets a, the other b."),
    )
    return Section(say("Monster and cards"), notes, ((monster,), cards))


def _references(catalogue: Catalogue) -> Section:
    grid = catalogue.grid
    large = [tag for tag in catalogue.references if in_corner(tag, grid)]
    small = [tag for tag in catalogue.references if not in_corner(tag, grid)]
    notes = (
        say(
            "The page about the board shows where these six lie: the camera finds it by them. Bold edges go against it."
        ),
        say(
            "Print these on stiff paper and fix them with tape or putty, flat and at the height of the board's surface."
        ),
    )
    lines = tuple(tuple((reference_sticker(tag, grid),) for tag in tags) for tags in (large, small))
    return Section(say("Reference tags"), notes, lines)
