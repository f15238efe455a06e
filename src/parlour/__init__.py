"""Parlour: write the rules of a card game once and get everything else."""

__version__ = "0.1.0"
