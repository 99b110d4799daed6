"""Bad boxes: one line that names the file, the key, the value and what was expected."""

from __future__ import annotations

import tomllib

import pytest

from sampan.engine import play_out
from sampan.engine.box_toml import as_toml
from sampan.engine.errors import BoxError

from .position import BOX_TEXT, GAME, with_box

ART_ROW = "      p   ~   S   3   y   ~   p   .\n"


def changed(old: str, new: str, count: int = 1) -> str:
    assert old in BOX_TEXT, old
    return BOX_TEXT.replace(old, new, count)


BAD = {
    "unknown token": (changed(ART_ROW, ART_ROW.replace("3", "?")), "maps.small.art line 3 column 19 = “\\?”"),
    "number twice": (changed(ART_ROW, ART_ROW.replace("3", "5")), "maps.small.art: place 5 on the map: 2"),
    "a fish no card shows": (changed(ART_ROW, ART_ROW.replace("y", "z")), "maps.small.art line 3 column 23 = “z”"),
    "row not shifted": (changed(ART_ROW, "  " + ART_ROW), "maps.small.art line 3"),
    "token off its column": (changed("p   ~   S   3", "p   ~    S  3"), "column distance 4"),
    "temple missing": (changed("~   ~   E\n", "~   ~   ~\n"), "temple E on the map: 0, expected 1"),
    "temple twice": (changed("~   ~   E\n", "~   A   E\n"), "temple A on the map: 2, expected 1"),
    "swamp in pieces": (changed("D   o   ~   p", "D   .   ~   p").replace("  ~   4   ~   ~", "  .   4   ~   ~", 1)
                        .replace("  ~   9   ~   ~   o", "  .   9   ~   ~   o", 1), "is cut off: expected one swamp"),
    "too few islands": (BOX_TEXT.partition("[maps.large]")[0].replace("S ", "~ ") + "[maps.large]"
                        + BOX_TEXT.partition("[maps.large]")[2], "0 islands: expected 3..10"),
    "negative gold": (changed("gold = 20", "gold = -1"), "start.gold = -1: expected a whole number 0..200"),
    "pay too much": (changed("{ pay = 1 }", "{ pay = 99 }"), "actions.small.fish\\[1\\].pay = 99"),
    "unknown gain": (changed("gain = { fish = 1 }", "gain = { frogs = 1 }"), "actions.small.fish\\[0\\].gain.frogs"),
    "unknown space": (changed('"gold:3", "none"', '"silver:3", "none"'), "normal\\[0\\]\\[1\\] = “silver:3”"),
    "no amount": (changed('"gold:3", "none"', '"gold", "none"'), "clan_boards.normal\\[0\\]\\[1\\] = “gold”"),
    "start in the middle": (changed('"gold:3", "none"', '"*gold:3", "none"'), "a start at the left end"),
    "a boat too many": (changed('"none", "worker", "feast"', '"boat", "worker", "feast"'),
                        "clan_boards.normal: boats: 4, expected 3"),
    "bad special": (changed('special_tiles = ["gold:3"', 'special_tiles = ["boat"'), "special_tiles\\[0\\] = “boat”"),
    "guide out of order": (changed('id = "leader"', 'id = "sailor"'), "guides\\[0\\].id = “sailor”: expected leader"),
    "initiative twice": (changed("initiative = 2", "initiative = 1"), "guides\\[0\\].initiative = 1"),
    "race twice": (changed('"five_on_one"', '"every_island"'), "races.aims\\[1\\] = “every_island”"),
    "places rising": (changed("vp = [7, 5, 3, 2]", "vp = [2, 3]"), "races.vp = 2, 3: expected the best"),
    "bad tile I": (changed('"range:3"', '"speed:3"'), "round_bonus.I\\[0\\] = “speed:3”"),
    "bad tile II": (changed('II  = ["build"', 'II  = ["sail"'), "round_bonus.II\\[0\\] = “sail”"),
    "bad tile III": (changed('"mana:1>axolotl:1"', '"fish:1>axolotl:1"'), "round_bonus.III\\[0\\]"),
    "bad tile IV": (changed('"vp:4"', '"vp:lots"'), "round_bonus.IV\\[0\\] = “vp:lots”: expected vp:N"),
    "fish card": (changed('cards = [["p"]', 'cards = [["pp"]'), "fish_cards.cards\\[0\\]\\[0\\] = “pp”"),
    "map for nobody": (changed("players = [3, 4]", "players = [4]"), "each player count on exactly one map"),
    "price too high": (changed("gold_per_spirit = 3", "gold_per_spirit = 21"), "prices.gold_per_spirit = 21: expected"),
    "two prices": (changed("fish = [4, 3, 2]", "fish = [4, 3]"), "prices.fish has 2 entries: expected 3"),
    "gold for nothing": (changed("gold_per_vp = 10", "gold_per_vp = 0"), "points.gold_per_vp = 0: expected a whole"),
    "bonus missing": (changed("bonus = 8\n", ""), "guides\\[7\\].bonus is missing: expected a whole number 0..30"),
    "bonus of a guide without": (changed("settlement = 7\n", "settlement = 7\nbonus = 1\n"),
                                 "guides\\[0\\].bonus = 1: expected none"),
    "race without end": (changed("fish = 7 }", "fish = 0 }"), "races.needs.seven_fish.fish = 0: expected"),
    "beyond the track": (changed("steps = 4 }", "steps = 6 }"), "races.needs.sailing_four.steps = 6: expected a step"),
    "card without points": (changed("lead_3 = 3, ", ""), "score_cards.vp.lead_3 is missing"),
    "prices missing": (changed("[prices]", "[costs]"), "costs = .*: expected no such key"),
    "key missing": (changed("base_catch = 1\n", ""), "clan_boards.base_catch is missing"),
    "not TOML": (BOX_TEXT + "\n[[[", "not TOML"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_box_is_refused_in_one_line(name):
    text, expected = BAD[name]
    with pytest.raises(BoxError, match=expected) as error:
        with_box(text)
    assert "\n" not in str(error.value) and str(error.value).partition(":")[0].endswith(".toml")


def test_a_box_that_differs_in_sources_alone_has_the_same_hash():
    assert with_box(BOX_TEXT.replace('source = "reconstructed"', 'source = "printed"')).box.hash == GAME.box.hash
    assert with_box(changed("gold = 20", "gold = 21")).box.hash != GAME.box.hash


FIGURES = {  # what was once in the rules: (as printed, another figure)
    "fish_price": ("fish = [4, 3, 2]", "fish = [4, 3, 1]"),
    "fish_at_totem": ("fish_at_totem = 1", "fish_at_totem = 2"),
    "gold_per_spirit": ("gold_per_spirit = 3", "gold_per_spirit = 4"),
    "mana_per_axolotl": ("mana_per_axolotl = 2", "mana_per_axolotl = 3"),
    "mana_per_worker": ("mana_per_worker = 1", "mana_per_worker = 2"),
    "feast_at_totem": ("feast_at_totem = 3", "feast_at_totem = 4"),
    "feast_space": ("feast_space = 3", "feast_space = 4"),
    "gold_per_vp": ("gold_per_vp = 10", "gold_per_vp = 5"),
    "guide_bonus": ("bonus = 8", "bonus = 9"),
    "race_need": ("gold = 30 }", "gold = 4 }"),
    "score_vp": ("lead_3 = 3,", "lead_3 = 4,"),
}


def test_the_printed_box_has_the_hash_it_had_before_these_figures_were_in_it():
    """Records and tables name it; they stay those of this box."""
    assert GAME.box.hash == "39f024779d00c5ea"


@pytest.mark.parametrize("name", FIGURES)
def test_another_figure_makes_another_box_and_reaches_the_rules(name):
    other = with_box(changed(*FIGURES[name])).box
    assert other.hash != GAME.box.hash
    assert (other.record[name] != GAME.box.record[name]).any()
    assert all((other.record[key] == GAME.box.record[key]).all() for key in other.record.dtype.names if key != name)


def test_no_figure_of_the_box_is_forgotten_by_the_rules():
    """The same random game goes on differently with other figures, whichever of them it is."""
    options = {"players": 4, "board4": "advanced", "clan4": "salamander"}
    printed = play_out(GAME, 40, options, seed=5).states
    for old, new in FIGURES.values():
        assert play_out(with_box(changed(old, new)), 40, options, seed=5).states.tobytes() != printed.tobytes(), new


def test_another_box_is_played_with_its_own_figures():
    game = with_box(changed("gold = 20", "gold = 33"))
    assert game.deal({"players": 2}, 1).gold[0][0] == 33


def test_an_exchange_is_offered_at_the_price_of_the_box():
    dear = with_box(
        changed("mana_per_axolotl = 2", "mana_per_axolotl = 5").replace("mana_per_worker = 1", "mana_per_worker = 3")
    )
    state, say = dear.deal(), dear.words().say
    assert say(dear.describe(state, "swap:mana>axolotl")) == "Exchange 5 Mana Gems for an axolotl"
    assert say(dear.describe(state, "swap:worker>mana")) == "Exchange a clan worker for 3 Mana Gems"
    assert say(GAME.describe(state, "swap:axolotl>mana")) == "Exchange an axolotl for 1 Mana Gem"


def test_two_faulty_maps_and_two_faulty_boards_are_all_named_at_once(tmp_path):
    tables = tomllib.loads(BOX_TEXT)
    boards, maps = tables["clan_boards"], tables["maps"]
    maps["small"]["art"] = maps["small"]["art"].replace("A", "~")
    maps["large"]["art"] += "\n" + maps["large"]["art"]
    boards["normal"][0][0] = "none"
    boards["frog"][2][0] = "mana"
    path = tmp_path / "mine.toml"
    path.write_text(as_toml(tables), encoding="utf-8")
    with pytest.raises(BoxError) as error:
        GAME.definition.read_box(path)
    assert error.value.lines == [
        "maps.small.art: temple A on the map: 0, expected 1",
        error.value.lines[1],
        "clan_boards.normal: starting settlements: 2, expected 3",
        "clan_boards.frog: starting settlements: 2, expected 3",
    ]
    assert error.value.lines[1].startswith("maps.large.art")
    assert str(error.value) == f"mine.toml: {error.value.lines[0]}"
