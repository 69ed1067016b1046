SAMPLE = "order-1"
