from django.utils.http import url_has_allowed_host_and_scheme
from flask import redirect, request, url_for


def is_safe_path(target: str) -> bool:
    return target.startswith("/") and not target.startswith("//")


def after_login() -> object:
    target = request.args.get("next", "/")
    if not is_safe_path(target):
        return redirect(url_for("home"))
    return redirect(target)


class OrderView:
    def after_edit(self, request: object) -> object:
        key = request.args["key"]
        return redirect(self.get_url(".edit", id=key))


def leave(request: object) -> object:
    target = request.GET["next"]
    if not url_has_allowed_host_and_scheme(url=target, allowed_hosts={request.get_host()}):
        target = "/"
    return redirect(target)
