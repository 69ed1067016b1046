from django.utils.html import format_html
from django.utils.safestring import mark_safe
from flask import render_template, request
from markupsafe import escape


def greet() -> str:
    name = escape(request.args.get("name", ""))
    return f"<h1>Hello {name}</h1>"


def page() -> str:
    return render_template("page.html", layout=request.form["layout"])


def badge(label: str) -> object:
    return format_html("<b>{}</b>", label)


def rule() -> object:
    return mark_safe("<hr>")
