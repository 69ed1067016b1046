import java.time.LocalDate;

class Invoice {
  boolean isOverdue(LocalDate due) {
    return due.isBefore(LocalDate.now()); // expect: java-business-day-from-server-clock
  }
}
