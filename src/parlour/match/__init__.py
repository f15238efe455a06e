"""Everything about a single match: state and record, fair deals, loops that play it, undo, the guided first hand."""
