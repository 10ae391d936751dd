//! A server without a socket, for unit tests. It has real tables in a temporary folder, and a clock that
//! the test sets.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::DateTime;
use enmusubi_core::review::{CaseAction, CaseDecision, CaseKind, Reason};
use enmusubi_core::{JsonDocument, VerifyMethod};
use object_store::path::Path;
use object_store::throttle::{ThrottleConfig, ThrottledStore};
use object_store::{ObjectStore, ObjectStoreExt as _};
use serde_json::Value;
use uuid::Uuid;

use crate::adapters::storage;
use crate::clock::Millis;
use crate::features::photo::Purpose;
use crate::features::review::{Decision, ReviewError, Subject};
use crate::features::submission::Submission;
use crate::ops::config::Settings;
use crate::ops::open_database::open_database;
use crate::store::account::NewAccount;
use crate::store::file::photo::Files;
use crate::store::review::review_case::NewCase;
use crate::store::{self, AccountId, CanRead, Database, Transaction};
use crate::{App, Clock};

pub(crate) const USER: &str = "U0123456789abcdef0123456789abcdef";

/// A clock that stands still until a test moves it.
#[derive(Clone)]
pub(crate) struct StoppedClock(Arc<AtomicI64>);

impl StoppedClock {
    /// Makes a clock that shows this Unix time in milliseconds.
    pub(crate) fn at_ms(now_ms: i64) -> Self {
        Self(Arc::new(AtomicI64::new(now_ms)))
    }

    pub(crate) fn pass_ms(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }

    pub(crate) fn for_server(&self) -> Clock {
        let now_ms = self.0.clone();
        Clock::new(move || DateTime::from_timestamp_millis(now_ms.load(Ordering::SeqCst)).unwrap())
    }
}

pub(crate) struct World {
    /// Boxed, because the futures of tests that hold a world would be too large otherwise.
    pub(crate) app: Box<App>,
    clock: StoppedClock,
    // The folder exists until the test drops it.
    _folder: tempfile::TempDir,
}

impl World {
    pub(crate) async fn open() -> Self {
        Self::open_with(|storage| storage).await
    }

    /// Opens a world whose file store takes an hour to delete a file.
    pub(crate) async fn open_with_slow_deletion() -> Self {
        Self::open_with(with_slow_deletion).await
    }

    async fn open_with(change: impl FnOnce(Arc<dyn ObjectStore>) -> Arc<dyn ObjectStore>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = Settings {
            mock_enable: Some(true),
            database_url: Some(format!("sqlite://{}/a.db", folder.path().display())),
            storage_url: Some(format!("file://{}/blobs", folder.path().display())),
            ..Settings::default()
        }
        .check()
        .unwrap();
        let clock = StoppedClock::at_ms(1_795_000_000_000);
        let database = open_database(&config.database_url).await.unwrap();
        let storage = change(storage::open(&config.storage).unwrap());
        let app = App::build(config, clock.for_server(), database, storage).await;
        Self {
            app: Box::new(app.unwrap()),
            clock,
            _folder: folder,
        }
    }

    pub(crate) fn pass(&self, ms: i64) {
        self.clock.pass_ms(ms);
    }

    /// Starts a second instance of the server, on the same tables and files.
    pub(crate) async fn another_instance(&self) -> App {
        let (config, clock) = (self.app.config.clone(), self.app.clock.clone());
        App::open(config, clock).await.unwrap()
    }

    /// Makes the file store fail to delete this file, until the test deletes the path that this returns.
    pub(crate) async fn keep_from_deletion(&self, name: &str) -> Path {
        // The file store cannot delete a folder of this name that is not empty.
        let path = storage::path_of(name);
        self.app.storage.delete(&path).await.unwrap();
        let inside = path.join("inside");
        self.app.storage.put(&inside, "x".into()).await.unwrap();
        inside
    }

    /// Uploads a picture of one pixel and returns its name.
    pub(crate) async fn upload_photo(&self) -> String {
        self.upload_photo_of(USER).await
    }

    pub(crate) async fn upload_photo_of(&self, line_user_id: &str) -> String {
        self.upload(line_user_id, Purpose::Photo).await
    }

    /// Uploads a document and returns its name.
    pub(crate) async fn upload_document(&self) -> String {
        self.upload_document_of(USER).await
    }

    pub(crate) async fn upload_document_of(&self, line_user_id: &str) -> String {
        self.upload(line_user_id, Purpose::Document).await
    }

    async fn upload(&self, line_user_id: &str, purpose: Purpose) -> String {
        let mut bytes = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(1, 1)
            .write_to(&mut bytes, image::ImageFormat::Png)
            .unwrap();
        let uploads = &self.app.uploads;
        let accepted = uploads
            .accept(line_user_id, purpose, bytes.into_inner())
            .await;
        accepted.unwrap().name
    }

