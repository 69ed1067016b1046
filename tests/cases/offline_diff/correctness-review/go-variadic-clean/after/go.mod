module example.org/shop
