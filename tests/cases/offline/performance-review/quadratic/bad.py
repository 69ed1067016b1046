def unique(rows, known):
    seen = []
    for row in rows:
        if row.key not in seen:  # expect: py-list-searched-while-it-grows
            seen.append(row.key)
    for row in rows:
        if row.key in [item.key for item in known]:  # expect: py-list-rebuilt-per-round
            seen.append(row)
    return seen


def walk(start):
    queue = [start]
    while queue:
        node = queue.pop(0)  # expect: py-queue-taken-from-list-front
        queue.extend(node.children)
