from datetime import date


def is_overdue(invoice: object) -> bool:
    return invoice.due_on < date.today()  # expect: py-business-day-from-server-clock
