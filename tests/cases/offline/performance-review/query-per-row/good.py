from django.db.models import Count

from shop.models import Customer, Order


def report(order_ids, cursor, session):
    orders = Order.objects.in_bulk(order_ids)
    customers = Customer.objects.in_bulk([order.customer_id for order in orders.values()])
    rows = [customers.get(order.customer_id) for order in orders.values()]
    for attempt in range(3):
        if Order.objects.filter(attempt=attempt).exists():
            break
    for batch in batches(order_ids):
        rows.extend(Order.objects.filter(pk__in=batch))
    cursor.execute("SELECT name FROM customer WHERE id = ANY(%s)", (order_ids,))
    return rows, session.get(Customer, order_ids[0])


def lines(day):
    found = []
    for order in Order.objects.filter(day=day).annotate(size=Count("lines")):
        found.append((order.id, order.size))
    orders = Order.objects.exclude(day=day).prefetch_related("lines")
    for order in orders:
        found.extend(order.lines.all())
    return found


def batches(items):
    yield items[:100]
