import os

SECRET_KEY = os.environ["SECRET_KEY"]
