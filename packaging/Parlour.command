#!/bin/sh
# A double click on macOS opens a terminal with the table's address; the browser opens by itself.
cd "$(dirname "$0")" && exec ./parlour
