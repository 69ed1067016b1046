class Order:
    def refund(self) -> None:
        self.status = "refunded"


def refund(db: object, order: Order) -> None:
    order.refund()
    db.commit()


def expire(subscription_model: object, now: object) -> None:
    for subscription in subscription_model.objects.filter(trial_end__lt=now):
        subscription.expire()
