from app.web.views import y
