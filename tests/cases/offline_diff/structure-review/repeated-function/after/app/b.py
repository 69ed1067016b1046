def close_purchase(purchase, book_keeping):
    amount = sum(row.price * row.count for row in purchase.lines)
    if purchase.customer.has_credit(amount):
        amount -= purchase.customer.credit
        book_keeping.book(purchase.id, purchase.customer.credit)
    for duty in purchase.country.taxes():
        amount += duty.amount_of(amount)
    book_keeping.book(purchase.id, amount)
    return round(amount, 2)
