import json


def parse(rows):
    l = len(rows)  # expect: E741
    for json in rows:  # expect: F402
        print(json)
    return l
