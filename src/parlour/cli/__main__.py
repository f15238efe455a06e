"""`python -m parlour.cli`."""

from parlour.cli import main

main()
