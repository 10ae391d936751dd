//! The answer of an attempt whose first answer may have been lost on the way.

use aws_lc_rs::digest;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use enmusubi_core::ErrorCode;
use sea_orm::ConnectionTrait;

use super::{Registered, Submission};
use crate::error::{Error, Result};
use crate::store;
use crate::store::idempotency::Kept;

/// How long an answer is kept.
pub(crate) const KEPT_MS: i64 = 7 * 24 * 60 * 60 * 1000;
const CREATED: i32 = 201;

/// One attempt, by its key; without a key nothing is kept and nothing found.
pub(super) struct Replay<'a> {
    submission: Submission<'a>,
    key: Option<String>,
    body_hash: String,
    now_ms: i64,
}

impl<'a> Replay<'a> {
    pub(super) fn of(submission: Submission<'a>, now_ms: i64) -> Self {
        let body_hash = digest::digest(&digest::SHA256, submission.bytes);
        Self {
            submission,
            key: submission.idempotency_key.map(|key| key.to_string()),
            body_hash: URL_SAFE_NO_PAD.encode(body_hash),
            now_ms,
        }
    }

    /// The kept answer; E004 when the key was used for another form.
    pub(super) async fn find(
        &self,
        connection: &impl ConnectionTrait,
    ) -> Result<Option<Registered>> {
        let Some(key) = &self.key else {
            return Ok(None);
        };
        let since_ms = self.now_ms - KEPT_MS;
        let line_user_id = self.submission.line_user_id;
        match store::idempotency::find(connection, line_user_id, key, since_ms).await? {
            None => Ok(None),
            Some(kept) if kept.body_hash == self.body_hash => serde_json::from_str(&kept.body)
                .map(Some)
                .map_err(Error::internal),
            Some(_) => Err(Error::new(
                ErrorCode::E004,
                "This idempotency key was used with another body.",
            )),
        }
    }

    pub(super) async fn keep(
        &self,
        connection: &impl ConnectionTrait,
        answer: &Registered,
    ) -> Result<()> {
        let Some(key) = &self.key else { return Ok(()) };
        let body = serde_json::to_string(answer).map_err(Error::internal)?;
        let kept = Kept {
            body_hash: self.body_hash.clone(),
            status: CREATED,
            body,
        };
        let line_user_id = self.submission.line_user_id;
        store::idempotency::insert(connection, line_user_id, key, kept, self.now_ms).await
    }
}
