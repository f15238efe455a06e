"""Shared by all tests: the Hypothesis profile."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "parlour", max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("parlour")
