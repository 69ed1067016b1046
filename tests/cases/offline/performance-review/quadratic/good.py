from collections import deque


def unique(rows, known):
    seen = set()
    kept = []
    for row in rows:
        if row.key not in seen:
            seen.add(row.key)
            kept.append(row.key)
    keys = {item.key for item in known}
    kept.extend(row for row in rows if row.key in keys)
    names = []
    for name in ("one", "two", "three"):
        if name not in names:
            names.append(name)
    return kept, names


def walk(start):
    queue = deque([start])
    while queue:
        node = queue.popleft()
        queue.extend(node.children)
