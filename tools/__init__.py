"""Tools for makers of the companion: benchmarks, evidence, soak, pictures for the documents."""

# First of all, since it sets how many threads NumPy uses.
import companion  # noqa: F401
