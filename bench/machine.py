"""The machine on which figures were measured."""

import os
import platform
from pathlib import Path


def machine() -> dict[str, str]:
    """Describe processor, cores and system, without the name of the machine."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = [line for line in information.read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return {"processor": model, "cores": str(os.cpu_count()), "system": platform.system()}


def load() -> int:
    """Find the mean number of busy programs in the last quarter of an hour, rounded."""
    return round(os.getloadavg()[2])


def shared(load: int, cores: str) -> bool:
    """Say whether this many busy programs are more than the measurement itself."""
    return load > int(cores)
