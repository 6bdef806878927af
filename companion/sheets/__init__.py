"""Kit for printed sheets: pages in mm, stickers that flow over them, the lens sheet."""
