from app.files import load

print(load('a.txt', 'r'))
