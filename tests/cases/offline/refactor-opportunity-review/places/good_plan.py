from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    price: int
    seats: int
    support: str


PLANS = {"free": Plan(0, 1, "forum"), "team": Plan(9, 10, "mail"), "firm": Plan(29, 100, "phone")}
