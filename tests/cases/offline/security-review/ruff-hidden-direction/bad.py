LEVEL = "user"


def is_admin(level):
    return level != "user‮ ⁦# check later⁩ ⁦"  # expect: PLE2502
