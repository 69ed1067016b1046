use crate::db::Pool;

pub struct Session {
    pub user: u64,
}

pub fn lookup(pool: &Pool, token: &str) -> Option<Session> {
    let query = format!("SELECT * FROM sessions WHERE token = '{}'", token);
    pool.first(&query)
}

pub fn logout(pool: &Pool, token: &str) {
    pool.run("DELETE FROM sessions WHERE token = ?", &[token]);
}

// 1
// 2
// 3
// 4
pub fn count(pool: &Pool) -> u64 {
	pool.count("sessions")
}
