//! A file store for one test: a folder, or a bucket of an S3 server in this process.
//!
//! The suites use what people use: a folder beside SQLite, and a bucket beside PostgreSQL.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use enmusubi_tests::DatabaseKind;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use s3s::access::{S3Access, S3AccessContext};
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s::{S3Result, s3_error};
use s3s_fs::FileSystem;
use tokio::net::TcpListener;
use tokio::task::{AbortHandle, JoinSet};

use crate::suite::prelude::*;

const BUCKET: &str = "files";
const PREFIX: &str = "some/prefix";
const KEY_ID: &str = "AKIA-OF-THE-TESTS";
pub(crate) const SECRET_KEY: &str = "the-secret-key-of-the-tests";

pub(crate) struct TestFiles {
    /// The folder that has each file under its name, also for a bucket.
    pub(crate) folder: PathBuf,
    /// The S3 server of the folder, if the store is a bucket.
    s3: Option<S3Server>,
}

impl TestFiles {
    pub(crate) async fn create(folder: &Path) -> Self {
        match DatabaseKind::of_this_run() {
            DatabaseKind::Sqlite => Self::in_folder(folder),
            DatabaseKind::Postgres => Self::in_bucket(folder).await,
        }
    }

    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.join("blobs"),
            s3: None,
        }
    }

    pub(crate) async fn in_bucket(folder: &Path) -> Self {
        let root = folder.join("s3");
        std::fs::create_dir_all(root.join(BUCKET)).unwrap();
        Self {
            folder: root.join(BUCKET).join(PREFIX),
            s3: Some(S3Server::start(&root).await),
        }
    }

    pub(crate) fn set(&self, settings: &mut Settings) {
        let text = |value: &str| Some(value.to_owned());
        let Some(s3) = &self.s3 else {
            settings.storage_url = Some(format!("file://{}", self.folder.display()));
            return;
        };
        settings.storage_url = Some(format!("s3://{BUCKET}/{PREFIX}"));
        settings.aws_endpoint = Some(format!("http://{}", s3.address));
        settings.aws_allow_http = text("true");
        settings.aws_access_key_id = text(KEY_ID);
        settings.aws_secret_access_key = text(SECRET_KEY);
    }

    /// Stops the server of the bucket and closes its connections.
    pub(crate) fn stop(&self) {
        let running = self.s3().running.lock().unwrap().take();
        running.unwrap().abort();
    }

    /// Makes the server accept connections and send no answers.
    pub(crate) async fn hang(&self) {
        self.stop();
        let listener = listen(self.s3().address).await;
        let silent = tokio::spawn(async move {
            let mut held = Vec::new();
            while let Ok(connection) = listener.accept().await {
                held.push(connection);
            }
        });
        *self.s3().running.lock().unwrap() = Some(silent.abort_handle());
    }

    /// Starts the server of the bucket again, at its old address.
    pub(crate) async fn start_again(&self) {
        let s3 = self.s3();
        let listener = listen(s3.address).await;
        *s3.running.lock().unwrap() = Some(serve(listener, s3.service.clone()));
    }

    fn s3(&self) -> &S3Server {
        self.s3.as_ref().unwrap()
    }
}

/// The checks that the s3s crate leaves out: a bucket that was not created accepts nothing, and neither does a bucket
/// without credentials in the request.
struct OneBucket;

#[async_trait::async_trait]
impl S3Access for OneBucket {
    async fn check(&self, context: &mut S3AccessContext<'_>) -> S3Result<()> {
        if context.credentials().is_none() {
            return Err(s3_error!(AccessDenied));
        }
        match context.s3_path().get_bucket_name() {
            Some(BUCKET) => Ok(()),
            _ => Err(s3_error!(NoSuchBucket)),
        }
    }
}

struct S3Server {
    address: SocketAddr,
    service: S3Service,
    running: Mutex<Option<AbortHandle>>,
}

impl S3Server {
    async fn start(root: &Path) -> Self {
        let mut builder = S3ServiceBuilder::new(FileSystem::new(root).unwrap());
        builder.set_auth(SimpleAuth::from_single(KEY_ID, SECRET_KEY));
        builder.set_access(OneBucket);
        let service = builder.build();
        let listener = listen(SocketAddr::from(([127, 0, 0, 1], 0))).await;
        Self {
            address: listener.local_addr().unwrap(),
            service: service.clone(),
            running: Mutex::new(Some(serve(listener, service))),
        }
    }
}

/// Listens on an address that the stopped server may still hold for a moment.
async fn listen(address: SocketAddr) -> TcpListener {
    for _ in 0..500 {
        if let Ok(listener) = TcpListener::bind(address).await {
            return listener;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("{address} stays in use");
}

fn serve(listener: TcpListener, service: S3Service) -> AbortHandle {
    let server = tokio::spawn(async move {
        // This task ends the connections when it ends.
        let mut connections = JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            let service = service.clone();
            connections.spawn(async move {
                let server = auto::Builder::new(TokioExecutor::new());
                // A client that disconnects is no fault of this server.
                let _ = server.serve_connection(TokioIo::new(stream), service).await;
            });
        }
    });
    server.abort_handle()
}
