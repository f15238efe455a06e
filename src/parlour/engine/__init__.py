"""The basis that rules run on: `@rule`, bit sets, records in memory, the random generator, and cached compiled code."""
