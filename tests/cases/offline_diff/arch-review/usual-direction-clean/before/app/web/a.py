from app.db import rows
