"""What any card game may need."""
