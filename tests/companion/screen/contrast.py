"""Contrast between letters and their background."""

from companion.screen.theme import Rgb


def contrast(rgb: Rgb, other: Rgb) -> float:
    """Return the ratio of their luminances, as WCAG 2 defines it: 1 to 21."""

    def luminance(colour: Rgb) -> float:
        parts = (part / 255 for part in colour)
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lighter, darker = sorted((luminance(rgb), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
