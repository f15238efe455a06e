"""Reasons for choices in Kod-7, for hints."""

from parlour.games.sevens.advice import why_choose as why_choose
