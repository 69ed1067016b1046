from lxml import etree


def invoice(body: bytes) -> object:
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.fromstring(body, parser)
