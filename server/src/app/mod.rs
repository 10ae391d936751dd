//! The parts of one instance of the server, built once at start.

pub(crate) mod jobs;
mod parts;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use object_store::ObjectStore;

use self::parts::{Parts, from_parts};
use crate::adapters::line::{IdTokenVerifier, Line};
use crate::adapters::mail::Mailer;
use crate::adapters::storage;
use crate::clock::{Ahead, Clock};
use crate::error::Result;
use crate::features::account::Accounts;
use crate::features::audit::Audits;
use crate::features::cached::Cached;
use crate::features::conversation::Conversations;
use crate::features::deletion::Deletions;
use crate::features::export::Exports;
use crate::features::introduction::{DailySets, Introductions, Preferences, Privacy};
use crate::features::line_message::{Choices, LineMessages, Webhook};
use crate::features::mock::Mock;
use crate::features::news::News;
use crate::features::photo::{FileCleanup, Pictures, Uploads};
use crate::features::profile_change::ProfileChanges;
use crate::features::registration::{RegistrationWriter, Registrations};
use crate::features::resubmission::Resubmissions;
use crate::features::retention::Retention;
use crate::features::review::Reviews;
use crate::features::reviewer::Reviewers;
use crate::features::safety::Safety;
use crate::features::session::Sessions;
use crate::features::stats::Stats;
use crate::features::work_email::WorkEmails;
use crate::jobs::JobStates;
use crate::ops::config::Config;
use crate::ops::open_database::{open_database, require_database};
use crate::store::{self, Database};

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
    pub clock: Clock,
    pub(crate) id_tokens: IdTokenVerifier,
    pub(crate) mailer: Arc<Mailer>,
    /// The states of the background jobs. Empty if no job runs.
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

    /// Builds all features but the mock. The first clock is the server's, and the second one LINE's, so that a token
    /// which the mock has signed stays valid when a developer moves the server's clock.
    async fn assemble(
        config: Config,
        [clock, lines_clock]: [Clock; 2],
        database: Database,
        storage: Arc<dyn ObjectStore>,
    ) -> Result<Self> {
        let parts = Parts::new(&config, clock, database, storage).await?;
        let mailer = Arc::new(Mailer::new(&config.mail)?);
        let line = Line::new(&config.line, config.max_waiting_for_keys(), lines_clock)?;
        let (line_messages, line_webhook) = parts.line_messages(&config, line.messaging).unzip();
        let (database, key) = (&parts.database, &parts.key);
        Ok(Self {
            accounts: parts.accounts(),
            audits: from_parts!(parts => Audits { database, clock }),
            conversations: from_parts!(parts => Conversations { database, clock, time_zone }),
            daily_sets: parts.daily_sets(&config).await?,
            deletions: from_parts!(parts => Deletions {
                database, clock, account_locks, file_cleanup;
                line_access: line.access.map(Arc::new)
            }),
            exports: from_parts!(parts => Exports { database, storage, clock, time_zone, income_currency, url_signer }),
            id_tokens: line.id_tokens,
            introductions: from_parts!(parts => Introductions { database, clock, time_zone, introduction_time }),
            jobs: JobStates::new(parts.clock.clone()),
            line_messages,
            line_webhook,
            message_choices: from_parts!(parts => Choices { database }),
            mock: None,
            news: from_parts!(parts => News { database, clock }),
            preferences: from_parts!(parts => Preferences { database, clock, time_zone, introduction_time }),
            privacy: from_parts!(parts => Privacy { database, clock, time_zone }),
            profile_changes: from_parts!(parts => ProfileChanges { database, clock, time_zone, age_proofs }),
            registrations: Arc::new(from_parts!(parts => Registrations {
                database, batched_reads, clock, time_zone, age_proofs, account_locks, sessions;
                writer: RegistrationWriter::new(database, key, config.group_commit)
            })),
            resubmissions: from_parts!(parts => Resubmissions {
                database, batched_reads, clock, time_zone, age_proofs, account_locks, file_cleanup
            }),
            retention: from_parts!(parts => Retention { database, clock, account_locks, file_cleanup }),
            reviewers: parts.reviewers(&config).await?,
            reviews: parts.reviews(&config).await?,
            safety: from_parts!(parts => Safety { database, clock, time_zone, key }),
            stats: from_parts!(parts => Stats { database, clock, time_zone; counted: Cached::default() }),
            uploads: parts.uploads().await?,
            work_emails: parts.work_emails(&config, &mailer).await?,
            mailer,
            config,
            database: parts.database,
            storage: parts.storage,
            clock: parts.clock,
            sessions: parts.sessions,
            file_cleanup: parts.file_cleanup,
            pictures: parts.pictures,
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
