REFUND_DAYS = 14  # expect-own: duplicated-rule


def may_be_returned(age: int) -> bool:
    return age <= REFUND_DAYS
