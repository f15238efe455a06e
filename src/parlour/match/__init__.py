"""One match: its state and record, fair chance, the walk through it, undo, the guided first hand."""
