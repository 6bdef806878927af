"""Picture of the boards of the example games for docs/games-of-others.md.

python -m tools.games_gallery
"""

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from companion.journal import Journal
from companion.phones.pictures import PhonePictures
from companion.screen import theme
from companion.screen.fonts import Fonts
from companion.screen.pages import BoardPage
from companion.virtual_table.scripted_player import ScriptedPlayer
from tools.walk.games import OWN_GAMES, games

ROOT = Path(__file__).parent.parent
OUT = ROOT / "docs/pictures/games-of-others.png"
#: Side of the room for a board (pixels).
_BOARD_PX = 220
#: Height of the line below it (pixels).
_LINE_PX = 30
#: Boards in a row.
_COLUMNS = 5


def main() -> int:
    """Draw each game's board after its first page, and write the picture."""
    pygame.display.init()
    pygame.display.set_mode((16, 16))
    pygame.font.init()
    fonts = Fonts()
    sys.path.append(str(ROOT / "examples/chess"))
    chess = import_module("chess_table.game").GAME
    shown = {game_id: game for game_id, game in games().items() if game_id not in OWN_GAMES} | {chess.id: chess}
    rows = -(-len(shown) // _COLUMNS)
    sheet = pygame.Surface((_COLUMNS * _BOARD_PX, rows * (_BOARD_PX + _LINE_PX)))
    sheet.fill(theme.BACKGROUND)
    for number, game in enumerate(shown.values()):
        left, top = number % _COLUMNS * _BOARD_PX, number // _COLUMNS * (_BOARD_PX + _LINE_PX)
        with tempfile.TemporaryDirectory() as folder:
            journal = Journal.open(Path(folder) / "games.sqlite")
            player = ScriptedPlayer(game.virtual, game.virtual.start(None, 1, {}), journal)
            player.begin()
            player.place_as_asked()
            page = player.page
            journal.close()
        if isinstance(page, BoardPage):
            board = PhonePictures(fonts, game.table.pictures(fonts)).paint_board(page)
            largest = (_BOARD_PX - 16) / max(board.get_size())
            board = pygame.transform.smoothscale_by(board, largest)
            sheet.blit(board, board.get_rect(center=(left + _BOARD_PX // 2, top + _BOARD_PX // 2)))
        name = fonts.render(game.table.title(), 17, False, theme.TEXT)
        sheet.blit(name, name.get_rect(center=(left + _BOARD_PX // 2, top + _BOARD_PX + _LINE_PX // 2 - 4)))
    pygame.image.save(sheet, OUT)
    print(f"{OUT.relative_to(ROOT)}: {len(shown)} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
