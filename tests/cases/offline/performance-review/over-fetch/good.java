class Status {
    long open() {
        return orderRepository.countByOpenTrue();
    }

    long size() {
        return orderRepository.count();
    }

    List<Row> rows(Long id) {
        return jdbcTemplate.query("SELECT * FROM orders WHERE customer = ?", mapper, id);
    }
}
