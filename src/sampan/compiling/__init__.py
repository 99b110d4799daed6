"""Nobody waits for a compiler: what is missing is compiled by a process beside the one that plays.

Rules run interpreted until they are compiled (`SAMPAN_JIT=later`): equal games are equal bytes in either mode. What
cannot be had interpreted, a search above all, says how long it will be.
"""
