class Table {
    String lines(List<Row> rows) {
        StringBuilder out = new StringBuilder();
        int sum = 0;
        for (Row row : rows) {
            String line = row.getName();
            line += "\n";
            out.append(line);
            sum += row.getCount();
        }
        return out.append(sum).toString();
    }
}
