import java.time.LocalDate;

class Invoice {
  boolean isOverdue(LocalDate due, LocalDate today) {
    return due.isBefore(today);
  }
}
