"""What rules run on: `@rule`, bit sets, records in memory, the random generator, compiled code cached on disk."""
