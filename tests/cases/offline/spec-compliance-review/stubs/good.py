from abc import ABC, abstractmethod


class Exporter(ABC):
    @abstractmethod
    def export(self, orders: list[str]) -> str:
        """The orders as one text. Each format is a class of its own."""
        raise NotImplementedError


class CsvExporter(Exporter):
    def export(self, orders: list[str]) -> str:
        return "\n".join(orders)
