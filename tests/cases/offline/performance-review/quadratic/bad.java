class Table {
    String lines(List<Row> rows) {
        String out = "";
        for (Row row : rows) {
            out += row.getName() + "\n"; // expect: java-text-built-by-adding-in-loop
        }
        return out;
    }
}
