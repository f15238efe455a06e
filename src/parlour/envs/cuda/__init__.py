"""Playing many matches at once on a GPU with the games' own rules; JAX and PyTorch can use the arrays without a copy.

This package needs `pip install parlour[cuda]` and an NVIDIA GPU. For tests, `NUMBA_ENABLE_CUDASIM=1` runs the kernels
on the CPU.
"""
