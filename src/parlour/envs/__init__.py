"""Environments for researchers: observations, many matches at once, PettingZoo, Gymnasium and OpenSpiel.

`parlour.envs.batch` needs nothing but NumPy and Numba; the three ecosystems are optional:
`pip install parlour[envs]` and `pip install parlour[openspiel]`.
"""
