//! The numbers of open cases, which every open console reads again and again.

use std::collections::HashMap;
use std::sync::Arc;

use enmusubi_core::CaseKind;
use tokio::sync::Mutex;

use super::Reviews;
use crate::error::Result;
use crate::store::review_case;

/// The time for which the cases are not counted again. With 100,000 cases, a count reads as many entries of an index.
const LIFETIME_MS: i64 = 5 * 1000;

/// The latest numbers, which all clones share.
#[derive(Debug, Clone, Default)]
pub(crate) struct CaseCounts(Arc<Mutex<Option<Counted>>>);

/// The numbers and the moment when they were counted.
#[derive(Debug, Clone)]
struct Counted {
    by_kind: HashMap<CaseKind, u64>,
    at_ms: i64,
}

impl Reviews {
    /// Counts the open cases by kind. The numbers are at most 5 seconds old. A kind without any case is missing.
    pub async fn count_cases(&self) -> Result<HashMap<CaseKind, u64>> {
        let now_ms = self.clock.now_ms();
        // Callers that come during the query wait for it and share its result.
        let mut counted = self.counts.0.lock().await;
        // A developer may move the clock of the mock back.
        if let Some(known) = &*counted
            && (0..LIFETIME_MS).contains(&(now_ms - known.at_ms))
        {
            return Ok(known.by_kind.clone());
        }
        let by_kind = review_case::count_open(&self.database.reads).await?;
        *counted = Some(Counted {
            by_kind: by_kind.clone(),
            at_ms: now_ms,
        });
        Ok(by_kind)
    }
}
