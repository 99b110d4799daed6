"""What a seat may not know: other hands, the deck, the stacks below their tops, the generator."""

from __future__ import annotations

import json
import random

import pytest

from .position import CARDS, ERA, GAME, NONE, TILES, Position, Table, members

SPECTATOR = -1


def middle(players: int = 3, patrons: str = "off", seed: int = 3, moves: int = 70) -> Table:
    """A game after so many random moves, before the customer deck has run out."""
    table = Table(GAME.deal({"players": players, "patrons": patrons}, seed))
    chooser = random.Random(seed)
    for _ in range(moves):
        table.play(chooser.choice(sorted(table.legal())))
    assert int(table.s.kept) == 0 and not table.over
    return table


def scrambled(table: Table, seat: int, seed: int) -> Table:
    """Another table that looks the same from this seat: everything unseen lies elsewhere."""
    twin, chance = table.copy(), random.Random(seed)
    s = twin.s
    others = [other for other in range(int(s.players)) if other != seat]
    cards = [int(card) for card in s.deck[: int(s.deck_size)]]
    for other in others:
        cards += members(s.hand[other])
    chance.shuffle(cards)
    for other in others:
        s.hand[other] = sum(1 << cards.pop() for _ in range(int(s.hand_size[other])))
    s.deck[: int(s.deck_size)] = cards
    for era in (1, 2):
        size = int(s.stack_size[era - 1])
        tops = {int(tile) for tile in s.stack[era - 1, max(size - 1, 0) : size]}
        seen = tops | set(members(s.tiles_gone)) | {int(t) for t in s.tile} | {int(t) for t in s.row}
        unseen = [tile for tile in range(len(TILES)) if ERA[tile] == era and tile not in seen]
        if size > 1:
            s.stack[era - 1, : size - 1] = chance.sample(unseen, size - 1)
    s.key[:] = [chance.getrandbits(64), chance.getrandbits(64)]
    s.draws, s.block = chance.getrandbits(20), chance.getrandbits(64)
    assert not twin.faults()
    return twin


MODES = [(2, "off"), (3, "off"), (4, "off"), (3, "draft"), (4, "clan")]


@pytest.mark.parametrize("players, patrons", MODES)
@pytest.mark.parametrize("moves", [0, 25, 70])
def test_tables_that_differ_in_the_unknown_alone_are_hidden_alike(players, patrons, moves):
    table = middle(players, patrons, moves=moves)
    for seat in range(SPECTATOR, players):
        for seed in range(3):
            twin = scrambled(table, seat, seed)
            assert twin.state.tobytes() != table.state.tobytes()
            assert GAME.hide(twin.state, seat).tobytes() == GAME.hide(table.state, seat).tobytes()


@pytest.mark.parametrize("players, patrons", MODES)
def test_tables_that_differ_in_the_unknown_alone_look_alike(players, patrons):
    for moves in (0, 70):
        table = middle(players, patrons, moves=moves)
        for seat in range(SPECTATOR, players):
            seen = GAME.view(table.state, seat)
            assert isinstance(seen, dict)
            assert json.dumps(GAME.view(scrambled(table, seat, 1).state, seat)) == json.dumps(seen)


def test_tables_look_alike_while_somebody_decides_what_others_cannot_see():
    """Seat 0 has drawn and must discard: the others learn nothing of the hand."""
    position = Position(3).die(1).goods(silk=2, rice=1, porcelain=2).hand("elder-1", "elder-2")
    table = position.play("deliver:elder-1")
    for seat in (SPECTATOR, 1, 2):
        twin = scrambled(table, seat, 5)
        assert GAME.hide(twin.state, seat).tobytes() == GAME.hide(table.state, seat).tobytes()
        assert json.dumps(GAME.view(twin.state, seat)) == json.dumps(GAME.view(table.state, seat))


def test_the_own_hand_is_seen():
    table = middle()
    for seat in range(3):
        assert Table(GAME.hide(table.state, seat)).hand(seat) == table.hand(seat)
    other = Position(3).hand("elder-1", "elder-2")
    json_of = [json.dumps(GAME.view(p.state, 0)) for p in (other, Position(3).hand("elder-1", "elder-3"))]
    assert json_of[0] != json_of[1]


def test_other_hands_are_not_seen_but_counted():
    table = middle()
    for seat in range(3):
        hidden = Table(GAME.hide(table.state, seat))
        for other in {0, 1, 2} - {seat}:
            assert hidden.hand(other) == set()
            assert hidden.s.hand_size[other] == table.s.hand_size[other] == len(table.hand(other))


def test_a_spectator_sees_no_hand():
    hidden = GAME.hide(middle().state)
    assert not hidden[0].hand.any()


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_the_deck_is_not_seen_but_counted(seat):
    table = middle()
    hidden = GAME.hide(table.state, seat)[0]
    assert (hidden.deck == NONE).all()
    assert hidden.deck_size == table.s.deck_size > 0


