def twice(lines: list[dict[str, int]]) -> tuple[int, int]:
    first = 0
    for line in lines:
        net = line["quantity"] * line["price"]
        if line["quantity"] > 100:
            net -= net // 10
        tax = net * line["rate"] // 100
        first += net + tax
        print(line["label"], net, tax)
        print("kept", line["label"])
    second = 0
    # expect-own-below: duplicated-logic
    for line in lines:
        net = line["quantity"] * line["price"]
        if line["quantity"] > 100:
            net -= net // 10
        tax = net * line["rate"] // 100
        first += net + tax
        print(line["label"], net, tax)
        print("kept", line["label"])
    return first, second
