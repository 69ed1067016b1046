import unittest

from shop import total


class TotalTest(unittest.TestCase):
    def test_total(self) -> None:
        result = total([1, 2])
        self.assertEqual(result, result)  # expect: py-assertion-always-true
        self.assertTrue(True)  # expect: py-assertion-always-true
