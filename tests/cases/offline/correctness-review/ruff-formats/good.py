import logging

logger = logging.getLogger(__name__)


def report(name, count):
    logger.info("%s has %d", name, count)
    logger.info("{} has".format(name))
    logger.info("row", extra={"user": name})
    print("%s of %s" % (name, count))
    print("%(name)s of %(total)s" % {"name": name, "total": count})
    print("%5.2f %%" % (count,))
    print("{} of {}".format(name, count))
    print("{{}} {name}".format(name=name))
