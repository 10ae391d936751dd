//! The parts of one instance of the server, built once at start.

pub(crate) mod jobs;
mod parts;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use object_store::ObjectStore;

use crate::adapters::line::{self, IdTokenVerifier};
use crate::adapters::mail::Mailer;
use crate::adapters::storage;
use crate::clock::{Ahead, Clock};
use crate::error::Result;
use crate::features::account::Accounts;
use crate::features::audit::Audits;
use crate::features::conversation::Conversations;
use crate::features::deletion::Deletions;
use crate::features::export::Exports;
use crate::features::introduction::{DailySets, Introductions, Preferences, Privacy};
use crate::features::line_message::{Choices, LineMessages, Webhook};
use crate::features::mock::Mock;
use crate::features::news::News;
use crate::features::person_key::PersonKey;
use crate::features::photo::{FileCleanup, PictureCache, Pictures, Uploads};
use crate::features::profile_change::ProfileChanges;
use crate::features::registration::{RegistrationWriter, Registrations};
use crate::features::resubmission::Resubmissions;
use crate::features::retention::Retention;
use crate::features::review::Reviews;
use crate::features::reviewer::Reviewers;
use crate::features::safety::Safety;
use crate::features::session::Sessions;
use crate::features::signed_url::UrlSigner;
use crate::features::stats::Stats;
use crate::features::submission::AccountLocks;
use crate::features::work_email::{WorkEmailKey, WorkEmails};
use crate::jobs::JobStates;
use crate::ops::config::Config;
use crate::ops::open_database::{open_database, require_database};
use crate::store::{self, BatchedReads, Database};

/// An instance of the server, without its socket. Everything that the instances share is in the
/// database or the file store.
///
/// `main`, `serve` and `http` hold an `App`. Each feature is a struct that holds the parts it uses, and never
/// the `App` itself.
#[derive(Debug)]
pub struct App {
    /// The checked settings.
    pub config: Config,
    /// The tables.
    pub database: Database,
    /// The files.
    pub storage: Arc<dyn ObjectStore>,
    /// The clock.
    pub clock: Clock,
    pub(crate) id_tokens: IdTokenVerifier,
    pub(crate) mailer: Arc<Mailer>,
    /// The states of the background jobs. It is empty where none runs.
    pub(crate) jobs: JobStates,
    /// `None` without the mock.
    pub(crate) mock: Option<Mock>,

    pub(crate) accounts: Accounts,
    /// Checks, prints and extends the audit log.
    pub audits: Audits,
    /// Makes the sets of introductions.
    pub daily_sets: DailySets,
    pub(crate) conversations: Conversations,
    pub(crate) deletions: Deletions,
    pub(crate) exports: Exports,
    /// Deletes files that no profile uses.
    pub file_cleanup: FileCleanup,
    pub(crate) introductions: Introductions,
    /// Sends messages in LINE. `None` without the channel of the official account.
    pub line_messages: Option<LineMessages>,
    pub(crate) line_webhook: Option<Webhook>,
    pub(crate) message_choices: Choices,
    pub(crate) news: News,
    /// Signs URLs of pictures, and serves the pictures.
    pub pictures: Pictures,
    pub(crate) preferences: Preferences,
    pub(crate) privacy: Privacy,
    pub(crate) profile_changes: ProfileChanges,
    pub(crate) registrations: Arc<Registrations>,
    pub(crate) resubmissions: Resubmissions,
    /// Deletes data of the review whose period of retention is over.
    pub retention: Retention,
    /// Adds, removes and authenticates reviewers.
    pub reviewers: Reviewers,
    /// Lists, shows and decides profiles.
    pub reviews: Reviews,
    pub(crate) safety: Safety,
    pub(crate) sessions: Sessions,
    /// Counts rows for the operator.
    pub stats: Stats,
    pub(crate) uploads: Uploads,
    pub(crate) work_emails: WorkEmails,

    is_stopping: AtomicBool,
}

impl App {
    /// Opens the database, the file store and everything else a server needs, and runs the migrations.
    pub async fn open(config: Config, clock: Clock) -> Result<Self> {
        let database = open_database(&config.database_url).await?;
        config.check_storage_folder()?;
        let storage = storage::open(&config.storage)?;
        Self::build(config, clock, database, storage).await
    }

    /// [`open`](Self::open), but refuses a SQLite file that does not exist. A command that looks at
    /// profiles would otherwise create an empty database where `DATABASE_URL` has a typing error, and
    /// report that there are none.
    pub async fn open_existing(config: Config, clock: Clock) -> Result<Self> {
        require_database(&config.database_url)?;
        Self::open(config, clock).await
    }

    /// Builds the features from their parts. With the mock, the clock is ahead of `clock` by the stored minutes.
    pub(crate) async fn build(
        config: Config,
        clock: Clock,
        database: Database,
        storage: Arc<dyn ObjectStore>,
    ) -> Result<Self> {
        if !config.line.is_mock() {
            let clocks = [clock.clone(), clock];
            return Box::pin(Self::assemble(config, clocks, database, storage)).await;
        }
        let ahead = Ahead::default();
        ahead.set(store::connection::mock_clock::find(&database.reads).await?);
        let clocks = [clock.ahead_by(&ahead), clock.clone()];
        let mut app = Box::pin(Self::assemble(config, clocks, database, storage)).await?;
        app.mock = Some(parts::mock_of(&app, (clock, ahead)));
        Ok(app)
    }

