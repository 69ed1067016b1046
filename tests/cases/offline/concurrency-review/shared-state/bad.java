@Service
class Counters {
    private static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd"); // expect: java-date-format-shared
    private volatile int hits = 0;
    private final Map<String, Integer> seen = new ConcurrentHashMap<>();
    private final Map<String, String> last = new HashMap<>();

    void hit(String key) {
        hits++; // expect: java-volatile-counter
        if (!seen.containsKey(key)) { // expect: java-concurrent-map-check-then-put
            seen.put(key, 1);
        }
        last.put(key, DAY.format(new Date())); // expect: java-plain-map-in-shared-component
    }

    List<String> names(List<User> users) {
        List<String> names = new ArrayList<>();
        users.parallelStream().forEach(user -> names.add(user.getName())); // expect: java-list-filled-in-parallel
        return names;
    }
}
