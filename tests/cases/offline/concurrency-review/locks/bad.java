class Registry {
    private static Registry instance;
    private List<String> names = new ArrayList<>();
    private final Lock lock = new ReentrantLock();
    private final Integer count = 0;
    private Object guard = new Object();

    static Registry get() {
        if (instance == null) { // expect: java-double-checked-locking
            synchronized (Registry.class) {
                if (instance == null) {
                    instance = new Registry();
                }
            }
        }
        return instance;
    }

    void reset() {
        synchronized (names) { // expect: java-lock-field-replaced
            names = new ArrayList<>();
        }
    }

    void add(String name) {
        synchronized ("registry") { // expect: java-lock-on-shared-or-fresh-object
            names.add(name);
        }
        synchronized (count) { // expect: java-lock-on-shared-or-fresh-object
            names.add(name);
        }
        synchronized (guard) { // expect: java-lock-field-not-final
            names.add(name);
        }
        synchronized (new Object()) { // expect: java-lock-on-shared-or-fresh-object
            names.add(name);
        }
    }

    void remove(String name) {
        lock.lock();
        names.remove(name);
        lock.unlock(); // expect: java-unlock-skipped-on-exception
    }
}
