"""What rules run on: `@rule`, sets of bits, records in memory, the generator, compiled code kept on disk."""
