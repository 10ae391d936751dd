//! Decides about the entries of the news that are due, sends the new messages, and retries messages whose last try
//! failed.

use std::fmt::Display;
use std::hash::Hash;

use enmusubi_core::service::MessageTopic;
use futures_util::future::join_all;

use super::budget::{Budget, Share, month_of};
use super::compose::{Recipient, SendDecision, compose, is_worth_asking};
use super::quiet::{mornings, quiet_until};
use super::sender::{Interruption, KnownQuota, Sender};
use super::{LineMessages, texts};
use crate::adapters::line::{MessagingError, PushAnswer};
use crate::clock::{DAY_MS, Millis};
use crate::error::Result;
use crate::features::news::visible_to;
use crate::jobs::{FailingRows, ROW_LIMIT, Round, contained};
use crate::ops::metrics::{self, JobName, LineFailure};
use crate::store::connection::lease::{self, Lease};
use crate::store::line::contact::Contact;
use crate::store::line::message::{self, NewMessage, Outcome};
use crate::store::line::{contact, month};
use crate::store::{self, AccountId, MessageId, Transaction};

const LEASE: &str = "line-messages";
/// A process that stops extending the lease loses it after this time. The sender extends it before each round, and with
/// each new message.
const LEASE_MS: i64 = 60_000;
/// The most members, and the most messages, that one round handles.
const BATCH: u64 = 100;
/// The most calls of LINE at the same time. LINE accepts 2,000 a second.
const PARALLEL: usize = 8;
/// The time for which the server tries a message. LINE knows the key of a message for 24 hours; after a later try, the
/// member could get the message twice.
const TRIED_MS: i64 = 23 * 3_600_000;
/// The longest pause between two tries of a message.
const MAX_RETRY_MS: i64 = 600_000;
/// The longest pause of all messages while LINE does not answer.
const MAX_PAUSE_MS: i64 = 60_000;
/// The time for which the server uses LINE's answer about the quota.
const QUOTA_LASTS_MS: i64 = 3_600_000;
/// The time after which the server asks LINE again about a member who was not reachable. The event of a new friendship
/// may have been lost.
const UNREACHABLE_LASTS_MS: i64 = DAY_MS;

impl LineMessages {
    /// Decides about the news that are due, and sends the messages that are due, unless another process holds the
    /// lease. If LINE does not answer, the sender pauses, and the round is no failure.
    pub async fn send_due(&self) -> Result<Round> {
        let mut sender = self.sender.lock().await;
        let now_ms = self.clock.now_ms();
        if now_ms < sender.paused_until_ms {
            return Ok(sender.rows());
        }
        match self.round(&mut sender, now_ms).await {
            Ok(holds_lease) => {
                sender.n_failures = 0;
                return Ok(Round {
                    is_held_elsewhere: !holds_lease,
                    ..sender.rows()
                });
            }
            Err(Interruption::ByLine(error)) => {
                let pause_ms = backoff_ms(sender.n_failures).min(MAX_PAUSE_MS);
                sender.paused_until_ms = now_ms + pause_ms;
                sender.n_failures += 1;
                match error {
                    MessagingError::AccessToken(_) => {
                        metrics::line_failed(LineFailure::AccessToken);
                        tracing::error!(%error, "no message in LINE can be sent");
                    }
                    MessagingError::OutOfReach(_) => {
                        metrics::line_failed(LineFailure::OutOfReach);
                        tracing::warn!(%error, pause_ms, "messages in LINE wait");
                    }
                }
            }
            Err(Interruption::Failed(error)) => return Err(error),
        }
        Ok(sender.rows())
    }

    /// Returns false if there is something to do and another process holds the lease of the work.
    async fn round(&self, sender: &mut Sender, now_ms: Millis) -> Result<bool, Interruption> {
        let reads = &self.database.reads;
        let limit = sender.failing_members.limit(BATCH);
        let members = store::news::list_due_members(reads, now_ms, limit).await?;
        let members = sender.failing_members.take_due(members, limit, now_ms);
        let limit = sender.failing_messages.limit(BATCH);
        let waiting = message::list_due(reads, now_ms, limit).await?;
        let waiting = sender.failing_messages.take_due(waiting, limit, now_ms);
        if members.is_empty() && waiting.is_empty() {
            return Ok(true);
        }
        let Some(lease) = self.lease(sender).await? else {
            return Ok(false);
        };
        if let Some(end) = quiet_until(self.clock.now(), self.time_zone) {
            let (writes, until_ms) = (&self.database.writes, Millis::from(end));
            store::news::hold(writes, now_ms, until_ms).await?;
            message::hold(writes, now_ms, until_ms).await?;
            return Ok(true);
        }
        // Messages that were tried before come first, because their keys expire.
        for some in waiting.chunks(PARALLEL) {
            self.send_all(sender, some, now_ms).await?;
        }
        let quota = self.quota(sender, now_ms).await?;
        for some in members.chunks(PARALLEL) {
            let mut new = Vec::new();
            // Decide member by member, so that each message counts before the next decision.
            for account_id in some {
                let composing = self.compose(&lease, &quota, *account_id, now_ms);
                let composed = contained(ROW_LIMIT, composing).await;
                let rows = &mut sender.failing_members;
                let settled = settle(rows, *account_id, composed, self.clock.now_ms())?;
                new.extend(settled.flatten());
            }
            self.send_all(sender, &new, now_ms).await?;
        }
        Ok(true)
    }

