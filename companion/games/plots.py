"""Plots for files, by matplotlib, which is an extra."""

import io
import warnings
from collections.abc import Mapping, Sequence

from matplotlib import rcParams
from matplotlib.figure import Figure

#: Width of a plot, height of a bar and of what stands round them (inches).
_WIDTH = 7.0
_BAR = 0.16
_FRAME = 0.8


def bar_plot(labels: Sequence[str], series: Mapping[str, Sequence[float]]) -> bytes:
    """Return a picture (SVG) with a group of bars for each label, one bar for each series.

    The same input gives the same bytes.
    """
    # Letters stay letters: whoever shows the page has fonts for all of them.
    rcParams["svg.fonttype"], rcParams["svg.hashsalt"] = "none", "companion"
    # A name with dollar signs is no formula, nor can it be a wrong one.
    rcParams["text.parse_math"] = False
    figure = Figure(figsize=(_WIDTH, _FRAME + _BAR * len(labels) * (len(series) + 1)), layout="constrained")
    axes = figure.add_subplot()
    height = 1 / (len(series) + 1)
    for number, (name, values) in enumerate(series.items()):
        axes.barh([place + number * height for place in range(len(labels))], values, height, label=name)
    axes.set_yticks([place + height * (len(series) - 1) / 2 for place in range(len(labels))], labels)
    axes.invert_yaxis()
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()
