@Service
class Counters {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd");
    private final AtomicInteger hits = new AtomicInteger();
    private final Map<String, Integer> seen = new ConcurrentHashMap<>();
    private final Map<String, String> last = new ConcurrentHashMap<>();
    private volatile boolean running = true;
    private int plain;

    void hit(String key) {
        hits.incrementAndGet();
        seen.computeIfAbsent(key, name -> 1);
        last.put(key, DAY.format(LocalDate.now()));
        running = false;
        plain++;
    }

    List<String> names(List<User> users) {
        Map<String, String> local = new HashMap<>();
        local.put("a", "b");
        return users.parallelStream().map(user -> user.getName()).toList();
    }

    private static final SimpleDateFormat GUARDED = new SimpleDateFormat("yyyy");

    String year(Date date) {
        synchronized (GUARDED) {
            return GUARDED.format(date);
        }
    }
}
