from dataclasses import dataclass
from decimal import Decimal


@dataclass
class Line:
    label: str
    unit_price: Decimal
    weight: float
    cost_per_token: float
