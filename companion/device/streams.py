"""Standard input, output and error of the process: usable even where they are closed."""

import contextlib
import io
import os
import sys

#: The file descriptors of standard input, output and error.
_STANDARD = {"stdin": (0, "r"), "stdout": (1, "w"), "stderr": (2, "w")}


def prepare_streams() -> None:
    """Put the null device in the place of standard streams that are closed.

    A file that is opened later would else get the number of one of them, and what is printed would be written into
    it. Characters that the outputs cannot encode become question marks, not an error.
    """
    for name, (number, mode) in _STANDARD.items():
        if getattr(sys, name) is None:
            _open_nothing(number)
            # For as long as the process runs.
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # An input from which something was read before stays as it is.
            with contextlib.suppress(io.UnsupportedOperation):
                stream.reconfigure(errors="replace")


def drop_output() -> None:
    """Send standard output nowhere: who read it has gone, or its disk is full."""
    _open_nothing(sys.stdout.fileno())


def _open_nothing(number: int) -> None:
    """Open the null device with this file descriptor, also for programs that are started."""
    nothing = os.open(os.devnull, os.O_RDWR)
    if nothing != number:
        os.dup2(nothing, number)
        os.close(nothing)
    else:
        os.set_inheritable(number, True)
