DEBUG = True  # expect: py-django-debug-setting
ALLOWED_HOSTS = ["shop.example.org"]
