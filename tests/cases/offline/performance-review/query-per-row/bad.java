class Report {
    List<Customer> customers(List<Order> orders) {
        List<Customer> found = new ArrayList<>();
        for (Order order : orders) {
            found.add(customerRepository.findById(order.getCustomerId()).orElseThrow()); // expect: java-query-per-row
        }
        return found;
    }

    List<Integer> sizes(List<Order> orders) {
        return orders.stream().map(order -> lineRepository.countByOrderId(order.getId())).toList(); // expect: java-query-per-row
    }

    void importAll(List<Order> orders) {
        for (Order order : orders) {
            orderRepository.save(order); // expect: java-rows-written-one-by-one
        }
    }
}
