class Report {
    List<Customer> customers(List<Order> orders) {
        List<Long> ids = orders.stream().map(order -> order.getCustomerId()).toList();
        return customerRepository.findAllById(ids);
    }

    void importAll(List<Order> orders) {
        orderRepository.saveAll(orders);
    }
}
