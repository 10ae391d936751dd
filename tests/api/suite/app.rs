//! A server for one test, with a method for each call.

use std::path::Path;

use enmusubi_line_platform::{CHANNEL_ID, CHANNEL_SECRET, ISSUER, LinePlatform};
use enmusubi_server::Running;
use enmusubi_server::ops::backup::restore;
use enmusubi_server::ops::config::Config;
use enmusubi_server::serve;
use reqwest::multipart::{Form, Part};
use reqwest::{Client, RequestBuilder};
use sea_orm::Statement;
use tempfile::TempDir;

use super::database::{TestDatabase, number};
use super::files::TestFiles;
use super::picture;
use super::profile::ProfileBuilder;
use super::time::TestClock;
use crate::suite::prelude::*;

/// The credentials of a request.
#[derive(Clone, Debug)]
pub(crate) enum Credentials {
    None,
    IdToken(String),
    Bearer(String),
}

pub(crate) struct TestApp {
    pub(crate) running: Running,
    pub(crate) line: LinePlatform,
    pub(crate) clock: TestClock,
    pub(crate) database: TestDatabase,
    pub(crate) files: TestFiles,
    client: Client,
    // Dropping the folder removes the files.
    _folder: TempDir,
}

/// Starts a server and waits for its first background jobs, so that they do not see a clock that the test has moved.
pub(crate) async fn start_server(config: Config, clock: &TestClock) -> Running {
    let running = serve(config, clock.for_server()).await.unwrap();
    running.wait_for_first_jobs().await.unwrap();
    running
}

/// Returns a client without TLS: reading the certificates of the machine takes longer than many a test.
pub(crate) fn plain_client() -> Client {
    Client::builder().tls_certs_only([]).build().unwrap()
}

/// The LINE user id of the n-th person of a test.
pub(crate) fn person(n: u32) -> String {
    format!("U{n:032x}")
}

impl TestApp {
    pub(crate) async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// Starts a server with changed settings.
    pub(crate) async fn start_with(change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let files = TestFiles::create(folder.path()).await;
        Self::start_on(folder, files, change).await
    }

