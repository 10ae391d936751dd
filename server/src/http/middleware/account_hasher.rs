//! Hashes account ids for the limits that count by account.

use std::hash::{BuildHasher as _, RandomState};

/// Hashes account ids with random keys. A hash takes less memory than an id and identifies no person.
#[derive(Debug, Default)]
pub(super) struct AccountHasher(RandomState);

impl AccountHasher {
    pub(super) fn hash(&self, line_user_id: &str) -> u64 {
        self.0.hash_one(line_user_id)
    }
}
