def settle(order, ledger):
    total = sum(line.price * line.count for line in order.lines)
    if order.customer.has_credit(total):
        total -= order.customer.credit
        ledger.book(order.id, order.customer.credit)
    for tax in order.country.taxes():
        total += tax.amount_of(total)
    ledger.book(order.id, total)
    return round(total, 2)
