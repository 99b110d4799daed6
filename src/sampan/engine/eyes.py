"""Whose knowledge is asked for, where it is not one seat's."""

SPECTATOR = -1  # nobody's at the table: what lies open
EVERYBODY = -2  # what all seats know together: hands, but nothing that nobody has seen yet
