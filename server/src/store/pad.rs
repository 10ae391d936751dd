//! Pads the list of an `IN` clause.

/// Pads the list to a power of two by repeating the last key, so that the database prepares few
/// statements. A database prepares one statement for each length of the list.
pub(super) fn padded<Key: Clone>(mut keys: Vec<Key>) -> Vec<Key> {
    if let Some(last) = keys.last().cloned() {
        keys.resize(keys.len().next_power_of_two(), last);
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_sees_few_lengths() {
        let lengths = (0..=9).map(|n| padded((0..n).collect()).len());
        assert_eq!(lengths.collect::<Vec<_>>(), [0, 1, 2, 4, 4, 8, 8, 8, 8, 16]);
        assert_eq!(padded(vec![1, 2, 3]), [1, 2, 3, 3]);
    }
}
