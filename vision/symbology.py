"""Symbologies of tags, and the sizes of their symbols."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

#: Which symbology the tags are printed in: QR version 1, Micro QR M2 or AprilTag 36h11.
Symbology = Literal["qr", "micro", "april"]
SYMBOLOGIES: tuple[Symbology, ...] = get_args(Symbology)
#: Modules along a side of the symbol, and of the quiet zone round it, by symbology (ISO/IEC 18004; an AprilTag's black
#: border is part of its symbol. One white module round it would do, two also keep it apart from a dark piece.)
SYMBOL_MODULES: Mapping[Symbology, int] = MappingProxyType({"qr": 21, "micro": 13, "april": 8})
QUIET_MODULES: Mapping[Symbology, int] = MappingProxyType({"qr": 4, "micro": 2, "april": 2})