    /// Builds all features but the mock. The first clock is that of the server, and the second that of LINE, so that a
    /// token which the mock has signed stays valid when a developer moves the server's clock.
    async fn assemble(
        config: Config,
        [clock, lines_clock]: [Clock; 2],
        database: Database,
        storage: Arc<dyn ObjectStore>,
    ) -> Result<Self> {
        let url_secret =
            store::connection::secret::get_or_create(&database.writes, "signed-url").await?;
        let mail_secret =
            store::connection::secret::get_or_create(&database.writes, "work-email").await?;
        let set_secret =
            store::connection::secret::get_or_create(&database.writes, "introductions").await?;
        let block_secret =
            store::connection::secret::get_or_create(&database.writes, "blocks").await?;
        let look_secret =
            store::connection::secret::get_or_create(&database.writes, "second-looks").await?;
        let evidence_secret =
            store::connection::secret::get_or_create(&database.writes, "evidence").await?;
        let person_key = PersonKey::new(&block_secret);
        let url_signer = UrlSigner::new(&url_secret, clock.clone());
        let batched_reads = Arc::new(BatchedReads::new(&database.reads, &clock));
        let mailer = Arc::new(Mailer::new(&config.mail)?);
        let account_locks = AccountLocks::default();
        let cache = Arc::new(PictureCache::new(config.image_cache_bytes));
        let time_zone = config.time_zone;
        let (line_messages, line_webhook) =
            parts::line_messages_of(&config, &database, &clock)?.unzip();

        let sessions = Sessions {
            database: database.clone(),
            batched_reads: batched_reads.clone(),
            clock: clock.clone(),
        };
        let file_cleanup = FileCleanup {
            database: database.clone(),
            storage: storage.clone(),
            clock: clock.clone(),
            cache,
            failing: Arc::default(),
        };
        let pictures = parts::pictures_of(&config, &file_cleanup, &url_signer);
        Ok(Self {
            accounts: parts::accounts_of(&config, &database, &clock, &batched_reads),
            audits: Audits {
                database: database.clone(),
                clock: clock.clone(),
            },
            conversations: parts::conversations_of(&config, &database, &clock),
            deletions: Deletions {
                database: database.clone(),
                clock: clock.clone(),
                account_locks: account_locks.clone(),
                file_cleanup: file_cleanup.clone(),
                line_access: line::access_client(&config.line)?.map(Arc::new),
            },
            exports: parts::exports_of(&config, &file_cleanup, url_signer),
            daily_sets: parts::daily_sets_of(&config, &database, &clock, &set_secret),
            introductions: parts::introductions_of(&config, &database, &clock),
            line_messages,
            line_webhook,
            message_choices: parts::message_choices_of(&database),
            news: parts::news_of(&database, &clock),
            preferences: parts::preferences_of(&config, &database, &clock),
            privacy: parts::privacy_of(&config, &database, &clock),
            profile_changes: parts::profile_changes_of(&config, &database, &clock),
            mock: None,
            registrations: Arc::new(Registrations {
                database: database.clone(),
                batched_reads: batched_reads.clone(),
                clock: clock.clone(),
                time_zone,
                age_proofs: parts::age_proofs_of(&config),
                account_locks: account_locks.clone(),
                sessions: sessions.clone(),
                writer: RegistrationWriter::new(&database, &person_key, config.group_commit),
            }),
            resubmissions: Resubmissions {
                database: database.clone(),
                batched_reads,
                clock: clock.clone(),
                time_zone,
                age_proofs: parts::age_proofs_of(&config),
                account_locks: account_locks.clone(),
                file_cleanup: file_cleanup.clone(),
            },
            retention: parts::retention_of(&account_locks, &file_cleanup),
            reviewers: parts::reviewers_of(&config, &database, &clock, &person_key).await?,
            reviews: parts::reviews_of(&config, &pictures, &file_cleanup, &look_secret),
            stats: parts::stats_of(&config, &database, &clock),
            safety: parts::safety_of(&config, &database, &clock, person_key),
            uploads: parts::uploads_of(&pictures, &file_cleanup, &evidence_secret),
            work_emails: WorkEmails {
                database: database.clone(),
                clock: clock.clone(),
                account_locks,
                key: WorkEmailKey::new(&mail_secret, config.work_email_key.as_ref()),
                mailer: mailer.clone(),
            },
            sessions,
            file_cleanup,
            pictures,
            mailer,
            jobs: JobStates::new(clock.clone()),
            id_tokens: line::verifier(&config.line, &config.bounds, lines_clock)?,
            config,
            database,
            storage,
            clock,
            is_stopping: AtomicBool::new(false),
        })
    }

    /// Marks the instance as stopping: from now on `/readyz` asks the load balancer to send its
    /// requests to other instances.
    pub(crate) fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Returns true if this instance answers its last requests.
    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }
}
