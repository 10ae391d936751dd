//! The parts that several features of an instance share, and the features that also need other parts.

use std::sync::Arc;

use aws_lc_rs::hmac;
use chrono::NaiveTime;
use chrono_tz::Tz;
use object_store::ObjectStore;
use secrecy::{ExposeSecret as _, SecretBox};
use tokio::sync::Mutex;
use uuid::Uuid;

use super::App;
use crate::adapters::line::{MessagingClient, WebhookKey};
use crate::adapters::mail::Mailer;
use crate::clock::{Ahead, Clock};
use crate::error::Result;
use crate::features::account::Accounts;
use crate::features::age_proof::AgeProofs;
use crate::features::cached::Cached;
use crate::features::introduction::{DailySets, LEASE_MS};
use crate::features::line_message::{Answers, LineMessages, Webhook};
use crate::features::mock::{MadeUpPeople, Mock};
use crate::features::person_key::PersonKey;
use crate::features::photo::{EvidenceKey, FileCleanup, PictureCache, Pictures, Uploads};
use crate::features::review::{Reviews, SecondLooks, WaitingTimes};
use crate::features::reviewer::{ChallengeKey, RelyingParty, Reviewers};
use crate::features::session::Sessions;
use crate::features::signed_url::UrlSigner;
use crate::features::submission::AccountLocks;
use crate::features::work_email::{WorkEmailKey, WorkEmails};
use crate::ops::config::{Config, LineConfig};
use crate::store::{self, BatchedReads, Database};

/// The parts of which features hold clones.
pub(super) struct Parts {
    pub(super) database: Database,
    pub(super) storage: Arc<dyn ObjectStore>,
    pub(super) clock: Clock,
    pub(super) time_zone: Tz,
    pub(super) introduction_time: NaiveTime,
    pub(super) income_currency: String,
    pub(super) age_proofs: AgeProofs,
    pub(super) account_locks: AccountLocks,
    pub(super) batched_reads: Arc<BatchedReads>,
    pub(super) sessions: Sessions,
    pub(super) file_cleanup: FileCleanup,
    pub(super) url_signer: UrlSigner,
    pub(super) pictures: Pictures,
    pub(super) key: PersonKey,
}

/// Makes a feature that holds clones of the named parts and, after the semicolon, parts of its own.
macro_rules! from_parts {
    ($parts:ident => $feature:ident { $($part:ident),* $(; $($field:ident: $own:expr),*)? }) => {
        $feature {
            $($part: $parts.$part.clone(),)*
            $($($field: $own,)*)?
        }
    };
}
pub(super) use from_parts;

impl Parts {
    pub(super) async fn new(
        config: &Config,
        clock: Clock,
        database: Database,
        storage: Arc<dyn ObjectStore>,
    ) -> Result<Self> {
        let batched_reads = Arc::new(BatchedReads::new(&database.reads, &clock));
        let url_signer = UrlSigner::new(&secret(&database, "signed-url").await?, clock.clone());
        let file_cleanup = FileCleanup {
            database: database.clone(),
            storage: storage.clone(),
            clock: clock.clone(),
            cache: Arc::new(PictureCache::new(config.image_cache_mb * 1024 * 1024)),
            failing: Arc::default(),
        };
        let pictures = from_parts!(file_cleanup => Pictures {
            database, storage, clock, cache;
            url_signer: url_signer.clone(),
            api_path: config.api_path(),
            decoders: Arc::default()
        });
        Ok(Self {
            time_zone: config.time_zone,
            introduction_time: config.introduction_time,
            income_currency: config.income_currency.clone(),
            age_proofs: AgeProofs {
                is_required: config.age_proof.is_required(),
            },
            account_locks: AccountLocks::default(),
            sessions: Sessions {
                database: database.clone(),
                batched_reads: batched_reads.clone(),
                clock: clock.clone(),
            },
            key: PersonKey::new(&secret(&database, "blocks").await?),
            database,
            storage,
            clock,
            batched_reads,
            file_cleanup,
            url_signer,
            pictures,
        })
    }

    pub(super) fn accounts(&self) -> Accounts {
        from_parts!(self => Accounts {
            database, batched_reads, clock, time_zone, age_proofs;
            waiting_times: from_parts!(self => WaitingTimes { database, clock; usual: Cached::default() })
        })
    }

