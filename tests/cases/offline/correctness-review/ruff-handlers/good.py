import logging

logger = logging.getLogger(__name__)


def read(source, rows):
    try:
        source.load()
    except FileNotFoundError:
        source.reset()
    failed = []
    for row in rows:
        try:
            source.add(row)
        except ValueError:
            failed.append(row)
    try:
        source.close()
    except (OSError, ValueError):
        source.reset()
    try:
        source.flush()
    except OSError as error:
        raise ValueError("cannot flush") from error
    try:
        source.sync()
    except Exception:
        logger.exception("sync failed")
        raise
    return failed


def totals(source):
    try:
        return source.total()
    finally:
        source.close()
