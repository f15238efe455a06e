"""Duplicate evenings: many tables play the same boards, and a ranking compares their results."""