    pub(super) async fn daily_sets(&self, config: &Config) -> Result<DailySets> {
        let secret = secret(&self.database, "introductions").await?;
        Ok(from_parts!(self => DailySets {
            database, clock, time_zone, introduction_time;
            per_day: config.introductions_per_day,
            key: hmac::Key::new(hmac::HMAC_SHA256, secret.expose_secret()),
            process: Uuid::new_v4().to_string(),
            lease_ms: LEASE_MS
        }))
    }

    /// Returns the sender of messages in LINE and the receiver of events, if the channel of the official account is
    /// known.
    pub(super) fn line_messages(
        &self,
        config: &Config,
        messaging_client: Option<(MessagingClient, WebhookKey)>,
    ) -> Option<(LineMessages, Webhook)> {
        let LineConfig::Line {
            liff_id,
            messaging: Some(messaging),
            ..
        } = &config.line
        else {
            return None;
        };
        let (client, key) = messaging_client?;
        let client = Arc::new(client);
        let liff_url = format!("https://liff.line.me/{liff_id}");
        let answers = Answers {
            client: client.clone(),
            liff_url: liff_url.clone(),
            contact: messaging.contact.clone(),
        };
        let webhook = Webhook::new(self.database.clone(), self.clock.clone(), key, answers);
        let messages = from_parts!(self => LineMessages {
            database, clock, time_zone;
            client: client,
            liff_url: liff_url,
            per_month: messaging.per_month.into(),
            process: Uuid::new_v4().to_string(),
            sender: Arc::default()
        });
        Some((messages, webhook))
    }

    pub(super) async fn reviewers(&self, config: &Config) -> Result<Reviewers> {
        let secret = secret(&self.database, "passkey-challenges").await?;
        let url = &config.public_base_url;
        Ok(from_parts!(self => Reviewers {
            database, clock, key;
            relying_party: RelyingParty::new(url).map(Arc::new),
            challenge_key: ChallengeKey::new(&secret),
            public_url: url.as_str().trim_end_matches('/').to_owned(),
            public_origin: url.origin().ascii_serialization()
        }))
    }

    pub(super) async fn reviews(&self, config: &Config) -> Result<Reviews> {
        let secret = secret(&self.database, "second-looks").await?;
        let percent = config.second_look_percent;
        Ok(from_parts!(self => Reviews {
            database, clock, time_zone, age_proofs, income_currency, pictures, file_cleanup;
            public_origin: config.public_base_url.origin().ascii_serialization(),
            storage_url: config.storage.to_string(),
            second_looks: SecondLooks::new(secret.expose_secret(), percent),
            counts: Cached::default(),
            failing: Arc::default()
        }))
    }

    pub(super) async fn work_emails(
        &self,
        config: &Config,
        mailer: &Arc<Mailer>,
    ) -> Result<WorkEmails> {
        let secret = secret(&self.database, "work-email").await?;
        Ok(from_parts!(self => WorkEmails {
            database, clock, account_locks;
            key: WorkEmailKey::new(&secret, config.work_email_key.as_ref()),
            mailer: mailer.clone()
        }))
    }

    pub(super) async fn uploads(&self) -> Result<Uploads> {
        let evidence_key = EvidenceKey::new(&secret(&self.database, "evidence").await?);
        Ok(from_parts!(self => Uploads {
            database, storage, clock, file_cleanup;
            decoders: self.pictures.decoders.clone(),
            evidence_key: evidence_key
        }))
    }
}

/// Returns a random value that all instances of the server share.
async fn secret(database: &Database, name: &str) -> Result<SecretBox<[u8; 32]>> {
    store::connection::secret::get_or_create(&database.writes, name).await
}

pub(super) fn mock_of(app: &App, clocks: (Clock, Ahead)) -> Mock {
    let times = (app.config.introduction_time, app.config.time_zone);
    let people = from_parts!(app => MadeUpPeople {
        database, clock, uploads, registrations, reviews, accounts, introductions, conversations;
        time_zone: app.config.time_zone,
        age_proofs: app.resubmissions.age_proofs,
        making: Mutex::default()
    });
    Mock::new(&app.database, clocks, times, people)
}
