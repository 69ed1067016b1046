class Status {
    long open() {
        return orderRepository.findAll().stream().filter(order -> order.isOpen()).count(); // expect: java-whole-table-loaded-to-filter
    }

    int size() {
        return orderRepository.findAll().size(); // expect: java-whole-table-loaded-to-filter
    }

    List<Row> rows() {
        return jdbcTemplate.query("SELECT * FROM orders", mapper); // expect: select-all-columns-all-rows
    }
}
