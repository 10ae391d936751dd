//! Blocks and reports: a member ends an introduction or a match permanently.

mod snapshot;

use chrono::NaiveDate;
use chrono_tz::Tz;
use enmusubi_core::limits::REPORTS_PER_DAY;
use enmusubi_core::review::{CaseKind, is_urgent};
use enmusubi_core::service::ReportCategory;

use crate::clock::{Clock, DAY_MS, Millis};
use crate::error::{Error, ErrorCode, Result};
use crate::features::introduction::{LockedPair, ask_if_room_again, lock_pair, no_introduction};
use crate::features::person_key::PersonKey;
use crate::features::standing::get_approved;
use crate::store::meeting::block::{self, HashedPerson, NewBlock};
use crate::store::meeting::introduction::{self, OwnIntroduction, Shown, find_shown};
use crate::store::member::{self, ShownMember};
use crate::store::review::report::{self, NewReport};
use crate::store::review::review_case::{self, NewCase};
use crate::store::{self, AccountId, Database, Transaction};

/// Blocks and reports members.
#[derive(Debug)]
pub(crate) struct Safety {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    pub(crate) time_zone: Tz,
    pub(crate) key: PersonKey,
}

/// A report of another member.
#[derive(Debug)]
pub(crate) struct Report {
    /// The id of the introduction or the match.
    pub(crate) pair_id: String,
    pub(crate) category: ReportCategory,
    /// The reporter's own words, or empty.
    pub(crate) note: String,
}

/// A block as the member who blocks sees it.
#[derive(Debug)]
pub(crate) struct OwnBlock {
    pub(crate) id: String,
    /// The nickname that the member saw when they blocked the person, or empty.
    pub(crate) nickname: String,
    pub(crate) day: NaiveDate,
}

/// The two members of an introduction or a match, locked until the transaction ends.
struct Pair {
    own: OwnIntroduction,
    /// False if the caller can no longer see the pair: it has expired or ended, for example, or the other member has
    /// paused.
    is_in_sight: bool,
    other: ShownMember,
}

