"""Entries of zip archives that strangers made."""

import zipfile


def unpacks_in_parts(entry: zipfile.ZipInfo) -> bool:
    """Return True if an entry is unpacked in parts: all other ways need memory for the whole."""
    return entry.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
