import threading
from concurrent.futures import ThreadPoolExecutor

from shop.models import Product

total = 0
failed = 0


def work(item):
    global total
    total += item.size  # expect: py-global-counted-in-threads


def check(item):
    global failed
    failed = failed + 1  # expect: py-global-counted-in-threads


def run(items, jobs):
    threads = [threading.Thread(target=work, args=(item,)) for item in items]
    with ThreadPoolExecutor() as pool:
        list(pool.map(check, items))
    for item in items:
        jobs.append(lambda: item.start())  # expect: py-closure-sees-last-round
    return threads


def view(number):
    product = Product.objects.get(pk=number)
    product.views += 1  # expect: py-counter-read-then-saved
    product.save()
