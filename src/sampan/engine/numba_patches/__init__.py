"""Where Sampan reaches behind what Numba and numba-cuda promise. Nothing else does.

`dispatcher.py` compiles each rule once, for numbers of any width, and makes machine code only of what Python calls.
`cache.py` lets two checkouts of the same text share what is compiled.
`cuda.py` teaches Numba's CUDA target what its CPU target knows, and keeps long rules apart.

The first is for speed alone: `SAMPAN_PLAIN_NUMBA=1` compiles every rule with Numba's own `njit` instead, and the same
games come out, byte for byte. That is how to tell whether a fault is Numba's or ours, and the way on if a new Numba
moves what this folder builds on.

MEASURED
"""
