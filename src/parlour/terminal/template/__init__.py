"""The template of `parlour new`: a working game and its test, in which the name is replaced."""
