"""Match of a place with the known symbols, and the gates that a match must pass."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from vision.model.code_detection import CodeDetection
from vision.symbology import Symbology

# Gates: a symbol is recognised only if it passes all.
#: Its modules correlate so well with a payload's (an AprilTag's few modules must, for many a pattern resembles them),
RECOGNISED: Mapping[Symbology, float] = MappingProxyType({"qr": 0.5, "micro": 0.5, "april": 0.9})
#: and so much better than with those of any other, as a share of what a perfect picture would give (the symbols of
#: Micro QR tags are so small that two can differ in a few modules only);
LEAST_PAYLOAD_MARGIN: Mapping[Symbology, float] = MappingProxyType({"qr": 0.4, "micro": 0.6, "april": 0.55})
#: and this margin is at least such a share of how well they correlate: little of what is seen may speak for another;
ALONE: Mapping[Symbology, float] = MappingProxyType({"qr": 0.7, "micro": 0.7, "april": 0.55})
#: and at least so well in nine tenths of the regions of the symbol that are not covered (an AprilTag has but one);
EVERYWHERE: Mapping[Symbology, float] = MappingProxyType({"qr": 0.4, "micro": 0.55, "april": 0.9})
#: and so many modules are seen that they are so alike by chance in one of exp(so many) cases only.
LEAST_NEG_LOG_P: Mapping[Symbology, float] = MappingProxyType({"qr": 0.0, "micro": 0.0, "april": 14.0})
#: A match that fails a gate by more than this is not sure either when its place is looked at again (of 69 QR tags the
#: three that were had failed by 0.02 at most).
UNSURE_AGAIN = -0.1
#: A margin of so much in it counts as one of 1 in a correlation.
_NEG_LOG_P_SCALE = 20.0


@dataclass(frozen=True, eq=False)
class Match:
    """The likeliest symbol at a place.

    `score` is how alike its modules are (-1..1), `payload_margin` how far it is ahead of the next payload, as a share
    of what a perfect picture would give, `least` how alike the modules in the worst tenth of the regions are, and
    `seen` in how many modules that tell symbols apart anything is seen.
    """

    code: CodeDetection
    score: float
    payload_margin: float
    least: float
    seen: int

    @property
    def alone(self) -> float:
        """The margin over the next payload as a share of the correlation."""
        return self.payload_margin / max(self.score, 1e-6)

    @property
    def neg_log_p(self) -> float:
        """Negative logarithm of the chance that random modules correlate so well.

        The chance is that of so many modules, each light or dark by chance.
        """
        unlike = min(max((1 - self.score) / 2, 1e-4), 0.5)
        return self.seen * (math.log(2) + unlike * math.log(unlike) + (1 - unlike) * math.log(1 - unlike))

    @property
    def gate_margin(self) -> float:
        """Margin by which the match passes its gates, or (negative) fails the farthest one."""
        code = self.code.code
        return min(
            self.score - RECOGNISED[code],
            self.payload_margin - LEAST_PAYLOAD_MARGIN[code],
            self.alone - ALONE[code],
            self.least - EVERYWHERE[code],
            (self.neg_log_p - LEAST_NEG_LOG_P[code]) / _NEG_LOG_P_SCALE,
        )

    @property
    def sure(self) -> bool:
        """True if the match passes the gates."""
        return self.gate_margin >= 0
