package shop.domain;

import java.util.List;
import shop.domain.mail.Mailer;

class Orders {
  void confirm(Mailer mailer, List<String> orders) {
    orders.forEach(mailer::send);
  }
}
