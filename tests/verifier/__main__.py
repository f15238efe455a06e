"""Check files of records, as a program for the command line."""

import json
import sys
from pathlib import Path

from tests.verifier.table import Refused
from tests.verifier.verdict import check

LONGEST = 32 * 1024 * 1024  # the largest allowed size of a record in bytes, including its newline


def main(files: list[str]) -> int:
    """Check the files; return the exit status, which is 1 if any record is refused."""
    status = 0
    for file in map(Path, files):
        with file.open("rb") as opened:
            lines = [opened.read()] if file.suffix == ".json" else opened.readlines()
        for number, line in enumerate(lines, start=1):
            try:
                check_line(line)
            except Refused as refused:
                print(f"{file}, line {number}: {str(refused)!r}")
                status = 1
    print("refused" if status else "verified")
    return status


def check_line(line: bytes) -> None:
    """Refuse a line unless it is empty or holds a valid record."""
    if len(line) > LONGEST:
        raise Refused(f"longer than {LONGEST} bytes")
    if not line.strip():
        return
    try:
        record = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Refused(f"not JSON: {error}") from None
    check(record)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
