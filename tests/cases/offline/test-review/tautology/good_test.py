import unittest

from shop import total


class TotalTest(unittest.TestCase):
    def test_total(self) -> None:
        result = total([1, 2])
        self.assertEqual(result, 3)
        self.assertTrue(result > 2)
