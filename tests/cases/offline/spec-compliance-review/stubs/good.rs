pub fn render(kind: &str, rows: &str) -> Result<String, String> {
    match kind {
        "csv" => Ok(rows.to_string()),
        other => Err(format!("{other} is not among the formats: csv")),
    }
}
