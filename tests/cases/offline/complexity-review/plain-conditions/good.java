class Orders {
    boolean ready(Order order) {
        return order.isPaid();
    }

    boolean free(int total) {
        return total > 50;
    }

    boolean known(String name) {
        if (name == null) {
            return false;
        } else {
            return names.contains(name);
        }
    }
}
