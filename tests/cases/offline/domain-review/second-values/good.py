from policy.limits import REFUND_DAYS

REFUND_TIMEOUT_SECONDS = 14


def may_be_returned(age: int) -> bool:
    return age <= REFUND_DAYS
