package shop.domain;

import shop.infrastructure.mail.Mailer; // expect: java-domain-imports-outer-layer

class Orders {
  void confirm(Mailer mailer, String order) {
    mailer.send(order);
  }
}
