"""The tests of ledger.py: an act that is missing is lost, and a row too many is a double."""

import unittest

from ledger import NOTE, Ledger, longest_gap


class Comparisons(unittest.TestCase):
    """The rows are pairs of an act's key and its value."""

    def setUp(self) -> None:
        self.ledger = Ledger()
        for key in ("a", "b", "c"):
            self.ledger.send(NOTE, key)
        self.ledger.acknowledge(NOTE, "a", "1", 0)
        self.ledger.acknowledge(NOTE, "b", "2", 0)

    def test_the_acknowledged_acts_alone_are_right(self) -> None:
        found = self.ledger.compare(NOTE, [("a", "1"), ("b", "2")])
        self.assertEqual((found.lost, found.doubled), ([], []))

    def test_an_act_whose_answer_was_lost_may_be_there(self) -> None:
        found = self.ledger.compare(NOTE, [("a", "1"), ("b", "2"), ("c", "3")])
        self.assertEqual((found.lost, found.doubled), ([], []))

    def test_a_missing_act_is_lost(self) -> None:
        found = self.ledger.compare(NOTE, [("a", "1")])
        self.assertEqual(len(found.lost), 1)

    def test_a_note_that_was_shown_and_is_missing_is_gone(self) -> None:
        self.ledger.read(["a", "c"])
        found = self.ledger.compare(NOTE, [("a", "1"), ("b", "2")])
        self.assertEqual((len(found.lost), len(found.gone)), (0, 1))

    def test_a_loss_is_reported_once(self) -> None:
        self.ledger.compare(NOTE, [("a", "1")])
        found = self.ledger.compare(NOTE, [("a", "1")])
        self.assertEqual(found.lost, [])

    def test_an_act_with_another_value_is_lost(self) -> None:
        found = self.ledger.compare(NOTE, [("a", "1"), ("b", "3")])
        self.assertEqual(len(found.lost), 1)

    def test_an_act_that_is_there_twice_is_a_double(self) -> None:
        found = self.ledger.compare(NOTE, [("a", "1"), ("b", "2"), ("b", "2")])
        self.assertEqual((len(found.lost), len(found.doubled)), (0, 1))

    def test_an_act_that_was_never_sent_is_a_double(self) -> None:
        found = self.ledger.compare(NOTE, [("a", "1"), ("b", "2"), ("d", "4")])
        self.assertEqual((len(found.lost), len(found.doubled)), (0, 1))


class Gaps(unittest.TestCase):
    """The longest time without an event counts from the beginning to the end."""

    def test_a_gap_lies_between_two_events_or_at_an_end(self) -> None:
        self.assertEqual(longest_gap([3, 1, 7], 0, 8), 4)
        self.assertEqual(longest_gap([1, 2], 0, 10), 8)
        self.assertEqual(longest_gap([9, 20], 0, 10), 9)
        self.assertEqual(longest_gap([], 0, 10), 10)


if __name__ == "__main__":
    unittest.main()