    /// Registers the user with a photo and returns the photo's name.
    pub(crate) async fn register(&self) -> String {
        let photo = self.upload_photo().await;
        self.register_with(&form(&photo)).await;
        photo
    }

    /// Registers the user with this form.
    pub(crate) async fn register_with(&self, form: &str) {
        let document = JsonDocument::parse(form.as_bytes()).unwrap();
        let submission = submission(&document, form, None);
        self.app
            .registrations
            .register(submission, None)
            .await
            .unwrap();
    }
}

/// Returns the same file store, but with deletions that take an hour.
pub(crate) fn with_slow_deletion(storage: Arc<dyn ObjectStore>) -> Arc<dyn ObjectStore> {
    let delays = ThrottleConfig {
        wait_delete_per_call: Duration::from_hours(1),
        ..ThrottleConfig::default()
    };
    Arc::new(ThrottledStore::new(storage, delays))
}

/// Inserts an account with these files, without a profile, and returns its id.
pub(crate) async fn insert_account(
    database: &Database,
    line_user_id: &str,
    photos: &[String],
    document: Option<&str>,
    now_ms: Millis,
) -> AccountId {
    let transaction = store::begin(database).await.unwrap();
    let account_id = insert_account_in(&transaction, line_user_id, photos, document, now_ms).await;
    transaction.commit().await.unwrap();
    account_id
}

/// [`insert_account`] within a transaction.
pub(crate) async fn insert_account_in(
    transaction: &Transaction,
    line_user_id: &str,
    photos: &[String],
    document: Option<&str>,
    now_ms: Millis,
) -> AccountId {
    let user = NewAccount {
        line_user_id,
        language: None,
        now_ms,
    };
    let ids = store::account::insert_all(transaction, &[user]).await;
    let account_id = ids.unwrap()[0];
    let files = Files {
        account_id,
        line_user_id,
        photos,
        document,
        age_proof: None,
    };
    let taken = store::file::photo::attach(transaction, &[files], now_ms).await;
    taken.unwrap();
    let (kind, evidence) = (CaseKind::Registration, VerifyMethod::Document);
    let case = NewCase::new(account_id, kind, evidence, String::new(), now_ms);
    let queued = store::review::review_case::insert_all(transaction, [case]).await;
    queued.unwrap();
    account_id
}

/// Returns the names of a user's files.
pub(crate) async fn uploads_of(connection: &impl CanRead, line_user_id: &str) -> BTreeSet<String> {
    let users = vec![line_user_id.to_owned()];
    let found = store::file::upload::find_owned(connection, users, Millis(0)).await;
    found
        .unwrap()
        .remove(line_user_id)
        .unwrap_or_default()
        .uploads
        .into_values()
        .flatten()
        .collect()
}

/// Returns the submission of [`USER`] with this body, from which the document was parsed.
pub(crate) const fn submission<'a>(
    document: &'a JsonDocument<'a>,
    body: &'a str,
    key: Option<Uuid>,
) -> Submission<'a> {
    Submission {
        line_user_id: USER,
        document,
        bytes: body.as_bytes(),
        idempotency_key: key,
    }
}

/// Decides about a profile, as a person at the command line who may decide, for these reasons, each with its path, code
/// and note. The evidence is a document or a link.
pub(crate) async fn decide(
    app: &App,
    line_user_id: &str,
    action: CaseAction,
    reasons: &[(&str, &str, &str)],
) -> Result<(), ReviewError> {
    let reason = |(path, code, note): &(&str, &str, &str)| Reason {
        path: (*path).to_owned(),
        code: (*code).to_owned(),
        note: (*note).to_owned(),
    };
    let account = store::account::find(&app.database.reads, line_user_id).await?;
    let has_appealed = account.is_some_and(|account| account.review.appealed);
    let mut decision = CaseDecision::new(action, reasons.iter().map(reason).collect());
    if action == CaseAction::Approve {
        "A bakery".clone_into(&mut decision.employer_name);
    }
    let decision = Decision {
        decision,
        birthday: None,
        actor: if has_appealed { "ralf" } else { "rita" }.to_owned(),
    };
    let subject = Subject::Profile(line_user_id.to_owned());
    app.reviews.decide(&subject, &decision).await
}

/// The reason of a decision against the member.
pub(crate) const UNCLEAR: &[(&str, &str, &str)] = &[("aboutMe", "unclear", "")];

/// Returns a valid form of [`USER`] with this photo.
pub(crate) fn form(photo: &str) -> String {
    let mut form = enmusubi_conformance::base();
    form.extend([
        ("account".to_owned(), USER.into()),
        ("password".to_owned(), USER.into()),
        ("photoNameList".to_owned(), vec![photo].into()),
    ]);
    Value::Object(form).to_string()
}