impl Safety {
    /// Blocks the other member of an introduction or a match, also if the caller can no longer see the pair: an earlier
    /// match may be a person whom the caller does not want to meet again. Returns E003 if the caller never had such a
    /// pair or the other member has deleted the account, and E008 unless the caller is approved.
    pub(crate) async fn block(&self, line_user_id: &str, pair_id: &str) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let pair = Pair::lock(&transaction, line_user_id, pair_id, now_ms).await?;
        self.bar(&transaction, line_user_id, &pair, now_ms).await?;
        transaction.commit().await
    }

    /// Reports the other member of an introduction or a match, and blocks them, also if the caller can no longer see
    /// the pair. A report that waits for a reviewer is stored once, however often it is sent. Returns E005 beyond 20
    /// reports in 24 hours, E003 if the caller never had such a pair or the other member has deleted the account, and
    /// E008 unless the caller is approved.
    pub(crate) async fn report(&self, line_user_id: &str, report: Report) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let pair = Pair::lock(&transaction, line_user_id, &report.pair_id, now_ms).await?;
        self.store_report(&transaction, &pair, report, now_ms)
            .await?;
        self.bar(&transaction, line_user_id, &pair, now_ms).await?;
        transaction.commit().await
    }

    /// Stores a report, unless the same report already waits for a reviewer.
    async fn store_report(
        &self,
        transaction: &Transaction,
        pair: &Pair,
        report: Report,
        now_ms: Millis,
    ) -> Result<()> {
        let Report { category, note, .. } = report;
        let OwnIntroduction {
            account_id,
            other_id,
            ..
        } = pair.own;
        if report::is_open(transaction, account_id, other_id, category, &note).await? {
            return Ok(());
        }
        check_limit(transaction, account_id, now_ms).await?;
        self.database.require_room()?;
        let today = self.clock.today(self.time_zone);
        let new = NewReport {
            reporter_id: account_id,
            reported_id: other_id,
            category,
            note,
            snapshot: snapshot::take(transaction, pair, today).await?,
        };
        let public_id = report::insert(transaction, new, now_ms).await?;
        let case = NewCase {
            subject: public_id,
            is_urgent: is_urgent(category),
            ..NewCase::of_profile(other_id, CaseKind::Report, &pair.other.profile, now_ms)
        };
        review_case::insert_all(transaction, [case]).await
    }

    /// Returns the blocks of a member, the newest first. Returns E008 unless the member is approved.
    pub(crate) async fn list_blocks(&self, line_user_id: &str) -> Result<Vec<OwnBlock>> {
        let reads = &self.database.reads;
        let account = get_approved(store::account::find(reads, line_user_id).await?)?;
        let blocks = block::list_of(reads, account.id).await?.into_iter();
        let blocks = blocks.map(|own| OwnBlock {
            day: own.created_at_ms.day(self.time_zone),
            nickname: own.nickname,
            id: own.public_id,
        });
        Ok(blocks.collect())
    }

    /// Deletes a block, so that later accounts of the two may be introduced to each other. Returns E003 if the member
    /// has no such block, and E008 unless the member is approved. The page takes E003 as success, because an earlier call
    /// may have deleted the block, so the server commits before it answers E003, too (decision 055).
    pub(crate) async fn unblock(&self, line_user_id: &str, block_id: &str) -> Result<()> {
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        let account = get_approved(account)?;
        let is_deleted = block::delete(&transaction, account.id, block_id).await?;
        transaction.commit().await?;
        if is_deleted { Ok(()) } else { Err(no_block()) }
    }

    /// Ends the pair for both members, and bars them from meeting again. The members are locked.
    async fn bar(
        &self,
        transaction: &Transaction,
        line_user_id: &str,
        pair: &Pair,
        now_ms: Millis,
    ) -> Result<()> {
        let own = &pair.own;
        let others_user_id = store::account::find_user_id(transaction, own.other_id).await?;
        let others_user_id = others_user_id.ok_or_else(no_introduction)?;
        let person = |account_id, line_user_id| HashedPerson {
            account_id,
            hash: self.key.hash(line_user_id),
        };
        let new = NewBlock {
            by: person(own.account_id, line_user_id),
            of: person(own.other_id, &others_user_id),
            // The member may have another nickname by now, which the caller has never seen.
            nickname: if pair.is_in_sight {
                pair.other.profile.nickname.clone()
            } else {
                String::new()
            },
        };
        block::insert(transaction, new, now_ms).await?;
        let others_answer = introduction::find_others_answer(transaction, own).await?;
        let members = [own.account_id, own.other_id];
        introduction::end(transaction, own.id, &own.public_id, members, now_ms).await?;
        let today = self.clock.today(self.time_zone);
        for (account_id, answer) in [
            (own.account_id, own.answer.as_ref()),
            (own.other_id, others_answer.as_ref()),
        ] {
            if pair.is_in_sight && answer.is_none() {
                ask_if_room_again(transaction, account_id, today, now_ms).await?;
            }
        }
        Ok(())
    }
}

impl Pair {
    /// Locks both members. The response is the same whether the caller can still see the pair or not.
    async fn lock(
        transaction: &Transaction,
        line_user_id: &str,
        pair_id: &str,
        now_ms: Millis,
    ) -> Result<Self> {
        let LockedPair { own, .. } =
            lock_pair(transaction, line_user_id, pair_id, Shown::Ever, now_ms).await?;
        let shown = find_shown(transaction, own.account_id, pair_id, Shown::Any, now_ms).await?;
        let mut members = member::find_shown(transaction, &[own.other_id]).await?;
        let other = members.remove(&own.other_id).ok_or_else(no_introduction)?;
        Ok(Self {
            own,
            is_in_sight: shown.is_some(),
            other,
        })
    }
}

async fn check_limit(
    transaction: &Transaction,
    reporter_id: AccountId,
    now_ms: Millis,
) -> Result<()> {
    let after_ms = now_ms - DAY_MS;
    let oldest_ms =
        report::find_nth_latest(transaction, reporter_id, after_ms, REPORTS_PER_DAY).await?;
    Error::refuse_until(oldest_ms.map(|oldest_ms| oldest_ms + DAY_MS), now_ms)
}

/// The error for a block that does not exist or is not the caller's. Both look the same.
fn no_block() -> Error {
    Error::from(ErrorCode::NotFound)
}
