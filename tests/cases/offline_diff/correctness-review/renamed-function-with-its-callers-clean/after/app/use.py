from app.files import read

print(read('a.txt', 'r'))
