from flask import redirect, request, url_for


def is_safe_path(target: str) -> bool:
    return target.startswith("/") and not target.startswith("//")


def after_login() -> object:
    target = request.args.get("next", "/")
    if not is_safe_path(target):
        return redirect(url_for("home"))
    return redirect(target)
