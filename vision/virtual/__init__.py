"""Virtual camera: its view of a table of which everything is known, and the truth beside it."""

from vision.virtual.framing import Viewpoint, fit_view, view_at_scale
from vision.virtual.hand import HAND_POSES, Hand
from vision.virtual.incremental_renderer import IncrementalRenderer
from vision.virtual.light import LIGHTS, PictureLook
from vision.virtual.render import Shot, render
from vision.virtual.scene import Body, Print, PrintedCode, Scene, Thing, disc, rectangle

__all__ = [
    "HAND_POSES",
    "LIGHTS",
    "Body",
    "Hand",
    "IncrementalRenderer",
    "PictureLook",
    "Print",
    "PrintedCode",
    "Scene",
    "Shot",
    "Thing",
    "Viewpoint",
    "disc",
    "fit_view",
    "rectangle",
    "render",
    "view_at_scale",
]
