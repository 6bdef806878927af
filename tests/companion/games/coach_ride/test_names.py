"""All cards are called as the rules call them (section 1), in every language."""

from collections.abc import Mapping

import pytest

from companion.device.language import COMPLETE, use_language
from companion.games.coach_ride.words import card_name, first_name, person_name
from engine.coach_ride.cards import Item, Person, Profession

#: English / German / French / Chinese.
SECTION_1: Mapping[Item | Profession, str] = {
    Item.KEY: "Key / Schlüssel / Clé / 密钥",
    Item.GOBLET: "Goblet / Kelch / Coupe / 圣杯",
    Item.BAG_KEY: "Secret Bag (Key) / Geheimer Koffer (Schlüssel) / Valise secrète (Clé) / 神秘手袋（密钥）",
    Item.BAG_GOBLET: "Secret Bag (Goblet) / Geheimer Koffer (Kelch) / Valise secrète (Coupe) / 神秘手袋（圣杯）",
    Item.PEARL: "Black Pearl / Schwarze Perle / Perle noire / 厄运珍珠",
    Item.DAGGER: "Dagger / Dolch / Dague / 匕首",
    Item.GLOVES: "Gloves / Handschuhe / Gants / 手套",
    Item.RING: "Poison Ring / Giftring / Bague empoisonnée / 毒戒指",
    Item.KNIVES: "Throwing Knives / Wurfmesser / Couteaux de lancer / 飞刀",
    Item.WHIP: "Whip / Peitsche / Fouet / 长鞭",
    Item.PRIVILEGE: "Privilege / Freibrief / Sauf-conduit / 特权文书",
    Item.MONOCLE: "Monocle / Monokel / Monocle / 单片眼镜",
    Item.MIRROR: "Broken Mirror / Zerbrochener Spiegel / Miroir brisé / 破碎之镜",
    Item.SEXTANT: "Sextant / Sextant / Sextant / 六分仪",
    Item.COAT: "Coat / Mantel / Manteau / 大衣",
    Item.TOME: "Tome / Foliant / Grimoire / 典籍",
    Item.CREST: "Crest of the Lodge / Wappen der Loge / Blason de la Loge / 秘教之印",
    Profession.THUG: "Thug / Schläger / Brute / 流氓",
    Profession.GRANDMASTER: "Grandmaster / Großmeister / Grand maître / 武术宗师",
    Profession.BODYGUARD: "Bodyguard / Leibwächter / Garde du corps / 保镖",
    Profession.HYPNOTIST: "Hypnotist / Hypnotiseur / Hypnotiseur / 催眠师",
    Profession.DUELIST: "Duelist / Duellant / Duelliste / 决斗者",
    Profession.POISON_MIXER: "Poison Mixer / Giftmischer / Empoisonneur / 调毒师",
    Profession.DOCTOR: "Doctor / Doktor / Docteur / 医生",
    Profession.PRIEST: "Priest / Priester / Prêtre / 牧师",
    Profession.DIPLOMAT: "Diplomat / Diplomat / Diplomate / 外交官",
    Profession.CLAIRVOYANT: "Clairvoyant / Hellseher / Voyant / 预言家",
}
PERSONS = (
    "Marie Sauniére",
    "Gundla von Hochberg",
    "Sarah Mac Mullin",
    "Romana Baranov",
    "Theodora Krayenborg",
    "Basilius Kartov",
    "Juan Tirador",
    "Bruder Zacharias",
    "Michel de Molay",
    "Sir Henry Sinclair",
)


@pytest.mark.parametrize(("place", "language"), list(enumerate(("en", "de", "fr", "zh"))))
def test_cards_and_persons_have_the_names_of_the_rules(place: int, language: str) -> None:
    assert set(COMPLETE) >= {"en", "de", "fr", "zh"}
    use_language(language)
    assert {card: card_name(card) for card in (*Item, *Profession)} == {
        card: names.split(" / ")[place] for card, names in SECTION_1.items()
    }
    if language != "fr":
        # A brother is a frère there.
        assert tuple(map(person_name, Person)) == PERSONS
    assert all(first_name(person) in person_name(person) for person in Person)
