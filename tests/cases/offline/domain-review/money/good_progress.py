from dataclasses import dataclass


@dataclass
class Usage:
    total: float
    share_of_total_time: float
