"""Check files of records from the command line."""

import json
import sys
from pathlib import Path

from tests.verifier.table import Refused
from tests.verifier.verdict import check


def main(files: list[str]) -> int:
    """The exit status: 1 if any record is refused."""
    status = 0
    for file in map(Path, files):
        text = file.read_text(encoding="utf-8")
        for number, record in enumerate([text] if file.suffix == ".json" else text.splitlines(), start=1):
            try:
                check(json.loads(record))
            except Refused as refused:
                print(f"{file}, record {number}: {str(refused)!r}")
                status = 1
    print("refused" if status else "verified")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
