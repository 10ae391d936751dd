//! Checks a code that the user entered, and records the mailbox as theirs.

use enmusubi_core::FieldErrorCode;
use enmusubi_core::work_email::{WorkEmailError, WorkEmailField};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{CONFIRMED_LIFETIME_MS, MAX_FAILURES, WorkEmails, limits};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store;
use crate::store::account::work_email::code;
use crate::store::account::work_email::mailbox::{self, Mailbox};

/// A confirmed mailbox.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConfirmationResponse)]
pub(crate) struct ConfirmedMailbox {
    /// The employer's id in the list.
    pub(crate) employer_id: String,
    /// The time until which a registration can use the confirmation: RFC 3339, in UTC.
    #[serde(rename = "expiresAt")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) expires_at_ms: Millis,
}

impl WorkEmails {
    /// Checks a code, which confirms its mailbox once. A repeated request with the idempotency key of
    /// the first one gets the same response while the code is valid, and has no further effect. Returns
    /// E002 for a wrong, used or expired code, and E004 for the right code of a mailbox that is
    /// confirmed for another account.
    pub(crate) async fn confirm(
        &self,
        line_user_id: &str,
        code: &str,
        idempotency_key: Option<Uuid>,
    ) -> Result<ConfirmedMailbox> {
        let key = idempotency_key.map(|key| key.to_string());
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let mailed = code::find_locked(&transaction, line_user_id)
            .await?
            .filter(|mailed| mailed.expires_at_ms > now_ms && mailed.n_failures < MAX_FAILURES)
            .ok_or_else(wrong_code)?;
        if !limits::may_try(&transaction, line_user_id, now_ms).await? {
            return Err(wrong_code());
        }
        if !self.key.is_code_of(&mailed, code) {
            code::count_failure(&transaction, line_user_id).await?;
            limits::count_wrong_try(&transaction, line_user_id, now_ms).await?;
            transaction.commit().await?;
            return Err(wrong_code());
        }
        if let Some(expires_at_ms) = mailed.confirmed_until_ms {
            if key.is_none() || key != mailed.confirm_key {
                return Err(wrong_code());
            }
            transaction.commit().await?;
            return Ok(ConfirmedMailbox {
                employer_id: mailed.employer_id,
                expires_at_ms,
            });
        }
        let expires_at_ms = now_ms + CONFIRMED_LIFETIME_MS;
        let mailbox = Mailbox {
            hash: &mailed.mailbox_hash,
            line_user_id,
            employer_id: &mailed.employer_id,
            expires_at_ms,
        };
        if !mailbox::claim(&transaction, mailbox, now_ms).await? {
            return Err(confirmed_for_another());
        }
        code::mark_confirmed(&transaction, line_user_id, expires_at_ms, key).await?;
        transaction.commit().await?;
        Ok(ConfirmedMailbox {
            employer_id: mailed.employer_id,
            expires_at_ms,
        })
    }
}

fn wrong_code() -> Error {
    Error::fields([WorkEmailError {
        field: WorkEmailField::Code,
        code: FieldErrorCode::ConfirmationCode,
    }])
}

fn confirmed_for_another() -> Error {
    let mut error = Error::conflict("This mailbox is confirmed for another account.");
    error.fields = vec![
        WorkEmailError {
            field: WorkEmailField::Email,
            code: FieldErrorCode::Duplicate,
        }
        .into(),
    ];
    error
}
