from ..db.rows import x
