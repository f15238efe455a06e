"""Tests of studies of Active 13."""

import pytest

from parlour.errors import ParlourError
from parlour.lab.studies.design import design


def test_a_study_whose_options_exclude_each_other_is_refused() -> None:
    with pytest.raises(ParlourError, match="option hand_size"):
        design("active13", vary={"hand_size": [5, 13], "start_cards": [0, 8]})
