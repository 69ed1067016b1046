import json


def parse(rows):
    count = len(rows)
    for row in rows:
        print(json.loads(row))
    return count
