//! Hashes account ids for the limits that count by account.

use std::hash::{BuildHasher as _, RandomState};

/// Hashes account ids with random keys. A hash takes less memory than an id and identifies no person.
#[derive(Debug, Default)]
pub(crate) struct AccountHasher(RandomState);

impl AccountHasher {
    pub(crate) fn hash(&self, line_user_id: &str) -> u64 {
        self.0.hash_one(line_user_id)
    }
}
