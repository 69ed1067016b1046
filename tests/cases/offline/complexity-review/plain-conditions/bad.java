class Orders {
    boolean ready(Order order) {
        return order.isPaid() == true; // expect: java-boolean-compared-with-literal
    }

    boolean free(int total) {
        if (total > 50) { // expect: java-condition-returned-by-branches
            return true;
        } else {
            return false;
        }
    }
}
