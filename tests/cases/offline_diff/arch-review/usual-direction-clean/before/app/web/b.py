from app.db.rows import x
