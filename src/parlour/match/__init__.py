"""One match: its state and record, fair chance, the walk through it, taking back, the guided first hand."""