@pytest.mark.parametrize("seat", [SPECTATOR, 0])
def test_of_a_stack_only_the_top_is_seen(seat):
    table = middle(moves=20)
    hidden = GAME.hide(table.state, seat)[0]
    for era in (0, 1):
        size = int(table.s.stack_size[era])
        assert size > 1 and hidden.stack_size[era] == size
        assert hidden.stack[era, size - 1] == table.s.stack[era, size - 1] != NONE
        assert (hidden.stack[era, : size - 1] == NONE).all()


def test_everything_else_is_public():
    table = middle()
    hidden = GAME.hide(table.state, 1)[0]
    secret = {"key", "draws", "block", "hand", "deck", "stack"}
    for field in table.s.dtype.names:
        if field not in secret:
            assert (hidden[field] == table.s[field]).all(), field


def test_hiding_leaves_the_table_alone():
    table = middle()
    before = table.state.tobytes()
    GAME.hide(table.state, 0)
    assert table.state.tobytes() == before


def test_hiding_twice_hides_no_more():
    hidden = GAME.hide(middle().state, 2)
    assert GAME.hide(hidden, 2).tobytes() == hidden.tobytes()


def test_a_hidden_table_offers_its_seat_the_same_moves():
    table = middle()
    hidden = GAME.hide(table.state, table.seat)
    assert GAME.legal_moves(hidden) == GAME.legal_moves(table.state)


# ---------------------------------------------------------------- redeal


def imagined(table: Table, seat: int, seed: int = 1) -> Table:
    return Table(GAME.redeal(GAME.hide(table.state, seat), seat, seed))


@pytest.mark.parametrize("players, patrons", MODES)
def test_a_redealt_table_is_possible_and_looks_the_same(players, patrons):
    for moves in (0, 40, 70):
        table = middle(players, patrons, moves=moves)
        for seat in range(players):
            other = imagined(table, seat)
            assert not other.faults()
            assert GAME.hide(other.state, seat).tobytes() == GAME.hide(table.state, seat).tobytes()


def test_a_redealt_table_can_be_played_on():
    table = imagined(middle(), 0)
    chooser = random.Random(1)
    for _ in range(5000):
        if table.over:
            break
        table.play(chooser.choice(sorted(table.legal())))
    assert table.over


def test_a_spectator_may_imagine_a_table_too():
    table = middle()
    other = imagined(table, SPECTATOR)
    assert not other.faults()
    assert GAME.hide(other.state).tobytes() == GAME.hide(table.state).tobytes()


def test_one_seed_is_one_redeal():
    table = middle()
    assert imagined(table, 0, 4).state.tobytes() == imagined(table, 0, 4).state.tobytes()
    assert imagined(table, 0, 4).state.tobytes() != imagined(table, 0, 5).state.tobytes()


def test_a_redeal_knows_nothing_of_the_true_table():
    table = middle()
    for seed in range(4):
        twin = scrambled(table, 0, seed)
        assert imagined(twin, 0, 9).state.tobytes() == imagined(table, 0, 9).state.tobytes()


def test_every_unseen_card_may_be_in_every_unseen_hand():
    table = Position(3).hand("elder-1", "elder-2").delivered("elder-3").table()
    hands = [set(), set(), set()]
    for seed in range(300):
        other = imagined(table, 0, seed)
        for seat in range(3):
            hands[seat] |= other.hand(seat)
    assert hands[0] == {"elder-1", "elder-2"}
    assert hands[1] == hands[2] == set(CARDS) - {"elder-1", "elder-2", "elder-3"}


def test_every_unseen_tile_may_be_in_a_stack_and_no_seen_one():
    position = Position(2).building(1, "port-1a", owner=0).row("port-1b", "port-1c", "port-1d", "port-1e")
    position.stack(1, top="port-1f").stack(2, left=8, top="port-2a")
    table = position.table()
    gone = {TILES[tile] for tile in members(table.s.tiles_gone)}
    below = [set(), set()]
    for seed in range(300):
        s = imagined(table, 0, seed).s
        for era in (0, 1):
            below[era] |= {TILES[tile] for tile in s.stack[era, : int(s.stack_size[era]) - 1]}
    seen = {f"port-1{letter}" for letter in "abcdef"} | {"port-2a"} | gone
    assert below[0] == {tile for tile, era in zip(TILES, ERA, strict=True) if era == 1} - seen
    assert below[1] == {tile for tile, era in zip(TILES, ERA, strict=True) if era == 2} - seen


def reshuffled(players: int) -> Table:
    """Seat 0 draws the last card and one from the reshuffled discards, and has yet to discard."""
    position = Position(players).die(1).goods(silk=2, rice=1, porcelain=2).hand("elder-1", "elder-2")
    position.hand("monk-1", "monk-2", seat=1)
    if players > 2:
        position.hand("noble-1", "noble-2", seat=2)
    return position.deck("artisan-5", left=1).play("deliver:elder-1")


