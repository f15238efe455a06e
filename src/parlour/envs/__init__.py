"""Environments for research: observations, batches of matches, and support for PettingZoo, Gymnasium and OpenSpiel.

`parlour.envs.batch` needs only NumPy and Numba. For PettingZoo and Gymnasium, use `pip install parlour[envs]`; for
OpenSpiel, `pip install parlour[openspiel]`.
"""
