//! Builds the features of an instance from the parts that they share.

use std::sync::Arc;

use aws_lc_rs::hmac;
use secrecy::{ExposeSecret as _, SecretBox};
use tokio::sync::Mutex;
use uuid::Uuid;

use super::App;
use crate::adapters::line;
use crate::clock::{Ahead, Clock};
use crate::error::Result;
use crate::features::account::Accounts;
use crate::features::age_proof::AgeProofs;
use crate::features::cached::Cached;
use crate::features::conversation::Conversations;
use crate::features::export::Exports;
use crate::features::introduction::{DailySets, Introductions, LEASE_MS, Preferences, Privacy};
use crate::features::line_message::{Answers, Choices, LineMessages, Webhook};
use crate::features::mock::{MadeUpPeople, Mock};
use crate::features::news::News;
use crate::features::person_key::PersonKey;
use crate::features::photo::{EvidenceKey, FileCleanup, Pictures, Uploads};
use crate::features::profile_change::ProfileChanges;
use crate::features::retention::Retention;
use crate::features::review::{Reviews, SecondLooks, WaitingTimes};
use crate::features::reviewer::{ChallengeKey, RelyingParty, Reviewers};
use crate::features::safety::Safety;
use crate::features::signed_url::UrlSigner;
use crate::features::stats::Stats;
use crate::features::submission::AccountLocks;
use crate::ops::config::{Config, LineConfig};
use crate::store::{self, BatchedReads, Database};

pub(super) fn age_proofs_of(config: &Config) -> AgeProofs {
    AgeProofs {
        is_required: config.age_proof.is_required(),
    }
}

pub(super) fn accounts_of(
    config: &Config,
    database: &Database,
    clock: &Clock,
    batched_reads: &Arc<BatchedReads>,
) -> Accounts {
    Accounts {
        database: database.clone(),
        batched_reads: batched_reads.clone(),
        clock: clock.clone(),
        time_zone: config.time_zone,
        age_proofs: age_proofs_of(config),
        waiting_times: WaitingTimes {
            database: database.clone(),
            clock: clock.clone(),
            usual: Cached::default(),
        },
    }
}

pub(super) fn conversations_of(
    config: &Config,
    database: &Database,
    clock: &Clock,
) -> Conversations {
    Conversations {
        database: database.clone(),
        clock: clock.clone(),
        time_zone: config.time_zone,
    }
}

pub(super) fn exports_of(
    config: &Config,
    file_cleanup: &FileCleanup,
    url_signer: UrlSigner,
) -> Exports {
    Exports {
        database: file_cleanup.database.clone(),
        storage: file_cleanup.storage.clone(),
        clock: file_cleanup.clock.clone(),
        time_zone: config.time_zone,
        income_currency: config.income_currency.clone(),
        url_signer,
    }
}

pub(super) fn daily_sets_of(
    config: &Config,
    database: &Database,
    clock: &Clock,
    secret: &SecretBox<[u8; 32]>,
) -> DailySets {
    DailySets {
        database: database.clone(),
        clock: clock.clone(),
        time_zone: config.time_zone,
        introduction_time: config.introduction_time,
        per_day: config.introductions_per_day,
        key: hmac::Key::new(hmac::HMAC_SHA256, secret.expose_secret()),
        process: Uuid::new_v4().to_string(),
        lease_ms: LEASE_MS,
    }
}

pub(super) fn introductions_of(
    config: &Config,
    database: &Database,
    clock: &Clock,
) -> Introductions {
    Introductions {
        database: database.clone(),
        clock: clock.clone(),
        time_zone: config.time_zone,
        introduction_time: config.introduction_time,
    }
}

/// Returns the sender of messages in LINE and the receiver of events, if the channel of the official account is known.
pub(super) fn line_messages_of(
    config: &Config,
    database: &Database,
    clock: &Clock,
) -> Result<Option<(LineMessages, Webhook)>> {
    let LineConfig::Line {
        liff_id,
        messaging: Some(messaging),
        ..
    } = &config.line
    else {
        return Ok(None);
    };
    let Some((client, key)) = line::messaging(&config.line)? else {
        return Ok(None);
    };
    let client = Arc::new(client);
    let liff_url = format!("https://liff.line.me/{liff_id}");
    let answers = Answers {
        client: client.clone(),
        liff_url: liff_url.clone(),
        contact: messaging.contact.clone(),
    };
    let webhook = Webhook::new(database.clone(), clock.clone(), key, answers);
    let messages = LineMessages {
        database: database.clone(),
        clock: clock.clone(),
        time_zone: config.time_zone,
        client,
        liff_url,
        per_month: messaging.per_month.into(),
        process: Uuid::new_v4().to_string(),
        sender: Arc::default(),
    };
    Ok(Some((messages, webhook)))
}

