"""Describe the machine on which the figures were measured."""

import os
import platform
from pathlib import Path


def machine() -> dict[str, str]:
    """Describe the processor, its cores and the operating system, but not the machine's name."""
    model = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = [line for line in information.read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    return {"processor": model, "cores": str(os.cpu_count()), "system": platform.system()}


def load() -> int:
    """Return the rounded load average: how many programs were busy in the last 15 minutes."""
    return round(os.getloadavg()[2])


def shared(load: int, cores: str) -> bool:
    """Say whether there were more busy programs than the machine has cores."""
    return load > int(cores)
