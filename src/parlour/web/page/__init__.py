"""The files of the page, and the rules pages as HTML."""
