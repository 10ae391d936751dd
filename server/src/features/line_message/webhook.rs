//! The events of the official account: a new friend is greeted, a block ends the messages, and a text gets an answer
//! that says where to write.

use std::sync::Arc;

use enmusubi_core::language::Language;
use tokio::sync::Semaphore;

use super::texts;
use crate::adapters::line::{Delivery, Event, EventKind, MessagingClient, WebhookKey};
use crate::clock::{Clock, Millis};
use crate::error::{Error, Result};
use crate::store::line::{contact, event};
use crate::store::{self, Database};

/// The answers under way at once. If LINE is slow, further events get no answer.
const MAX_ANSWERS: usize = 64;

/// Handles the events that LINE sends.
#[derive(Debug)]
pub(crate) struct Webhook {
    database: Database,
    clock: Clock,
    key: WebhookKey,
    answers: Arc<Answers>,
    permits: Arc<Semaphore>,
}

/// Answers events.
#[derive(Debug)]
pub(crate) struct Answers {
    pub(crate) client: Arc<MessagingClient>,
    /// The address at which LINE opens the app.
    pub(crate) liff_url: String,
    /// The address at which people can write to the operator. Without an address, the operator answers in LINE's own
    /// chat.
    pub(crate) contact: Option<String>,
}

/// An event that the server has not handled before.
#[derive(Debug)]
struct NewEvent {
    kind: EventKind,
    line_user_id: String,
    language: Option<Language>,
    reply_token: Option<String>,
}

impl Webhook {
    pub(crate) fn new(database: Database, clock: Clock, key: WebhookKey, answers: Answers) -> Self {
        Self {
            database,
            clock,
            key,
            answers: Arc::new(answers),
            permits: Arc::new(Semaphore::new(MAX_ANSWERS)),
        }
    }

    /// Returns E001 if LINE did not sign the body.
    pub(crate) fn check_signature(&self, body: &[u8], signature: Option<&str>) -> Result<()> {
        if signature.is_some_and(|signature| self.key.accepts(body, signature)) {
            Ok(())
        } else {
            Err(Error::unauthenticated("The signature is not LINE's."))
        }
    }

    /// Stores what the events of a signed body say. Returns E009 if the body is no delivery of events. The answers to
    /// the events go out later, so that LINE does not wait for its own calls.
    pub(crate) async fn receive(&self, body: &[u8]) -> Result<()> {
        let delivery: Delivery = serde_json::from_slice(body)
            .map_err(|_| Error::malformed("The body is no delivery of events."))?;
        for event in delivery.events {
            // If the server refused the delivery, LINE would send the same events again, and the valid ones would never be
            // stored.
            let Ok(event) = serde_json::from_value(event) else {
                tracing::warn!("an event of LINE without its id or its time is skipped");
                continue;
            };
            if let Some(new) = self.store(&event).await? {
                self.answer(new);
            }
        }
        Ok(())
    }

    /// Returns `None` for an event that was stored before, and for one that the server ignores.
    async fn store(&self, event: &Event) -> Result<Option<NewEvent>> {
        let Some((kind, line_user_id)) = event.known() else {
            return Ok(None);
        };
        let transaction = store::begin(&self.database).await?;
        let now_ms = self.clock.now_ms();
        if !event::insert(&transaction, &event.webhook_event_id, now_ms).await? {
            return Ok(None);
        }
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        if let Some(account) = &account {
            let is_reachable = kind != EventKind::Unfollow;
            // A person who writes is a friend, too. Without the bound, an event from the future would keep out all
            // later events.
            let at_ms = Millis(event.timestamp).min(now_ms);
            contact::set_reachable(&transaction, account.id, is_reachable, at_ms).await?;
        }
        transaction.commit().await?;
        Ok(Some(NewEvent {
            kind,
            line_user_id: line_user_id.to_owned(),
            language: account.and_then(|account| account.language),
            reply_token: event.reply_token().map(str::to_owned),
        }))
    }

    fn answer(&self, event: NewEvent) {
        let answers = self.answers.clone();
        let Ok(permit) = self.permits.clone().try_acquire_owned() else {
            tracing::warn!("LINE is slow: an event gets no answer");
            return;
        };
        tokio::spawn(async move {
            answers.answer(event).await;
            drop(permit);
        });
    }
}

impl Answers {
    async fn answer(&self, event: NewEvent) {
        let Some(reply_token) = &event.reply_token else {
            return;
        };
        let message = match (event.kind, &self.contact) {
            (EventKind::Follow, _) => texts::welcome(self.language(&event).await, &self.liff_url),
            (EventKind::Text, Some(contact)) => {
                texts::where_to_write(self.language(&event).await, contact)
            }
            (EventKind::Unfollow, _) | (EventKind::Text, None) => return,
        };
        if let Err(error) = self.client.reply(reply_token, &message).await {
            tracing::warn!(%error, "an event of LINE got no answer");
        }
    }

    /// Returns the language of the app, or the language of LINE on the device of a person who has not opened the app.
    async fn language(&self, event: &NewEvent) -> Language {
        if let Some(language) = event.language {
            return language;
        }
        let friend = self.client.find_friend(&event.line_user_id).await;
        let friend = friend.ok().flatten();
        friend.map_or(texts::FALLBACK, |friend| friend.language)
    }
}
