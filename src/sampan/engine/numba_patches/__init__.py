"""Where Sampan reaches behind what Numba and numba-cuda promise. Nothing else does.

`dispatcher.py` compiles each rule once, for numbers of any width, and makes machine code only of what Python calls.
`cache.py` lets two checkouts of the same text share what is compiled.
`cuda.py` teaches Numba's CUDA target what its CPU target knows, and keeps long rules apart.

The first is for speed alone: `SAMPAN_PLAIN_NUMBA=1` compiles every rule with Numba's own `njit` instead, and the same
games come out, byte for byte. That is how to tell whether a fault is Numba's or ours, and the way on if a new Numba
moves what this folder builds on.

Measured on two shared cores (2026-11-18, Numba 0.68.1; processor time of `sampan compile` from an empty cache): of the
two games one compiles in 29 s instead of 52 s, the other in 47 s instead of 114 s. Random games of the first then run
as fast (9.3 million decisions a second either way), of the second 5 to 6 % faster (2.97 against 2.83 million).
"""
