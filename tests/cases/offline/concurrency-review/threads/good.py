import threading
from concurrent.futures import ThreadPoolExecutor

from django.db.models import F

from shop.models import Product

total = 0
calls = 0
_lock = threading.Lock()


def work(item):
    global total
    with _lock:
        total += item.size


def count():
    global calls
    calls += 1


def run(items, jobs):
    count()
    threads = [threading.Thread(target=work, args=(item,)) for item in items]
    with ThreadPoolExecutor() as pool:
        sizes = sum(pool.map(len, items))
    for item in items:
        jobs.append(lambda item=item: item.start())
        jobs.append(lambda other: other.start())
        ordered = sorted(item.parts, key=lambda part: part.rank + item.rank)
        print(ordered)
    return threads, sizes


def view(number):
    Product.objects.filter(pk=number).update(views=F("views") + 1)
    product = Product.objects.select_for_update().get(pk=number)
    product.stock -= 1
    product.save()
