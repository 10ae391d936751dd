//! What every call shares: the configuration, the tables, the files, the clock and LINE's keys.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use object_store::ObjectStore;
use secrecy::SecretBox;

use crate::adapters::line;
use crate::adapters::line::{AccessClient, IdTokenVerifier};
use crate::adapters::mail::Mailer;
use crate::adapters::storage;
use crate::clock::Clock;
use crate::error::Result;
use crate::features::photo::{Decoders, PictureCache};
use crate::features::registration;
use crate::features::submission::AccountLocks;
use crate::features::work_email::WorkEmailKey;
use crate::ops::config::{Config, ImageCacheConfig};
use crate::ops::open_database::{open_database, require_database};
use crate::store;
use crate::store::{BatchedReads, Database};

/// One copy of the server, without its socket. Everything another copy has to know is in the
/// database or the file store.
#[derive(Debug)]
pub struct App {
    /// What the operator decided.
    pub config: Config,
    /// The tables.
    pub database: Database,
    /// What nearly every call asks of them.
    pub(crate) lookups: BatchedReads,
    /// The files.
    pub storage: Arc<dyn ObjectStore>,
    /// The time.
    pub clock: Clock,
    /// Signs the URLs of pictures; shared by all copies.
    pub url_key: SecretBox<[u8; 32]>,
    pub(crate) id_tokens: IdTokenVerifier,
    /// Without LINE's secret there is none.
    pub(crate) line_access: Option<AccessClient>,
    pub(crate) decoders: Arc<Decoders>,
    pub(crate) pictures: Arc<PictureCache>,
    pub(crate) account_locks: AccountLocks,
    pub(crate) registrations: registration::Writer,
    pub(crate) mailer: Mailer,
    pub(crate) work_email_key: WorkEmailKey,
    is_stopping: AtomicBool,
}

impl App {
    /// Opens everything a server needs and brings the tables up to date.
    pub async fn open(config: Config, clock: Clock) -> Result<Self> {
        let database = open_database(&config.database_url).await?;
        let url_key = store::secret::get_or_create(&database.writes, "signed-url").await?;
        let work_email_key = store::secret::get_or_create(&database.writes, "work-email").await?;
        config.check_storage_folder()?;
        let storage = storage::open(&config.storage)?;
        let max_waiting = config.bounds.max_waiting_for_keys();
        let id_tokens = line::verifier(&config.line, max_waiting, clock.clone())?;
        let line_access = line::access_client(&config.line)?;
        let ImageCacheConfig { folder, max_bytes } = &config.image_cache;
        let pictures = Arc::new(PictureCache::new(folder, *max_bytes));
        Ok(Self {
            registrations: registration::Writer::new(&database, config.group_commit),
            lookups: BatchedReads::new(&database.reads, &clock),
            database,
            storage,
            clock,
            url_key,
            id_tokens,
            line_access,
            decoders: Arc::default(),
            pictures,
            account_locks: AccountLocks::default(),
            mailer: Mailer::new(&config.mail)?,
            work_email_key: WorkEmailKey::new(&work_email_key, config.work_email_key.as_ref()),
            config,
            is_stopping: AtomicBool::new(false),
        })
    }

    /// [`open`](Self::open), but refuses a SQLite file that does not exist. A command that looks at
    /// profiles would otherwise create an empty database where `DATABASE_URL` has a typing error, and
    /// report that there are none.
    pub async fn open_existing(config: Config, clock: Clock) -> Result<Self> {
        require_database(&config.database_url)?;
        Self::open(config, clock).await
    }

    /// From now on no further requests should be sent here.
    pub(crate) fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// Whether this copy answers its last requests.
    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }
}
