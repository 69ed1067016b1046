from shop.models import Order


def status(day, path, cursor):
    count = Order.objects.filter(day=day).count()
    cursor.execute("SELECT id, total FROM orders WHERE day = %s LIMIT 100", (day,))
    cursor.execute("SELECT * FROM orders WHERE id = %s", (day,))
    with open(path) as log:
        for line in log:
            print(line)
    with open(path) as log:
        lines = log.read().splitlines()
    return count, len(lines)
