from django.views.decorators.csrf import csrf_protect


@csrf_protect
def transfer(request: object) -> object:
    return request.user.transfer(request.POST["amount"])
