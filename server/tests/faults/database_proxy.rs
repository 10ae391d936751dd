//! A faulty network between a server and PostgreSQL: a stream, which breaks anywhere.

use std::io::Result;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::fault::{Fault, Faults};

/// A registration takes a dozen messages; a commit is the one whose answer counts.
const PERCENT: u64 = 2;
const PERCENT_OF_COMMITS: u64 = 20;
const LONGEST_MS: u64 = 100;
/// TCP gives up in the end, after a quarter of an hour. Nobody should have to wait for it.
pub(crate) const LONGEST_SILENCE: Duration = Duration::from_secs(40);

pub(crate) struct DatabaseProxy {
    port: u16,
    tricks: Arc<Tricks>,
}

#[derive(Debug)]
struct Tricks {
    faults: Arc<Faults>,
    n_commits_untold: AtomicU64,
    /// How late the answer to each BEGIN is.
    begin_ms: AtomicU64,
    /// So many times all connections fell silent.
    n_silences: watch::Sender<u64>,
}

impl DatabaseProxy {
    /// Commits that may have been done, and of which nobody was told.
    pub(crate) fn n_commits_untold(&self) -> u64 {
        self.tricks.n_commits_untold.load(Ordering::Relaxed)
    }

    /// From now on it takes so long until a transaction has begun.
    pub(crate) fn begin_late(&self, begin_ms: u64) {
        self.tricks.begin_ms.store(begin_ms, Ordering::Relaxed);
    }

    /// The connections that are open stay so, and nothing passes through them any more.
    pub(crate) fn silence(&self) {
        self.tricks.n_silences.send_modify(|n| *n += 1);
    }

    /// The URL of the database through it.
    pub(crate) fn url(&self, database_url: &str) -> String {
        let (_, name) = database_url.rsplit_once('/').unwrap();
        format!("postgres://enmusubi@127.0.0.1:{}/{name}", self.port)
    }
}

/// Passes on to PostgreSQL's socket in `folder` until the test ends.
pub(crate) async fn start(folder: &Path, faults: &Arc<Faults>) -> DatabaseProxy {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let tricks = Arc::new(Tricks {
        faults: faults.clone(),
        n_commits_untold: AtomicU64::new(0),
        begin_ms: AtomicU64::new(0),
        n_silences: watch::Sender::new(0),
    });
    let proxy = DatabaseProxy {
        port: listener.local_addr().unwrap().port(),
        tricks: tricks.clone(),
    };
    let socket = folder.join(".s.PGSQL.5432");
    tokio::spawn(async move {
        loop {
            let (mut server, _) = listener.accept().await.unwrap();
            let Ok(mut database) = UnixStream::connect(&socket).await else {
                continue;
            };
            let tricks = tricks.clone();
            tokio::spawn(async move {
                let mut silence = tricks.n_silences.subscribe();
                tokio::select! {
                    // What breaks off is what this is for.
                    _ = pass(&mut server, &mut database, &tricks) => {}
                    _ = silence.changed() => sleep(LONGEST_SILENCE).await,
                }
            });
        }
    });
    proxy
}

async fn pass(server: &mut TcpStream, database: &mut UnixStream, tricks: &Tricks) -> Result<()> {
    let Tricks {
        faults,
        n_commits_untold,
        begin_ms,
        ..
    } = tricks;
    let mut question = vec![0; 64 * 1024];
    let mut answer = vec![0; 64 * 1024];
    loop {
        let n_read = tokio::select! {
            n_read = server.read(&mut question) => n_read?,
            n_read = database.read(&mut answer) => {
                server.write_all(&answer[..n_read?]).await?;
                continue;
            }
        };
        let question = &question[..n_read];
        if question.is_empty() {
            return Ok(());
        }
        let is_commit = question.windows(6).any(|it| it == b"COMMIT");
        let percent = if is_commit {
            PERCENT_OF_COMMITS
        } else {
            PERCENT
        };
        match faults.draw(percent) {
            None => {
                database.write_all(question).await?;
                if question.windows(5).any(|it| it == b"BEGIN") {
                    sleep(Duration::from_millis(begin_ms.load(Ordering::Relaxed))).await;
                }
            }
            Some(Fault::Delay) => {
                sleep(Duration::from_millis(faults.below(LONGEST_MS))).await;
                database.write_all(question).await?;
            }
            Some(Fault::DropBefore) => return Ok(()),
            Some(Fault::DropAfter) => {
                n_commits_untold.fetch_add(u64::from(is_commit), Ordering::Relaxed);
                database.write_all(question).await?;
                let told = database.read(&mut answer);
                let _ = timeout(Duration::from_secs(1), told).await;
                return Ok(());
            }
            Some(Fault::Reset | Fault::Duplicate) => {
                n_commits_untold.fetch_add(u64::from(is_commit), Ordering::Relaxed);
                database.write_all(question).await?;
                return server.set_zero_linger();
            }
        }
    }
}
