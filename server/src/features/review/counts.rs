//! The numbers of open cases, which every open console reads again and again.

use std::collections::HashMap;

use enmusubi_core::review::CaseKind;

use super::Reviews;
use crate::error::Result;
use crate::store::review::review_case;

/// The time for which the cases are not counted again. With 100,000 cases, a count reads 100,000 entries of an index.
const LIFETIME_MS: i64 = 5 * 1000;

impl Reviews {
    /// Counts the open cases by kind. The numbers are at most 5 seconds old. A kind without any case is missing.
    pub async fn count_cases(&self) -> Result<HashMap<CaseKind, u64>> {
        let count = review_case::count_open(&self.database.reads);
        self.counts
            .get_or_compute(self.clock.now_ms(), LIFETIME_MS, count)
            .await
    }
}
