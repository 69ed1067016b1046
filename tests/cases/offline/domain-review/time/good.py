from datetime import date


def is_overdue(invoice: object, on: date) -> bool:
    return invoice.due_on < on