    /// Starts a server whose files are in a bucket, on both databases.
    pub(crate) async fn with_bucket() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let files = TestFiles::in_bucket(folder.path()).await;
        Self::start_on(folder, files, |_| {}).await
    }

    /// Starts a server on a restored backup: a SQLite file and a folder, in both suites.
    pub(crate) async fn start_on_backup(place: TempDir, backup: &Path) -> Self {
        let files = TestFiles::in_folder(place.path());
        let mut settings = Settings {
            mock_enable: Some(true),
            database_url: Some(format!("sqlite://{}/restored.db", place.path().display())),
            ..Settings::default()
        };
        files.set(&mut settings);
        let url = settings.database_url.clone();
        restore(&settings.check().unwrap(), backup).await.unwrap();
        Self::start_on(place, files, |settings| settings.database_url = url).await
    }

    async fn start_on(
        folder: TempDir,
        files: TestFiles,
        change: impl FnOnce(&mut Settings),
    ) -> Self {
        let database = TestDatabase::create(folder.path()).await;
        let line = LinePlatform::start().await;
        let clock = TestClock::new();
        let text = |value: &str| Some(value.to_owned());
        let web_root = folder.path().join("web");
        std::fs::create_dir_all(web_root.join("assets")).unwrap();
        std::fs::write(
            web_root.join("index.html"),
            "<!doctype html><title>shell</title></html>",
        )
        .unwrap();
        std::fs::write(web_root.join("assets/app-0a1b2c.js"), "export {};").unwrap();
        let mut settings = Settings {
            listen: text("127.0.0.1:0"),
            database_url: text(&database.url),
            liff_id: text("1234567890-abcdefgh"),
            line_channel_id: text(CHANNEL_ID),
            line_channel_secret: text(CHANNEL_SECRET),
            line_bot_id: text("@enmusubi"),
            line_api_base: text(&line.base),
            rate_limit: text("off"),
            web_root: Some(web_root),
            // By default, one approval of twenty would put a second look into the queue of a test.
            second_look_percent: text("0"),
            ..Settings::default()
        };
        files.set(&mut settings);
        change(&mut settings);
        let running = start_server(settings.check().unwrap(), &clock).await;
        Self {
            running,
            line,
            clock,
            database,
            files,
            client: plain_client(),
            _folder: folder,
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.running.address)
    }

    pub(crate) fn request(
        &self,
        method: Method,
        path: &str,
        credentials: &Credentials,
    ) -> RequestBuilder {
        let request = self.client.request(method, self.url(path));
        match credentials {
            Credentials::None => request,
            Credentials::IdToken(token) => request.header("X-Line-Id-Token", token),
            Credentials::Bearer(token) => request.bearer_auth(token),
        }
    }

    pub(crate) async fn send(&self, request: RequestBuilder) -> Answer {
        Answer::read(request.send().await.unwrap()).await
    }

    /// Starts a second instance of the server, on the same tables and files.
    pub(crate) async fn another_instance(&self) -> Running {
        let config = self.running.app.config.clone();
        start_server(config, &self.clock).await
    }

    /// Sends a request to another instance.
    pub(crate) async fn send_to(&self, instance: &Running, request: RequestBuilder) -> Answer {
        let mut request = request.build().unwrap();
        let port = Some(instance.address.port());
        request.url_mut().set_port(port).unwrap();
        Answer::read(self.client.execute(request).await.unwrap()).await
    }

    pub(crate) async fn get(&self, path: &str, credentials: &Credentials) -> Answer {
        self.send(self.request(Method::GET, path, credentials))
            .await
    }

    pub(crate) async fn post(&self, path: &str, credentials: &Credentials, body: &Value) -> Answer {
        self.send(self.request(Method::POST, path, credentials).json(body))
            .await
    }

    pub(crate) async fn put(&self, path: &str, credentials: &Credentials, body: &Value) -> Answer {
        self.send(self.request(Method::PUT, path, credentials).json(body))
            .await
    }

    pub(crate) async fn delete(&self, path: &str, credentials: &Credentials) -> Answer {
        self.send(self.request(Method::DELETE, path, credentials))
            .await
    }

    pub(crate) async fn post_text(
        &self,
        path: &str,
        credentials: &Credentials,
        text: String,
    ) -> Answer {
        let request = self.request(Method::POST, path, credentials);
        self.send(
            request
                .header("Content-Type", "application/json")
                .body(text),
        )
        .await
    }

    /// Returns the number that a query selects.
    pub(crate) async fn number(&self, sql: &str) -> i64 {
        number(&self.running.app.database.reads, sql).await
    }

    /// Returns the number of rows of a table. A condition may follow the name of the table.
    pub(crate) async fn count(&self, table: &str) -> i64 {
        self.number(&format!("SELECT COUNT(*) FROM {table}")).await
    }

    /// Returns the claims of a valid ID token of this person.
    pub(crate) fn claims(&self, line_user_id: &str) -> Value {
        let now_s = self.clock.now_s();
        json!({
            "iss": ISSUER, "aud": CHANNEL_ID, "sub": line_user_id,
            "iat": now_s, "exp": now_s + HOUR_S, "name": "Ming",
        })
    }

    pub(crate) fn id_token(&self, line_user_id: &str) -> Credentials {
        Credentials::IdToken(self.line.key.sign(&self.claims(line_user_id)))
    }

    pub(crate) async fn create_registration(
        &self,
        credentials: &Credentials,
        line_user_id: &str,
    ) -> Answer {
        self.post(
            "/api/user/registration",
            credentials,
            &json!({ "account": line_user_id }),
        )
        .await
    }

    /// Gets a registration token for a person without an account.
    pub(crate) async fn registration_token(&self, line_user_id: &str) -> Credentials {
        let answer = self
            .create_registration(&self.id_token(line_user_id), line_user_id)
            .await;
        Credentials::Bearer(answer.ok()["token"].as_str().unwrap().to_owned())
    }

    pub(crate) async fn upload(
        &self,
        credentials: &Credentials,
        name: &str,
        bytes: Vec<u8>,
        purpose: Option<&str>,
    ) -> Answer {
        let mut form = Form::new().part("file", Part::bytes(bytes).file_name(name.to_owned()));
        if let Some(purpose) = purpose {
            form = form.text("purpose", purpose.to_owned());
        }
        self.send(
            self.request(Method::POST, "/api/file/tempUpload", credentials)
                .multipart(form),
        )
        .await
    }

    /// Uploads a photo of this person and returns its name.
    pub(crate) async fn photo(&self, credentials: &Credentials) -> String {
        let answer = self
            .upload(credentials, "me.jpg", picture::jpeg(), None)
            .await;
        answer.ok()["fileName"].as_str().unwrap().to_owned()
    }

    /// Uploads a document of this person and returns its name.
    pub(crate) async fn document(&self, credentials: &Credentials) -> String {
        self.document_of(credentials, picture::document(0)).await
    }

    pub(crate) async fn document_of(&self, credentials: &Credentials, bytes: Vec<u8>) -> String {
        let answer = self
            .upload(credentials, "badge.png", bytes, Some("document"))
            .await;
        answer.ok()["fileName"].as_str().unwrap().to_owned()
    }

    /// Renames an upload as if an earlier version had stored it, which also took WebP pictures and PDFs. Returns its new name.
    pub(crate) async fn as_of_an_earlier_version(&self, name: &str, ending: &str) -> String {
        let media_type = match ending {
            "pdf" => "application/pdf",
            "webp" => "image/webp",
            _ => return name.to_owned(),
        };
        let (stem, _) = name.split_once('.').unwrap();
        let new = format!("{stem}.{ending}");
        let sql = format!(
            "UPDATE upload SET name = '{new}', media_type = '{media_type}' WHERE name = '{name}'"
        );
        let database = &self.running.app.database.writes;
        let statement = Statement::from_string(database.get_database_backend(), sql);
        database.execute_raw(statement).await.unwrap();
        let folder = &self.files.folder;
        std::fs::rename(folder.join(name), folder.join(&new)).unwrap();
        new
    }

    pub(crate) async fn create_user_profile(
        &self,
        credentials: &Credentials,
        body: &Value,
    ) -> Answer {
        self.post("/api/user-profile", credentials, body).await
    }

    pub(crate) async fn create_with_key(
        &self,
        credentials: &Credentials,
        body: &Value,
        key: &str,
    ) -> Answer {
        let request = self.request(Method::POST, "/api/user-profile", credentials);
        self.send(request.header("Idempotency-Key", key).json(body))
            .await
    }

    /// Builds a valid body for a person, with an uploaded photo.
    pub(crate) async fn profile_of(&self, line_user_id: &str) -> ProfileBuilder {
        let photo = self.photo(&self.id_token(line_user_id)).await;
        ProfileBuilder::new(line_user_id, &photo)
    }

    pub(crate) async fn login(&self, credentials: &Credentials, line_user_id: &str) -> Answer {
        let body = json!({ "account": line_user_id, "password": line_user_id });
        self.post("/api/user/login", credentials, &body).await
    }

    pub(crate) async fn session(&self, line_user_id: &str) -> Credentials {
        let answer = self.login(&self.id_token(line_user_id), line_user_id).await;
        Credentials::Bearer(answer.ok()["token"].as_str().unwrap().to_owned())
    }

    /// Registers this person and logs them in.
    pub(crate) async fn member(&self, line_user_id: &str) -> Credentials {
        let body = self.profile_of(line_user_id).await.build();
        self.create_user_profile(&self.id_token(line_user_id), &body)
            .await
            .expect(201);
        self.session(line_user_id).await
    }

    pub(crate) async fn my_info(&self, credentials: &Credentials) -> Answer {
        self.get("/api/user/my-info", credentials).await
    }

    pub(crate) async fn delete_account(&self, credentials: &Credentials) {
        self.delete("/api/user", credentials).await.ok();
    }

    pub(crate) async fn logout(&self, credentials: &Credentials) -> Answer {
        self.send(self.request(Method::POST, "/api/user/logout", credentials))
            .await
    }

    pub(crate) async fn review_status(
        &self,
        credentials: &Credentials,
        line_user_id: &str,
    ) -> Answer {
        self.get(
            &format!("/api/user/review-status/{line_user_id}"),
            credentials,
        )
        .await
    }
}
