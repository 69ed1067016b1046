from django.views.decorators.csrf import csrf_exempt


@csrf_exempt  # expect: py-csrf-check-removed
def transfer(request: object) -> object:
    return request.user.transfer(request.POST["amount"])
