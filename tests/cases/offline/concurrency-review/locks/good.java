class Registry {
    private static volatile Registry instance;
    private final Object guard = new Object();
    private final List<String> names = new ArrayList<>();
    private final Lock lock = new ReentrantLock();

    static Registry get() {
        if (instance == null) {
            synchronized (Registry.class) {
                if (instance == null) {
                    instance = new Registry();
                }
            }
        }
        return instance;
    }

    void reset() {
        synchronized (guard) {
            names.clear();
        }
    }

    void remove(String name) {
        lock.lock();
        try {
            names.remove(name);
        } finally {
            lock.unlock();
        }
    }

    Session find(String id) {
        Session session = sessions.get(id);
        if (session != null) {
            synchronized (session) {
                session = sessions.get(id);
            }
        }
        return session;
    }
}
