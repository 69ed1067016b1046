from django.utils.safestring import mark_safe
from flask import render_template_string, request


def greet() -> str:
    name = request.args.get("name", "")
    return f"<h1>Hello {name}</h1>"  # expect: py-reflected-xss


def page() -> str:
    return render_template_string(request.form["layout"])  # expect: py-template-from-input


def badge(label: str) -> object:
    return mark_safe("<b>" + label + "</b>")  # expect: py-html-marked-safe
