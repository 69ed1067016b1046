from orders.book import Book


def price(book: Book) -> int:
    return len(book.title)