def test_after_a_reshuffle_two_players_know_each_others_old_cards():
    table = reshuffled(2)
    for seed in range(30):
        assert imagined(table, 0, seed).hand(1) == {"monk-1", "monk-2"}
        assert imagined(table, 1, seed).hand(0) > {"elder-2", "artisan-5"}


def test_after_a_reshuffle_the_newest_card_is_still_unknown():
    table = reshuffled(2)
    newest = {frozenset(imagined(table, 1, seed).hand(0) - {"elder-2", "artisan-5"}) for seed in range(60)}
    assert len(newest) > 10


def test_after_a_reshuffle_old_cards_are_in_some_hand_but_nobody_knows_whose():
    table = reshuffled(3)
    splits = set()
    for seed in range(60):
        other = imagined(table, 0, seed)
        assert other.hand(1) | other.hand(2) == {"monk-1", "monk-2", "noble-1", "noble-2"}
        splits.add(frozenset(other.hand(1)))
    assert len(splits) == 6
    for seed in range(30):
        other = imagined(table, SPECTATOR, seed)
        known = {"monk-1", "monk-2", "noble-1", "noble-2", "elder-2", "artisan-5"}
        assert known < other.hand(0) | other.hand(1) | other.hand(2)


def test_a_known_card_that_is_discarded_is_no_longer_in_a_hand():
    table = reshuffled(2).play("discard:elder-2")
    for seed in range(30):
        hand = imagined(table, 1, seed).hand(0)
        assert "artisan-5" in hand and "elder-2" not in hand and len(hand) == 2


def test_after_an_unknown_card_is_discarded_the_known_ones_stay():
    table = reshuffled(2)
    (unknown,) = table.hand() - {"elder-2", "artisan-5"}
    table.play(f"discard:{unknown}")
    for seed in range(30):
        assert imagined(table, 1, seed).hand(0) == {"elder-2", "artisan-5"}


def test_tables_after_a_reshuffle_differ_in_the_unknown_alone_and_are_hidden_alike():
    """Which of the old cards each opponent holds is not known to seat 0, nor the order of the new deck."""
    table = reshuffled(3)
    twin = table.copy()
    hand_1, hand_2 = int(twin.s.hand[1]), int(twin.s.hand[2])
    twin.s.hand[1], twin.s.hand[2] = hand_2, hand_1
    twin.s.deck[: int(twin.s.deck_size)] = twin.s.deck[: int(twin.s.deck_size)][::-1].copy()
    assert GAME.hide(twin.state, 0).tobytes() == GAME.hide(table.state, 0).tobytes()


def test_an_empty_deck_tells_what_the_hands_hold_together():
    position = Position(3).die(1).goods(silk=2, rice=1, porcelain=2).hand("elder-1", "elder-2")
    position.hand("monk-1", "monk-2", seat=1).hand("noble-1", "noble-2", seat=2)
    table = position.deck(left=2).play("deliver:elder-1")
    for seed in range(30):
        other = imagined(table, 0, seed)
        assert other.hand(1) | other.hand(2) == {"monk-1", "monk-2", "noble-1", "noble-2"}


def test_discards_are_public():
    """They lie face up, so no hand and no deck may be imagined to hold them."""
    table = Position(2).deck(left=8).table()
    for seat in (SPECTATOR, 0, 1):
        assert Table(GAME.hide(table.state, seat)).discards() == table.discards()
        other = imagined(table, seat)
        assert not table.discards() & ({*other.deck()} | other.hand(0) | other.hand(1))


def test_before_patrons_are_chosen_nothing_but_the_deck_and_stacks_is_hidden():
    table = Table(GAME.deal({"players": 3, "patrons": "draft"}, 2))
    hidden = Table(GAME.hide(table.state, 0))
    assert hidden.legal() == table.legal()
    assert not imagined(table, 0).faults()


# ---------------------------------------------------------------- what has been revealed


def reveals(position: Position, *moves: str) -> bool:
    """Whether the last of these moves brings something to light that nobody could know."""
    table = position.play(*moves[:-1])
    before = int(table.s.revealed)
    return int(table.play(moves[-1]).s.revealed) > before


def test_rolls_draws_and_refills_reveal_something():
    assert reveals(Position(), "sail:2", "end")
    assert reveals(Position().die(1).goods(silk=2, rice=1, porcelain=2).hand("elder-1"), "deliver:elder-1")
    assert reveals(Position().die(1).ship(1, at=3).building(6, "imperial-silk"), "sail:1")
    assert reveals(Position().die(1).koku(6), "build:1", "take:1")
    assert reveals(Position().die(1).ship(1, at=14), "sail:1", "journey:koku")


def test_open_choices_reveal_nothing():
    assert not reveals(Position(), "sail:2")
    assert not reveals(Position(), "die:up")
    assert not reveals(Position(), "trade:koku>favor")
    assert not reveals(Position().die(1).koku(6), "build:1")
    assert not reveals(Position().patron("ryoku"), "sail:2", "face:4")
    assert not reveals(Position().last_turns(2), "sail:2", "end")
