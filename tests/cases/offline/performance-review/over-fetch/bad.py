from shop.models import Order


def status(day, path, cursor):
    count = len(Order.objects.filter(day=day))  # expect: py-all-rows-loaded-to-count
    cursor.execute("SELECT * FROM orders")  # expect: select-all-columns-all-rows
    with open(path) as log:
        for line in log.readlines():  # expect: py-whole-file-for-its-lines
            print(line)
    return count
