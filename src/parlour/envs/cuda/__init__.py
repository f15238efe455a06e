"""The same rules on a GPU: kernels over many matches at once, and arrays that JAX and torch take without a copy.

Needs `pip install parlour[cuda]` and an NVIDIA GPU. With `NUMBA_ENABLE_CUDASIM=1`, kernels run on the CPU, for tests.
"""
