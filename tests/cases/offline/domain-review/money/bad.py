from dataclasses import dataclass


@dataclass
class Line:
    label: str
    unit_price: float  # expect-own: primitive-domain-value
