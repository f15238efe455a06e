"""The entry of a bundle: the command line; without arguments it opens the table in the browser."""

from parlour.cli import main

main()
