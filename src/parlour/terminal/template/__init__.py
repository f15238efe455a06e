"""The game that `parlour new` writes, and its test: real files with a name to replace."""
