"""Where Sampan reaches behind what Numba and numba-cuda promise. Nothing else does.

`dispatcher.py` compiles each rule once, for numbers of any width, and makes machine code only of what Python calls.
`cache.py` lets two checkouts of the same text share what is compiled.
`cuda.py` teaches Numba's CUDA target what its CPU target knows, and keeps long rules apart.

The first is for speed alone: `SAMPAN_PLAIN_NUMBA=1` compiles every rule with Numba's own `njit` instead, and the same
games come out, byte for byte. That is how to tell whether a fault is Numba's or ours, and the way on if a new Numba
moves what this folder builds on.

Measured on two shared cores (2026-11-18, Numba 0.68.1; processor time of `sampan compile` from an empty cache): River
compiles in 29 s instead of 52 s, Feya in 47 s instead of 114 s. Random games then run as fast in River (9.3 million
decisions a second either way), and in Feya 5 to 6 % faster (2.97 against 2.83 million with two players).
"""
