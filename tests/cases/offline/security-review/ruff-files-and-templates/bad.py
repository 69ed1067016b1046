import os
import subprocess
import tarfile
import tempfile

import jinja2
from django.forms import ModelForm


def unpack(path, target):
    name = tempfile.mktemp()  # expect: S306
    with tarfile.open(path) as archive:
        archive.extractall(target)  # expect: S202
    os.chmod(target, 0o777)  # expect: S103
    subprocess.run("chown root *", shell=True, check=True)  # expect: S609
    return name


PAGES = jinja2.Environment(autoescape=False)  # expect: S701


class UserForm(ModelForm):
    class Meta:
        model = "User"
        fields = "__all__"  # expect: DJ007
