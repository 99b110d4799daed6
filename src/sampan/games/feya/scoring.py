"""The end of the game: islands, score cards, fish, mana and gold (END OF THE GAME), and who is ahead."""

from __future__ import annotations

from sampan.engine.rule import rule

from .geometry import both, empty, first_of, less, near, read, row_of, single, size, spread
from .land import led_islands
from .purse import score
from .terms import SCORE_CARDS_OPEN, SEATS, SOURCES, ScoreCard, Source


@rule
def island_points(s, seat):
    """On every island, own settlements times its spirits."""
    points = 0
    mine = row_of(s.settled, seat)
    for island in range(s.islands):
        points += size(both(mine, row_of(s.island, island))) * int(s.island_spirits[island])
    return points


@rule
def largest_group(box, s, seat):
    """The most own settlements that hang together."""
    best = 0
    left = row_of(s.settled, seat)
    while not empty(left):
        group = spread(box, s.side, single(first_of(left)), left)
        left = less(left, group)
        best = max(best, size(group))
    return best


@rule
def singles(s, seat):
    """Islands with exactly one own settlement."""
    found = 0
    mine = row_of(s.settled, seat)
    for island in range(s.islands):
        if size(both(mine, row_of(s.island, island))) == 1:
            found += 1
    return found


@rule
def own_on_extreme(s, seat, largest):
    """Own settlements on the largest islands, or on the smallest; settlements and spirits make the size (D9, D38)."""
    best, own = -1, 0
    mine = row_of(s.settled, seat)
    for island in range(s.islands):
        here = row_of(s.island, island)
        many = size(here)
        here_own = size(both(mine, here))
        if best < 0 or (many > best if largest else many < best):
            best, own = many, here_own
        elif many == best:
            own += here_own
    return own


@rule
def card_points(box, s, seat, aim):
    """One score card (SCORING CARDS; D31)."""
    if aim == ScoreCard.GROUP_SQUARED:
        group = largest_group(box, s, seat)
        return group * group
    each = int(box.score_vp[aim])
    if aim == ScoreCard.TEMPLE_5:
        return each * size(both(row_of(s.settled, seat), near(box, s.side, row_of(box.temples, s.side))))
    if aim == ScoreCard.LEAD_3:
        return each * led_islands(s, seat)
    if aim == ScoreCard.SINGLE_5:
        return each * singles(s, seat)
    return each * own_on_extreme(s, seat, aim == ScoreCard.LARGEST_4)


@rule
def final_scoring(box, s):
    """Islands, the two score cards, fish on own settlements, mana, and gold."""
    for seat in range(s.players):
        mine = row_of(s.settled, seat)
        fish = size(both(mine, read(s.fish_odd))) + 2 * size(both(mine, read(s.fish_two)))
        score(s, seat, Source.ISLANDS, island_points(s, seat))
        for card in range(SCORE_CARDS_OPEN):
            score(s, seat, Source.SCORE_CARDS, card_points(box, s, seat, box.score_aim[s.score_card[card]]))
        score(s, seat, Source.FISH_LEFT, fish)
        score(s, seat, Source.MANA, int(s.mana[seat]))
        score(s, seat, Source.GOLD, int(s.gold[seat]) // int(box.gold_per_vp))


@rule
def points_of(s, seat):
    """All points of a player, whatever their source."""
    total = 0
    for source in range(SOURCES):
        total += int(s.vp[seat, source])
    return total


@rule
def standing(box, s, points, share):
    """Points, and the share of the victory: whoever has most points, shared in a tie."""
    best, winners = -1, 0
    for seat in range(SEATS):
        share[seat] = 0.0
        points[seat] = points_of(s, seat) if seat < s.players else 0
    for seat in range(s.players):
        if points[seat] > best:
            best, winners = points[seat], 1
        elif points[seat] == best:
            winners += 1
    for seat in range(s.players):
        if points[seat] == best:
            share[seat] = 1.0 / winners
