import os
import tarfile
import tempfile

import jinja2
from django.forms import ModelForm


def unpack(path, target):
    with tempfile.NamedTemporaryFile(delete=False) as handle:
        name = handle.name
    with tarfile.open(path) as archive:
        archive.extractall(target, filter="data")
    os.chmod(target, 0o700)
    return name


PAGES = jinja2.Environment(autoescape=jinja2.select_autoescape())


class UserForm(ModelForm):
    class Meta:
        model = "User"
        fields = ("name", "mail")
