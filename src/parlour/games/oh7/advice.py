"""Reasons that hints in Oh 7 ? give for a choice."""

from parlour.games.sevens.advice import why_choose as why_choose
