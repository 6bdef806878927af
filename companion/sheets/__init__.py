"""The kit for printed sheets: pages in millimetres, stickers that flow over them, the lens sheet."""
