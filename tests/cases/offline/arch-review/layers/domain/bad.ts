import { Mailer } from "../infrastructure/mail"; // expect: js-domain-imports-outer-layer

export function confirm(mailer: Mailer, order: string): void {
  mailer.send(order);
}
