"""Puzzles: positions of real games with one clearly best turn, judged as a review judges and checked ten times as long.

Read finding.py first, which says what makes one; shape.py says what is kept, trying.py what a solver is told.
"""
