from dataclasses import dataclass


@dataclass(frozen=True)
class Period:
    start: int
    end: int
    zone: str

    def length(self) -> int:
        return self.end - self.start if self.zone else 0


def shown(period: Period) -> str:
    return f"{period.start} to {period.end} ({period.zone})"


def parse(start: int, end: int, zone: str) -> Period:
    return Period(start, end, zone)