    /// Sends these messages at the same time. A message for which LINE does not answer stops none of them.
    async fn send_all(
        &self,
        sender: &mut Sender,
        messages: &[MessageId],
        now_ms: Millis,
    ) -> Result<(), Interruption> {
        let tries = messages
            .iter()
            .map(|id| contained(ROW_LIMIT, self.send(*id, now_ms)));
        let sent = join_all(tries).await;
        let mut interrupted = Ok(());
        for (id, sent) in messages.iter().zip(sent) {
            let rows = &mut sender.failing_messages;
            let settled = settle(rows, *id, sent, self.clock.now_ms());
            interrupted = interrupted.and(settled.map(drop));
        }
        interrupted
    }

    /// Returns the lease, or `None` if another process has it.
    async fn lease(&self, sender: &mut Sender) -> Result<Option<Lease>> {
        let now_ms = self.clock.now_ms();
        let (writes, last) = (&self.database.writes, sender.lease.as_ref());
        let (held_by, times) = ((LEASE, self.process.as_str()), (now_ms, now_ms + LEASE_MS));
        sender.lease = lease::hold(writes, last, held_by, times).await?;
        Ok(sender.lease.clone())
    }

    /// Returns LINE's quota of this month, and asks LINE at most once an hour. After a failure, only the operator's
    /// limit holds for that hour.
    async fn quota(&self, sender: &mut Sender, now_ms: Millis) -> Result<KnownQuota> {
        let month = month_of(self.clock.now()).name;
        if let Some(known) = &sender.quota
            && known.month == month
            && now_ms - known.at_ms < QUOTA_LASTS_MS
        {
            return Ok(known.clone());
        }
        let n_sent = month::find(&self.database.reads, &month).await?.n_messages;
        let asked = self.client.quota().await.inspect_err(|error| {
            tracing::warn!(%error, "LINE does not say how many messages are left");
        });
        let known = KnownQuota {
            quota: asked.ok(),
            month,
            at_ms: now_ms,
            n_sent,
        };
        sender.quota = Some(known.clone());
        Ok(known)
    }

    /// Decides about the news of a member. Returns the id of the stored message, if there is one to send.
    async fn compose(
        &self,
        lease: &Lease,
        known: &KnownQuota,
        account_id: AccountId,
        now_ms: Millis,
    ) -> Result<Option<MessageId>, Interruption> {
        let reads = &self.database.reads;
        let mut reached = None;
        if let Some(user_id) = store::account::find_user_id(reads, account_id).await? {
            let contact = contact::find(reads, account_id).await?;
            if must_ask(contact, now_ms) && self.is_worth_asking(&user_id, contact, now_ms).await? {
                reached = Some(self.client.find_friend(&user_id).await?.is_some());
            }
        }
        let transaction = store::begin(&self.database).await?;
        lease::extend(&transaction, lease, now_ms + LEASE_MS).await?;
        let locked = store::account::find_locked_by_id(&transaction, account_id).await?;
        let Some((_, account)) = locked else {
            return Ok(None);
        };
        if let Some(is_reachable) = reached {
            contact::set_reachable(&transaction, account_id, is_reachable, now_ms).await?;
        }
        let member = Recipient {
            review_status: account.review.status,
            contact: contact::find(&transaction, account_id).await?,
        };
        let due = store::news::list_due(&transaction, account_id, now_ms).await?;
        let visible = visible_to(&transaction, account_id, due.clone()).await?;
        let budget = self.budget(&transaction, known).await?;
        let share = self.share_of(&transaction, account_id).await?;
        let decided: Vec<_> = due.iter().collect();
        let draft = match compose(&visible, member, budget, share, now_ms) {
            SendDecision::Send(draft) => draft,
            SendDecision::Wait => {
                let [_, morning] = mornings(self.clock.now(), self.time_zone);
                let until_ms = Millis::from(morning);
                store::news::postpone(&transaction, &decided, until_ms).await?;
                transaction.commit().await?;
                return Ok(None);
            }
            SendDecision::Leave => {
                store::news::set_decided(&transaction, &decided, None).await?;
                transaction.commit().await?;
                return Ok(None);
            }
        };
        let new = NewMessage {
            account_id,
            topics: draft.topics,
            path: draft.path,
        };
        let message = message::insert(&transaction, new, now_ms).await?;
        store::news::set_decided(&transaction, &decided, Some(message)).await?;
        month::count_message(&transaction, &known.month).await?;
        transaction.commit().await?;
        Ok(Some(message))
    }

