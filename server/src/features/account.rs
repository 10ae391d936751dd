//! The member's own account: the state of its review, the whole profile, its texts, and the choice of an avatar.

use std::sync::Arc;

use chrono_tz::Tz;
use enmusubi_core::language::Language;
use enmusubi_core::limits::ABSENCE_DAYS;
use enmusubi_core::review::{Reason, ReviewStatus, with_age_proof};
use enmusubi_core::{Field, JsonDocument, UserProfileCreate};

use crate::clock::{Clock, DAY_MS, Millis};
use crate::error::{Error, Result};
use crate::features::age_proof::AgeProofs;
use crate::features::photo::UNATTACHED_LIFETIME_MS;
use crate::features::review::{Waiting, WaitingTimes, appeal_until_ms, asked_after};
use crate::features::standing::{LockedProfile, get_approved, not_registered, refuse_barred};
use crate::store::account::Account;
use crate::store::file::photo::StoredPhoto;
use crate::store::member::StoredMember;
use crate::store::profile::age_check::AgeCheck;
use crate::store::{self, BatchedReads, Database};

/// The fields that no returned profile has: `account` and `password` repeat the LINE user id, and the server stores no
/// coordinates.
pub(crate) const MEMBERS_LEFT_OUT: [&str; 4] = ["account", "password", "latitude", "longitude"];

/// A member's own profile, with its review, photos and avatar.
#[derive(Debug)]
pub(crate) struct OwnAccount {
    pub(crate) review_status: ReviewStatus,
    pub(crate) profile: UserProfileCreate,
    pub(crate) photos: Vec<StoredPhoto>,
    /// The name of the chosen picture.
    pub(crate) avatar: Option<String>,
    pub(crate) reasons: Vec<Reason>,
    /// The fields that the member may send; `None` unless the profile is with the member.
    pub(crate) request: Option<Request>,
    /// The waiting time; `None` unless the profile waits for a reviewer.
    pub(crate) waiting: Option<Waiting>,
    /// The end of the time in which the member can appeal against a rejection. `None` if the member cannot appeal.
    pub(crate) appeal_until_ms: Option<Millis>,
    /// The check of the age, where the deployment asks for one.
    pub(crate) age_check: Option<AgeCheck>,
}

/// The review step after which a member may send fields again.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) asked_at_ms: Millis,
    /// The fields that the member may send again, in the order of the payload.
    pub(crate) asked_fields: Vec<Field>,
    /// True if no reviewer asks for the fields: the member took the profile back.
    pub(crate) is_taken_back: bool,
}

/// The state of a profile's review.
#[derive(Debug)]
pub(crate) struct Standing {
    pub(crate) review_status: ReviewStatus,
    /// True if the profile is with its member because they took it back.
    pub(crate) is_taken_back: bool,
}

/// Reads accounts for their own members, and changes their avatars.
#[derive(Debug, Clone)]
pub(crate) struct Accounts {
    pub(crate) database: Database,
    pub(crate) batched_reads: Arc<BatchedReads>,
    pub(crate) clock: Clock,
    pub(crate) time_zone: Tz,
    pub(crate) age_proofs: AgeProofs,
    pub(crate) waiting_times: WaitingTimes,
}

impl Accounts {
    /// Returns the state of the user's review, or E003 if there is no account.
    pub(crate) async fn get_review_status(&self, line_user_id: &str) -> Result<ReviewStatus> {
        let account = self.batched_reads.account(line_user_id).await?;
        Ok(account.ok_or_else(not_registered)?.review.status)
    }

    /// Returns the state of the user's review and whether they took the profile back, or `None` if there is
    /// no account.
    pub(crate) async fn find_standing(&self, line_user_id: &str) -> Result<Option<Standing>> {
        let Some(account) = self.batched_reads.account(line_user_id).await? else {
            return Ok(None);
        };
        let review_status = account.review.status;
        if review_status != ReviewStatus::NeedsInfo {
            return Ok(Some(Standing {
                review_status,
                is_taken_back: false,
            }));
        }
        // Take the status from the second read: it may have changed since the first.
        let member = self.member_of(self.find(line_user_id).await?).await?;
        Ok(Some(Standing {
            review_status: member.review_status,
            is_taken_back: member.request.is_some_and(|request| request.is_taken_back),
        }))
    }

    /// Returns everything that a user may know of their own profile, or E003 if there is no account. Records that they
    /// have opened the app.
    pub(crate) async fn open(
        &self,
        line_user_id: &str,
        language: Option<Language>,
    ) -> Result<OwnAccount> {
        let stored = self.find(line_user_id).await?;
        self.record_opening(&stored.account, language).await?;
        self.member_of(stored).await
    }

    async fn find(&self, line_user_id: &str) -> Result<StoredMember> {
        let stored = self.batched_reads.member(line_user_id).await?;
        stored.ok_or_else(not_registered)
    }

