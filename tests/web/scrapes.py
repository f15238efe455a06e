"""A scraper for the tests, which reads a server's metrics with Prometheus's own parser."""

from typing import Any

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.web.servers import Server

METRICS = ("--metrics", "127.0.0.1:0")  # any free port
Labels = tuple[tuple[str, str], ...]


def metrics_page(server: Server) -> str:
    """Return the address that a server prints after its own; call this once."""
    assert server.process.stdout is not None
    line = server.process.stdout.readline()
    assert line.startswith("Metrics are at "), line
    return line.split()[-1]


class Scrape:
    """The values of one scrape."""

    def __init__(self, page: str) -> None:
        answer = httpx.get(page)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        self.families = {family.name: family for family in text_string_to_metric_families(answer.text)}
        self.values: dict[tuple[str, Labels], float] = {
            (sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in self.families.values()
            for sample in family.samples
        }

    def __call__(self, name: str, **labels: Any) -> float:
        return self.values[name, tuple(sorted(labels.items()))]
