//! The answer of an attempt whose first answer may have been lost on the way.

use aws_lc_rs::digest::{Context, SHA256};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use enmusubi_core::ErrorCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::store::BatchedReads;
use crate::store::idempotency::StoredResponse;

/// How long an answer is kept.
pub(crate) const KEPT_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// What is attempted: a key that was used for one call is no key of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Registration,
    Resubmission,
}

/// One request that may be sent again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt<'a> {
    pub(crate) call: Call,
    /// Who sent it, proven.
    pub(crate) line_user_id: &'a str,
    /// What was sent, by which a repeated request is told from another one.
    pub(crate) bytes: &'a [u8],
    /// Names the attempt; without it nothing is kept and nothing found.
    pub(crate) key: Option<Uuid>,
}

/// The answer kept for an attempt, if there is one.
pub(crate) struct Replay<'a> {
    call: Call,
    line_user_id: &'a str,
    key: Option<String>,
    body_hash: String,
    now_ms: i64,
}

impl Call {
    /// Stands before what is hashed. A registration's bytes are hashed as they are.
    const fn prefix(self) -> &'static [u8] {
        match self {
            Self::Registration => b"",
            Self::Resubmission => b"resubmission\n",
        }
    }

    /// The HTTP status of the answer that is kept.
    const fn status(self) -> i32 {
        match self {
            Self::Registration => 201,
            Self::Resubmission => 200,
        }
    }
}

impl<'a> Replay<'a> {
    pub(crate) fn of(attempt: Attempt<'a>, now_ms: i64) -> Self {
        let mut hash = Context::new(&SHA256);
        hash.update(attempt.call.prefix());
        hash.update(attempt.bytes);
        Self {
            call: attempt.call,
            line_user_id: attempt.line_user_id,
            key: attempt.key.map(|key| key.to_string()),
            body_hash: URL_SAFE_NO_PAD.encode(hash.finish()),
            now_ms,
        }
    }

    /// The kept answer, or else that of `work`. Once `work` is refused there may be one after all: a
    /// twin in another copy of the server has taken the place, or changed the state, meanwhile.
    pub(crate) async fn answer_or<T: DeserializeOwned>(
        &self,
        lookups: &BatchedReads,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        if let Some(answer) = self.find(lookups).await? {
            return Ok(answer);
        }
        match work.await {
            Err(error) if matches!(error.code, ErrorCode::Conflict | ErrorCode::Forbidden) => {
                self.find(lookups).await?.ok_or(error)
            }
            result => result,
        }
    }

    /// The kept answer; E004 when the key was used for another body, or for another call.
    async fn find<T: DeserializeOwned>(&self, lookups: &BatchedReads) -> Result<Option<T>> {
        let Some(key) = &self.key else {
            return Ok(None);
        };
        let since_ms = self.now_ms - KEPT_MS;
        let all = lookups.stored_responses(self.line_user_id).await?;
        let this = all
            .into_iter()
            .find(|answer| answer.key == *key && answer.created_at_ms >= since_ms);
        match this {
            None => Ok(None),
            Some(kept) if kept.body_hash == self.body_hash => serde_json::from_str(&kept.body)
                .map(Some)
                .map_err(Error::internal),
            Some(_) => Err(Error::conflict(
                "This idempotency key was used with another body.",
            )),
        }
    }

    /// The answer as it is to be kept, in the transaction that makes it true; none without a key.
    pub(crate) fn keep(&self, answer: &impl Serialize) -> Result<Option<StoredResponse>> {
        let Some(key) = &self.key else {
            return Ok(None);
        };
        Ok(Some(StoredResponse {
            line_user_id: self.line_user_id.to_owned(),
            key: key.clone(),
            body_hash: self.body_hash.clone(),
            status: self.call.status(),
            body: serde_json::to_string(answer).map_err(Error::internal)?,
            created_at_ms: self.now_ms,
        }))
    }
}