pub(super) fn mock_of(app: &App, clocks: (Clock, Ahead)) -> Mock {
    let times = (app.config.introduction_time, app.config.time_zone);
    let people = MadeUpPeople {
        database: app.database.clone(),
        clock: app.clock.clone(),
        time_zone: app.config.time_zone,
        age_proofs: age_proofs_of(&app.config),
        uploads: app.uploads.clone(),
        registrations: app.registrations.clone(),
        reviews: app.reviews.clone(),
        accounts: app.accounts.clone(),
        introductions: app.introductions.clone(),
        conversations: app.conversations.clone(),
        making: Mutex::default(),
    };
    Mock::new(&app.database, clocks, times, people)
}

pub(super) fn news_of(database: &Database, clock: &Clock) -> News {
    News {
        database: database.clone(),
        clock: clock.clone(),
    }
}

pub(super) fn preferences_of(config: &Config, database: &Database, clock: &Clock) -> Preferences {
    Preferences {
        database: database.clone(),
        clock: clock.clone(),
        time_zone: config.time_zone,
        introduction_time: config.introduction_time,
    }
}

pub(super) fn privacy_of(config: &Config, database: &Database, clock: &Clock) -> Privacy {
    Privacy {
        database: database.clone(),
        clock: clock.clone(),
        time_zone: config.time_zone,
    }
}

pub(super) fn profile_changes_of(
    config: &Config,
    database: &Database,
    clock: &Clock,
) -> ProfileChanges {
    ProfileChanges {
        database: database.clone(),
        clock: clock.clone(),
        time_zone: config.time_zone,
        age_proofs: age_proofs_of(config),
    }
}

pub(super) fn message_choices_of(database: &Database) -> Choices {
    Choices {
        database: database.clone(),
    }
}

pub(super) fn retention_of(account_locks: &AccountLocks, file_cleanup: &FileCleanup) -> Retention {
    Retention {
        database: file_cleanup.database.clone(),
        clock: file_cleanup.clock.clone(),
        account_locks: account_locks.clone(),
        file_cleanup: file_cleanup.clone(),
    }
}

pub(super) async fn reviewers_of(
    config: &Config,
    database: &Database,
    clock: &Clock,
    key: &PersonKey,
) -> Result<Reviewers> {
    let secret =
        store::connection::secret::get_or_create(&database.writes, "passkey-challenges").await?;
    let url = &config.public_base_url;
    Ok(Reviewers {
        database: database.clone(),
        clock: clock.clone(),
        key: key.clone(),
        relying_party: RelyingParty::new(url).map(Arc::new),
        challenge_key: ChallengeKey::new(&secret),
        public_url: url.as_str().trim_end_matches('/').to_owned(),
        public_origin: url.origin().ascii_serialization(),
    })
}

pub(super) fn reviews_of(
    config: &Config,
    pictures: &Pictures,
    file_cleanup: &FileCleanup,
    second_look_secret: &SecretBox<[u8; 32]>,
) -> Reviews {
    let secret = second_look_secret.expose_secret();
    Reviews {
        database: file_cleanup.database.clone(),
        clock: file_cleanup.clock.clone(),
        time_zone: config.time_zone,
        age_proofs: age_proofs_of(config),
        income_currency: config.income_currency.clone(),
        pictures: pictures.clone(),
        file_cleanup: file_cleanup.clone(),
        public_origin: config.public_base_url.origin().ascii_serialization(),
        storage_url: config.storage.to_string(),
        second_looks: SecondLooks::new(secret, config.second_look_percent),
        counts: Cached::default(),
        failing: Arc::default(),
    }
}

pub(super) fn safety_of(
    config: &Config,
    database: &Database,
    clock: &Clock,
    key: PersonKey,
) -> Safety {
    Safety {
        database: database.clone(),
        clock: clock.clone(),
        time_zone: config.time_zone,
        key,
    }
}

pub(super) fn pictures_of(
    config: &Config,
    file_cleanup: &FileCleanup,
    url_signer: &UrlSigner,
) -> Pictures {
    Pictures {
        database: file_cleanup.database.clone(),
        storage: file_cleanup.storage.clone(),
        clock: file_cleanup.clock.clone(),
        url_signer: url_signer.clone(),
        api_path: config.api_path(),
        decoders: Arc::default(),
        cache: file_cleanup.cache.clone(),
    }
}

pub(super) fn uploads_of(
    pictures: &Pictures,
    file_cleanup: &FileCleanup,
    evidence_secret: &SecretBox<[u8; 32]>,
) -> Uploads {
    Uploads {
        database: file_cleanup.database.clone(),
        storage: file_cleanup.storage.clone(),
        clock: file_cleanup.clock.clone(),
        decoders: pictures.decoders.clone(),
        evidence_key: EvidenceKey::new(evidence_secret),
        file_cleanup: file_cleanup.clone(),
    }
}

pub(super) fn stats_of(config: &Config, database: &Database, clock: &Clock) -> Stats {
    Stats {
        database: database.clone(),
        clock: clock.clone(),
        time_zone: config.time_zone,
        counted: Cached::default(),
    }
}
