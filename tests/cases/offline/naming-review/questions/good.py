def is_expired(session: object, now: int) -> bool:
    return session.ends < now


def drop_if_expired(session: object, now: int) -> None:
    if is_expired(session, now):
        session.delete()