    /// Returns true if the member can get a message about news that are due, once the server knows that LINE reaches
    /// them.
    async fn is_worth_asking(
        &self,
        line_user_id: &str,
        contact: Contact,
        now_ms: Millis,
    ) -> Result<bool> {
        let reads = &self.database.reads;
        let Some(account) = store::account::find(reads, line_user_id).await? else {
            return Ok(false);
        };
        let due = store::news::list_due(reads, account.id, now_ms).await?;
        let member = Recipient {
            review_status: account.review.status,
            contact,
        };
        Ok(is_worth_asking(&due, member, now_ms))
    }

    /// Returns the number of messages that the member has received, without those about decisions of a review.
    async fn share_of(&self, transaction: &Transaction, account_id: AccountId) -> Result<Share> {
        let messages = message::list_of(transaction, account_id).await?;
        let since = |at: Millis| {
            let sent = messages.iter().filter(|message| {
                message.created_at_ms >= at && !message.topics.contains(&MessageTopic::Review)
            });
            i64::try_from(sent.count()).unwrap_or(i64::MAX)
        };
        let [morning, _] = mornings(self.clock.now(), self.time_zone);
        Ok(Share {
            today: since(Millis::from(morning)),
            this_month: since(month_of(self.clock.now()).starts_at_ms),
        })
    }

    /// Returns the messages that are left in the month. The log tells the operator once of each topic that ends.
    async fn budget(&self, transaction: &Transaction, known: &KnownQuota) -> Result<Budget> {
        let stored = month::find(transaction, &known.month).await?;
        let n_unknown = stored.n_messages - known.n_sent;
        let budget = Budget::new(self.per_month, stored.n_messages, known.quota, n_unknown);
        metrics::line_messages_left(budget.left());
        if let Some(topic) = budget.ended()
            && stored.announced.is_none_or(|announced| topic < announced)
        {
            month::set_announced(transaction, &known.month, topic).await?;
            let (total, n_sent) = (budget.total, budget.n_sent);
            tracing::warn!(
                %topic, total, n_sent,
                "the messages in LINE of this month become scarce: no more about this topic and less important ones"
            );
        }
        Ok(budget)
    }

    /// Sends a message, and stores the outcome. Does not send a message whose news the member has read meanwhile.
    async fn send(&self, id: MessageId, now_ms: Millis) -> Result<(), Interruption> {
        let (reads, writes) = (&self.database.reads, &self.database.writes);
        // The member may have deleted the account meanwhile.
        let Some(message) = message::find(reads, id).await? else {
            return Ok(());
        };
        let settle = async |outcome: Outcome| {
            metrics::settled_line_message(outcome);
            message::settle(writes, message.id, outcome, self.clock.now_ms()).await
        };
        if now_ms - message.created_at_ms > TRIED_MS {
            return Ok(settle(Outcome::GivenUp).await?);
        }
        if !store::news::is_unread(reads, message.id).await? {
            return Ok(settle(Outcome::Read).await?);
        }
        let Some(user_id) = store::account::find_user_id(reads, message.account_id).await? else {
            return Ok(());
        };
        let account = store::account::find(reads, &user_id).await?;
        let language = account.and_then(|account| account.language);
        let url = format!("{}{}", self.liff_url, message.path);
        let text = texts::news(language.unwrap_or(texts::FALLBACK), &message.topics, &url);
        match self.client.push(&user_id, &text, &message.retry_key).await {
            Ok(PushAnswer::Accepted) => settle(Outcome::Accepted).await?,
            Ok(PushAnswer::OverQuota) => settle(Outcome::OverQuota).await?,
            Ok(PushAnswer::Refused(status)) => {
                tracing::warn!(%status, "LINE refuses a message");
                settle(Outcome::Refused).await?;
            }
            Err(error) => {
                let n_tries = u32::try_from(message.n_tries).unwrap_or_default();
                let pause_ms = backoff_ms(n_tries).min(MAX_RETRY_MS);
                message::retry_at(writes, message.id, now_ms + pause_ms).await?;
                return Err(error.into());
            }
        }
        Ok(())
    }
}

/// Returns the result of a row, or `None` if the row failed in this server.
fn settle<K: Display + Eq + Hash, T>(
    rows: &mut FailingRows<K>,
    id: K,
    done: Result<T, Interruption>,
    now_ms: Millis,
) -> Result<Option<T>, Interruption> {
    let done = match done {
        Ok(done) => Ok(done),
        Err(Interruption::Failed(error)) => Err(error),
        Err(by_line) => return Err(by_line),
    };
    Ok(rows.settle(JobName::LineMessages, id, done, now_ms)?)
}

/// Returns true if the server has to ask LINE whether the member is a friend.
fn must_ask(contact: Contact, now_ms: Millis) -> bool {
    match contact.is_reachable {
        None => true,
        Some(true) => false,
        Some(false) => now_ms - contact.known_at_ms > UNREACHABLE_LASTS_MS,
    }
}

/// Returns the pause after this many failures: 1 s, 2 s, 4 s and so on.
const fn backoff_ms(n_failures: u32) -> i64 {
    let doublings = if n_failures < 20 { n_failures } else { 20 };
    1000 << doublings
}
