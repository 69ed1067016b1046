from lxml import etree


def invoice(body: bytes) -> object:
    parser = etree.XMLParser(resolve_entities=True)  # expect: py-xml-external-entities
    return etree.fromstring(body, parser)
