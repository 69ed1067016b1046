from shop.models import Customer, Order


def report(order_ids, cursor, session):
    rows = []
    for order_id in order_ids:
        order = Order.objects.get(pk=order_id)  # expect: py-query-per-row
        rows.append(order)
    names = [Customer.objects.filter(id=row.customer_id).first() for row in rows]  # expect: py-query-per-row
    for row in rows:
        cursor.execute("SELECT name FROM customer WHERE id = %s", (row.customer_id,))  # expect: py-query-per-row
    people = {row.id: session.get(Customer, row.customer_id) for row in rows}  # expect: py-query-per-row
    return names, people


def lines(day):
    found = []
    for order in Order.objects.filter(day=day):
        found.append((order.id, order.lines.count()))  # expect: py-relation-loaded-per-row
    orders = Order.objects.exclude(day=day)
    for order in orders:
        found.extend(order.lines.all())  # expect: py-relation-loaded-per-row
    return found