    async fn member_of(&self, stored: StoredMember) -> Result<OwnAccount> {
        let StoredMember {
            account,
            profile,
            photos,
            latest_step,
        } = stored;
        let review_status = account.review.status;
        let waiting = self.waiting_times.find(account.id, review_status).await?;
        let now_ms = self.clock.now_ms();
        let reads = &self.database.reads;
        let age_check = self.age_proofs.find_check(reads, account.id).await?;
        let rule = self.age_proofs.rule_after(age_check);
        let asking_step = latest_step
            .as_ref()
            .filter(|_| review_status == ReviewStatus::NeedsInfo);
        let request = asking_step.map(|step| Request {
            asked_at_ms: step.at_ms,
            asked_fields: with_age_proof(asked_after(step), &profile, rule),
            is_taken_back: step.is_taking_back(),
        });
        Ok(OwnAccount {
            review_status,
            profile,
            photos,
            avatar: account.avatar,
            waiting,
            appeal_until_ms: appeal_until_ms(account.review, latest_step.as_ref(), now_ms),
            request,
            age_check,
            reasons: latest_step.map_or_else(Vec::new, |step| step.reasons),
        })
    }

    /// Returns E008 for a rejected or suspended account, whose member may only see the review status, export the data
    /// and delete the account. Accepts a user without an account, who may prepare one.
    pub(crate) async fn require_not_barred(&self, line_user_id: &str) -> Result<()> {
        match self.batched_reads.account(line_user_id).await? {
            Some(account) => refuse_barred(account.review.status),
            None => Ok(()),
        }
    }

    /// Returns E008 for an account whose profile is not approved, and E003 if there is no account. Records
    /// that the member has opened the app.
    pub(crate) async fn require_approved(
        &self,
        line_user_id: &str,
        language: Option<Language>,
    ) -> Result<()> {
        let account = get_approved(self.batched_reads.account(line_user_id).await?)?;
        self.record_opening(&account, language).await
    }

    /// Records that a member has opened the app: at most once a day, and whenever the language of the app has changed.
    /// The server stops introducing members who stay away for long. It introduces them again within a minute after they
    /// come back.
    async fn record_opening(&self, account: &Account, language: Option<Language>) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let absent_ms = now_ms - account.opened_at_ms;
        let is_known = language.is_none() || language == account.language;
        if is_known && absent_ms < DAY_MS {
            return Ok(());
        }
        let transaction = store::begin(&self.database).await?;
        // The account may have been deleted since it was read.
        let exists = store::account::set_opened(&transaction, account.id, language, now_ms).await?;
        let is_approved = account.review.status == ReviewStatus::Approved;
        if exists && is_approved && absent_ms > ABSENCE_DAYS * DAY_MS {
            store::meeting::introduction::state::ask(&transaction, account.id, now_ms).await?;
        }
        transaction.commit().await
    }

    /// Changes the texts and tags in the document, and returns the profile. Returns E008 if the member is not approved,
    /// or if the document has another field.
    pub(crate) async fn change_texts(
        &self,
        line_user_id: &str,
        document: &JsonDocument<'_>,
    ) -> Result<UserProfileCreate> {
        let today = self.clock.today(self.time_zone);
        let own = LockedProfile::lock(&self.database, line_user_id, today).await?;
        let profile = document.parse_texts(&own.stored, &own.context)?;
        store::profile::update(&own.transaction, own.account_id, &profile).await?;
        own.transaction.commit().await?;
        Ok(profile)
    }

    /// Makes a photo of the member's profile, or one of their uploads, their avatar. The same choice
    /// again changes nothing. Returns E008 if the profile is rejected or suspended, and E003 if there
    /// is no such picture.
    pub(crate) async fn choose_avatar(&self, line_user_id: &str, name: &str) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, line_user_id)
            .await?
            .ok_or_else(not_registered)?;
        refuse_barred(account.review.status)?;
        if account.avatar.as_deref() == Some(name) {
            return transaction.commit().await;
        }
        // The cleanup is about to delete older uploads. Documents are for reviewers only, so
        // `attach_photo` does not take them.
        let stored_from_ms = now_ms - UNATTACHED_LIFETIME_MS;
        let exists = store::file::photo::is_of(&transaction, account.id, name).await?
            || store::file::upload::attach_photo(
                &transaction,
                line_user_id,
                name,
                stored_from_ms,
                now_ms,
            )
            .await?;
        if !exists {
            return Err(Error::not_found("There is no such upload."));
        }
        store::account::set_avatar(&transaction, account.id, name).await?;
        if let Some(replaced) = account.avatar {
            // The cleanup deletes the file, unless the profile uses it for something else too.
            store::file::upload::release(&transaction, &replaced).await?;
        }
        transaction.commit().await
    }
}
