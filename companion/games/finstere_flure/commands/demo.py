"""``companion demo``: the virtual table, to watch or to play at.

Without a display it writes the whole way into files.
"""

import argparse
import random
import time
from functools import partial
from pathlib import Path

from companion.device.display import NoDisplayError
from companion.device.errors import UserError
from companion.device.pictures import write_picture
from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.prediction import predict_move
from companion.games.finstere_flure.reading.reading import caveats
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.screen.export import export_move
from companion.games.finstere_flure.screen.overlay import draw_move
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.game import VIRTUAL, some_game
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.games.finstere_flure.words.move_words import explain_move
from companion.games.finstere_flure.words.unseen_words import describe_unseen
from companion.table.photo import photo_of
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.pieces import DECK
from vision.virtual import PictureLook, fit_view, render

#: The picture of an ordinary 8 megapixel camera with an ordinary lens.
PICTURE_SIZE = (3280, 2464)
FOCAL_PX = 2700.0
#: A table on which a lot happens.
DEFAULT_SEED = 11
#: So many play by themselves for those who watch.
WATCHED_PLAYERS = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help="seed of the table")
    parser.add_argument("--no-window", action="store_true", help="write files even where there is a display")
    parser.add_argument("--card", help="in the files: this card instead of a random one")
    parser.add_argument("--out", metavar="DIR", default="demo-out", help="folder of the files (default: demo-out)")


def run(args: argparse.Namespace) -> int:
    """Open the virtual table in the midst of a chase; without a display write a move to files.

    Returns the exit status.
    """
    if not args.no_window:
        # Only the window needs pygame.
        from companion.games.finstere_flure.table.game import TABLE
        from companion.games.opponents import load_opponents
        from companion.table.run import TableOptions, run_table
        from companion.virtual_table.table_source import virtual_table_source

        watched = some_game(WATCHED_PLAYERS, args.seed)
        room = partial(virtual_table_source, game=VIRTUAL, start=watched, seed=args.seed)
        try:
            run_table(
                TableOptions(
                    [TABLE],
                    virtual=room,
                    watched=lambda _: watched,
                    autoplay=True,
                    load_opponents=load_opponents,
                )
            )
            return 0
        except NoDisplayError:
            print("There is no display for a window, so a monster's move is written to files.")
    return _write_files(args)


def _write_files(args: argparse.Namespace) -> int:
    """Make a table, photographs and read it, draw a card and write the monster's move."""
    card = parse_card(args.card or random.SystemRandom().choice(DECK))
    rng = random.Random(args.seed)
    out = Path(args.out)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{out}: cannot be made: {error.strerror}") from None

    table_position = random_table(rng)
    catalogue = make_catalogue()
    scene = scene_from_position(table_position, catalogue, seed=args.seed)
    view = fit_view(
        required_points(catalogue),
        PICTURE_SIZE,
        focal_px=FOCAL_PX,
        tilt_deg=rng.uniform(0, 25),
        azimuth_deg=rng.uniform(0, 360),
        roll_deg=rng.uniform(-20, 20),
    )
    pixels = render(scene, view, PictureLook(), args.seed).picture
    write_picture(str(out / "table.jpg"), pixels)
    print(f"The virtual camera has photographed a table: {out / 'table.jpg'}")

    began = time.perf_counter()
    photo = photo_of(pixels, catalogue, READINGS)
    print(f"Read {len(photo.table.pieces)} pieces in {time.perf_counter() - began:.2f} seconds.")
    for caveat in caveats(photo.table):
        print(caveat)
    # Nobody can uncover anything on this table.
    prediction = predict_move(photo.table, card, "table.jpg", as_seen=True)
    move = prediction.move
    print(f"Card drawn: {card.name}", *explain_move(move), *describe_unseen(prediction), sep="\n")
    drawn = draw_move(pixels, photo.table.reading.registration, photo.catalogue, move, prediction.unseen)
    write_picture(str(out / "prediction.jpg"), drawn)
    print(f"The monster's way drawn into the photo: {out / 'prediction.jpg'}")
    export_move(move, out / "move.gif")
    export_move(move, out / "move.png")
    print(f"The move as an animation: {out / 'move.gif'}; its end: {out / 'move.png'}")
    return 0
