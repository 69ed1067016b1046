def refund(db: object, order: object) -> None:
    order.status = "refunded"  # expect: py-status-set-from-outside
    db.commit()


def expire(subscription_model: object, now: object) -> None:
    subscription_model.objects.filter(trial_end__lt=now).update(state="expired")  # expect: py-status-set-in-bulk
