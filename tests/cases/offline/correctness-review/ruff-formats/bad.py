import logging

logger = logging.getLogger(__name__)


def report(name, count, rows):
    logger.info("%s has %d", name)  # expect: PLE1206
    logger.info("%s has", name, count)  # expect: PLE1205
    logger.info("row", extra={"name": name})  # expect: G101
    print("%s of %s" % (name,))  # expect: F507
    print("%(name)s of %(total)s" % {"name": name})  # expect: F505
    print("%(name)s" % {"name": name, "count": count})  # expect: F504
    print("%(name)s" % (name,))  # expect: F502
    print("%s %" % (name,))  # expect: F501
    print("%y" % (rows,))  # expect: F509
    print("%d" % "ten")  # expect: PLE1307
    print("{} of {}".format(name))  # expect: F524
    print("{".format(name))  # expect: F521
    print("{} has".format(name, count))  # expect: F523
    print("{name}".format(name=name, count=count))  # expect: F522
