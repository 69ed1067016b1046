def is_expired(session: object, now: int) -> bool:
    if session.ends < now:
        session.delete()  # expect: py-question-changes-what-it-asks-about
        return True
    return False
