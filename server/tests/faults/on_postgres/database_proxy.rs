//! A proxy between a server and PostgreSQL that breaks the stream at any point.

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

/// The share of messages that suffer a fault, in percent. A registration takes a dozen messages. A
/// commit has a share of its own, because a lost answer to it is the hardest case.
const PERCENT: u64 = 2;
const PERCENT_OF_COMMITS: u64 = 20;
const LONGEST_MS: u64 = 100;
/// TCP itself gives up only after a quarter of an hour. A request must not wait so long.
pub(crate) const LONGEST_SILENCE: Duration = Duration::from_secs(40);

pub(crate) struct DatabaseProxy {
    port: u16,
    tricks: Arc<Tricks>,
}

#[derive(Debug)]
struct Tricks {
    faults: Arc<Faults>,
    n_commits_unanswered: AtomicU64,
    /// The delay of the answer to each BEGIN.
    begin_ms: AtomicU64,
    /// The number of times that all connections fell silent.
    n_silences: watch::Sender<u64>,
}

impl DatabaseProxy {
    /// Returns the number of commits that PostgreSQL may have done and whose answer was lost.
    pub(crate) fn n_commits_unanswered(&self) -> u64 {
        self.tricks.n_commits_unanswered.load(Ordering::Relaxed)
    }

    /// Delays the start of each transaction by `begin_ms` from now on.
    pub(crate) fn begin_late(&self, begin_ms: u64) {
        self.tricks.begin_ms.store(begin_ms, Ordering::Relaxed);
    }

    /// Keeps the open connections open and passes nothing through them any more.
    pub(crate) fn silence(&self) {
        self.tricks.n_silences.send_modify(|n| *n += 1);
    }

    /// Returns the URL of the database through this proxy.
    pub(crate) fn url(&self, database_url: &str) -> String {
        let (_, name) = database_url.rsplit_once('/').unwrap();
        format!("postgres://enmusubi@127.0.0.1:{}/{name}", self.port)
    }
}

/// Starts a proxy to PostgreSQL's socket in `folder`. It runs until the test ends.
pub(crate) async fn start(folder: &Path, faults: &Arc<Faults>) -> DatabaseProxy {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let tricks = Arc::new(Tricks {
        faults: faults.clone(),
        n_commits_unanswered: AtomicU64::new(0),
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
                    // The proxy breaks connections on purpose: an error is expected.
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
        n_commits_unanswered,
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
                n_commits_unanswered.fetch_add(u64::from(is_commit), Ordering::Relaxed);
                database.write_all(question).await?;
                let acknowledged = database.read(&mut answer);
                let _ = timeout(Duration::from_secs(1), acknowledged).await;
                return Ok(());
            }
            Some(Fault::Reset | Fault::Duplicate) => {
                n_commits_unanswered.fetch_add(u64::from(is_commit), Ordering::Relaxed);
                database.write_all(question).await?;
                return server.set_zero_linger();
            }
        }
    }
}
