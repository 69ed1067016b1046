from flask import redirect, request


def after_login() -> object:
    return redirect(request.args.get("next", "/"))  # expect: py-open-redirect
