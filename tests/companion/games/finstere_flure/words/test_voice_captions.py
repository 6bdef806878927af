"""Captions as people say them: in each language what the voice is given to read."""

import pytest

from companion.device.language import COMPLETE, use_language
from companion.device.languages import readings_of
from companion.games.finstere_flure.words.voice_captions import spoken
from companion.voice.wording import reading_text


@pytest.mark.parametrize(
    ("language", "caption", "said"),
    [
        ("en", "It goes north to c5 and eats red 4.", "It goes north to C 5 and eats red 4."),
        ("en", "red 4 goes from a1 to p11.", "red 4 goes from A-1 to P 11."),
        ("en", "Card XX: it walks until it has hit 2 tokens, at most 20 steps.",
         "Card two hits: it walks until it has hit 2 tokens, at most 20 steps."),
        ("en", "Card X: it walks.", "Card one hit: it walks."),
        ("en", "It leaves through wall X on p8 and comes in at the other X, on a4.",
         "It leaves through wall X on P 8 and comes in at the other X, on A-4."),
        ("en", "It leaves through wall ★ on p11.", "It leaves through wall star on P 11."),
        ("en", "It leaves through wall A on a1.", "It leaves through wall A, on A-1."),
        ("en", "Red 4 and blue 5 lie on the same cell, a1.", "Red 4 and blue 5 lie on the same cell, A-1."),
        ("en", "a1 and c4 cannot be read.", "A-1 and C 4 cannot be read."),
        ("en", "It leaves through wall A.", "It leaves through wall A."),
        ("en", "A 4x1 pool lies on a7.", "A 4x1 pool lies on A-7."),
        ("en", "It pushes the stone from c5 to c6 (rule R4). A token is eaten.",
         "It pushes the stone from C 5 to C 6. A token is eaten."),
        ("en", "red 4: c5 → c8 · flipped", "red 4: C 5, C 8, flipped"),
        ("de", "Er geht nach Norden auf c5 und frisst Rot 4.", "Er geht nach Norden auf C 5 und frisst Rot 4."),
        ("de", "Karte XX: Er geht, bis er 2 Figuren erwischt hat.",
         "Karte zwei Treffer: Er geht, bis er 2 Figuren erwischt hat."),
        ("de", "Er geht auf p8 durch Wand X und kommt beim anderen X auf a4 herein.",
         "Er geht auf P 8 durch Wand X und kommt beim anderen X auf A 4 herein."),
        ("de", "Fertig? Dann drückt „Weiter“.", "Fertig? Dann drückt Weiter."),
        ("fr", "Il va vers l’est en c5 et dévore Rouge 4.", "Il va vers lest en C 5 et dévore Rouge 4."),
        ("fr", "Carte XXX\u00a0: il avance.", "Carte trois victimes : il avance."),
        ("fr", "Il sort en p8 par le mur X, rentre par l’autre X.",
         "Il sort en P 8 par le mur X, rentre par l'autre X."),
        ("fr", "Appuyez sur «\u00a0Piocher\u00a0».", "Appuyez sur Piocher."),
        ("zh", "它向北走到c5，吃掉红4。", "它向北走到C 5，吃掉红4。"),
        ("zh", "牌X：它一直走。", "牌一个猎物：它一直走。"),
        ("zh", "它从p8穿出墙X，从另一个X进到a4。", "它从P 8穿出墙X，从另一个X进到A 4。"),
        ("zh", "红4最多走2格。第2轮，还剩12块。", "红4最多走两格。第2轮，还剩12块。"),
        ("zh", "它把石头从c5推到c6（规则R4）。", "它把石头从C 5推到C 6。"),
    ],
)  # fmt: skip
def test_a_caption_is_said_as_people_say_it(language: str, caption: str, said: str) -> None:
    use_language(language)
    assert reading_text(spoken(caption)) == said


@pytest.mark.parametrize("language", [code for code in COMPLETE if not readings_of(code)])
def test_words_and_names_stay_as_they_are(language: str) -> None:
    use_language(language)
    for text in ("Xaver, e10b, q5, P1A, c12, 3 x 4", "Anna B. 红方 é ü"):
        assert reading_text(spoken(text)) == text
