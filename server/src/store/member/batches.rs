//! Lets concurrent requests share a statement or a commit, and offers the reads that nearly every call
//! needs in this way. With many users at once, the number of statements costs more than their size.
//!
//! A batcher runs one batch at a time, and requests that arrive meanwhile form the next one. A single
//! request does not wait, and the more requests there are, the less each of them costs.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::slice;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::{mpsc, oneshot};
use tokio::time;
use tracing::Span;

use crate::clock::Clock;
use crate::error::{BUSY, Error, ErrorCode, Result};
use crate::store::account::idempotency::{self, StoredResponse};
use crate::store::account::session::{self, Session};
use crate::store::account::{self, Account};
use crate::store::connection::ReadPool;
use crate::store::connection::pool::MAX_WAIT;
use crate::store::connection::statement_times::SharedStatements;
use crate::store::file::upload::{self, OwnedUploads};
use crate::store::member::{self, StoredMember};

/// The most reads that share a statement.
const MAX_BATCH: usize = 256;
/// The most whole profiles that share a statement. A profile is large, and a caller should not wait for many profiles.
const MAX_MEMBERS: usize = 32;

/// Reads in batches, with one batcher for each kind of row. A read begins after its callers have
/// submitted their keys, so no caller gets an older row.
#[derive(Debug)]
pub(crate) struct BatchedReads {
    sessions: Batcher<String, Option<Session>>,
    stored_responses: Batcher<String, Vec<StoredResponse>>,
    owned_uploads: Batcher<String, OwnedUploads>,
    accounts: Batcher<String, Option<Account>>,
    members: Batcher<String, Option<StoredMember>>,
}

impl BatchedReads {
    pub(crate) fn new(reads: &ReadPool, clock: &Clock) -> Self {
        let clock = clock.clone();
        Self {
            sessions: batcher(reads, MAX_BATCH, |reads, hashes| async move {
                session::find_all(&reads, hashes).await
            }),
            stored_responses: batcher(reads, MAX_BATCH, |reads, users| async move {
                idempotency::find_all(&reads, users).await
            }),
            owned_uploads: batcher(reads, MAX_BATCH, move |reads, users| {
                let now_ms = clock.now_ms();
                async move { upload::find_owned(&reads, users, now_ms).await }
            }),
            accounts: batcher(reads, MAX_BATCH, |reads, users| async move {
                account::find_all(&reads, users).await
            }),
            members: batcher(reads, MAX_MEMBERS, |reads, users| async move {
                member::find_all(&reads, users).await
            }),
        }
    }

    /// Returns the session or registration token with this hash.
    pub(crate) async fn session(&self, token_hash: String) -> Result<Option<Session>> {
        self.sessions.submit(token_hash).await
    }

    /// Returns all stored responses of a LINE user.
    pub(crate) async fn stored_responses(&self, line_user_id: &str) -> Result<Vec<StoredResponse>> {
        self.stored_responses.submit(line_user_id.to_owned()).await
    }

    /// Returns the uploads and confirmed employers of a LINE user.
    pub(crate) async fn owned_uploads(&self, line_user_id: &str) -> Result<OwnedUploads> {
        self.owned_uploads.submit(line_user_id.to_owned()).await
    }

    /// Returns the account of a LINE user.
    pub(crate) async fn account(&self, line_user_id: &str) -> Result<Option<Account>> {
        self.accounts.submit(line_user_id.to_owned()).await
    }

    /// Returns the account of a LINE user with everything that the user sees of it.
    pub(crate) async fn member(&self, line_user_id: &str) -> Result<Option<StoredMember>> {
        self.members.submit(line_user_id.to_owned()).await
    }
}

/// Starts a batcher of keys. `find_all` returns the found rows by their keys.
fn batcher<Found, Finding>(
    reads: &ReadPool,
    max_batch: usize,
    find_all: impl Fn(ReadPool, Vec<String>) -> Finding + Clone + Send + Sync + 'static,
) -> Batcher<String, Found>
where
    Found: Clone + Default + Send + Sync + 'static,
    Finding: Future<Output = Result<HashMap<String, Found>>> + Send + 'static,
{
    let reads = reads.clone();
    Batcher::new(max_batch, move |keys: Vec<String>| {
        let (reads, find_all) = (reads.clone(), find_all.clone());
        answer(keys, MAX_WAIT, move |keys| find_all(reads.clone(), keys))
    })
}

/// Returns one result for each key: the row that was found, or the error of the read.
async fn answer<Found: Clone + Default, Finding>(
    keys: Vec<String>,
    timeout: Duration,
    find_all: impl Fn(Vec<String>) -> Finding,
) -> Vec<Result<Found>>
where
    Finding: Future<Output = Result<HashMap<String, Found>>>,
{
    run_batch_or_each_alone(&keys, |keys| {
        // Without a timeout a connection that never answers would hold up every later read.
        let finding = time::timeout(timeout, find_all(keys.to_vec()));
        async move {
            let late = |_| Err(Error::unavailable(BUSY, "a batched read took too long"));
            let found = finding.await.unwrap_or_else(late)?;
            let of_key = |key| found.get(key).cloned().unwrap_or_default();
            Ok(keys.iter().map(of_key).collect())
        }
    })
    .await
}

/// The most requests that may wait for the next batch. The server answers a further one with E503
/// at once.
const MAX_PENDING: usize = 1024;

/// Accepts requests. The task that runs the batches ends when the batcher is dropped.
#[derive(Debug)]
pub(crate) struct Batcher<Request, Answer>(mpsc::Sender<PendingRequest<Request, Answer>>);

/// A request and the channel for its answer.
struct PendingRequest<Request, Answer> {
    request: Request,
    answer: oneshot::Sender<Result<Answer>>,
    /// The span of the log lines of the caller.
    span: Span,
}

impl<Request, Answer> Batcher<Request, Answer>
where
    Request: Send + 'static,
    Answer: Send + 'static,
{
    /// Starts the task. `run` receives at most `max_batch` requests and returns their answers in the
    /// same order.
    pub(crate) fn new<Run, Answers>(max_batch: usize, run: Run) -> Self
    where
        Run: Fn(Vec<Request>) -> Answers + Send + 'static,
        Answers: Future<Output = Vec<Result<Answer>>> + Send + 'static,
    {
        let (sender, receiver) = mpsc::channel(MAX_PENDING);
        tokio::spawn(run_batches(receiver, max_batch, run));
        Self(sender)
    }

    /// Waits for the answer. The request is carried out even if the caller stops waiting.
    pub(crate) async fn submit(&self, request: Request) -> Result<Answer> {
        let (answer, answered) = oneshot::channel();
        self.0
            .try_send(PendingRequest {
                request,
                answer,
                span: Span::current(),
            })
            .map_err(|error| Error::unavailable(BUSY, error.to_string()))?;
        answered.await.map_err(Error::internal)?
    }
}

async fn run_batches<Request, Answer, Run, Answers>(
    mut queue: mpsc::Receiver<PendingRequest<Request, Answer>>,
    max_batch: usize,
    run: Run,
) where
    Run: Fn(Vec<Request>) -> Answers,
    Answers: Future<Output = Vec<Result<Answer>>>,
{
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, max_batch).await > 0 {
        let (requests, callers): (Vec<_>, Vec<_>) = batch
            .drain(..)
            .map(|it| (it.request, (it.answer, it.span)))
            .unzip();
        let shared = SharedStatements::begin();
        // After a panic the callers of this batch get an error, and the next batch still runs.
        let answers = AssertUnwindSafe(shared.run(run(requests)))
            .catch_unwind()
            .await;
        shared.log_for(callers.iter().map(|(_, span)| span));
        let answers = answers.unwrap_or_else(|_| {
            tracing::error!(n_requests = callers.len(), "a batch panicked");
            Vec::new()
        });
        for ((caller, _), answer) in std::iter::zip(callers, answers) {
            // The receiver is gone if the client has gone away.
            let _ = caller.send(answer);
        }
    }
}

/// Answers all requests with one call of `run`. If that call fails although the database answers, runs each request
/// alone, so that an invalid request does not fail the other requests.
pub(crate) async fn run_batch_or_each_alone<'a, Request, Answer, Answers>(
    requests: &'a [Request],
    run: impl Fn(&'a [Request]) -> Answers,
) -> Vec<Result<Answer>>
where
    Answers: Future<Output = Result<Vec<Answer>>>,
{
    let error = match run(requests).await {
        Ok(answers) => return answers.into_iter().map(Ok).collect(),
        Err(error) => error,
    };
    // If the database does not answer, each request alone would fail in the same way.
    if error.code == ErrorCode::Unavailable || requests.len() == 1 {
        let error = Arc::new(error);
        let shared = |_| Err(Error::shared(&error));
        return requests.iter().map(shared).collect();
    }
    let mut answers = Vec::new();
    for request in requests {
        let alone = run(slice::from_ref(request)).await;
        answers.push(alone.and_then(|mut answers| {
            let answer = answers.pop();
            answer.ok_or_else(|| Error::internal("a batch returned no answer to its request"))
        }));
    }
    answers
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use tokio::sync::Semaphore;

    use super::*;

    #[tokio::test]
    async fn a_row_that_cannot_be_read_does_not_fail_the_other_keys() {
        let keys = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        let answers = answer(keys, MAX_WAIT, async |keys: Vec<String>| {
            if keys.iter().any(|key| key == "c") {
                return Err(Error::internal("an unknown word"));
            }
            let known = keys.into_iter().filter(|key| key != "d");
            Ok(known.map(|key| (key.clone(), Some(key))).collect())
        });
        let answers: Vec<_> = answers
            .await
            .into_iter()
            .map(|it| it.map_err(|error| error.code))
            .collect();
        let found = |key: &str| Ok(Some(key.to_owned()));
        assert_eq!(
            answers,
            [found("a"), found("b"), Err(ErrorCode::Internal), Ok(None)]
        );
    }

    #[tokio::test]
    async fn the_server_gives_up_a_connection_that_never_answers() {
        let keys = vec!["a".to_owned(), "b".to_owned()];
        let never = |_| std::future::pending::<Result<HashMap<String, Option<String>>>>();
        let answers = answer(keys, Duration::from_millis(1), never).await;
        let codes: Vec<_> = answers.into_iter().map(|it| it.unwrap_err().code).collect();
        assert_eq!(codes, [ErrorCode::Unavailable; 2]);
    }

    #[tokio::test]
    async fn requests_that_arrive_while_a_batch_runs_form_the_next_one() {
        let gate = Arc::new(Semaphore::new(0));
        let opened = gate.clone();
        let batcher = Batcher::new(3, move |requests: Vec<u32>| {
            let gate = gate.clone();
            async move {
                gate.acquire().await.unwrap().forget();
                let size = requests.len();
                requests.iter().map(|it| Ok((it * 2, size))).collect()
            }
        });
        let submitted = join_all((0..6).map(|n| batcher.submit(n)));
        let open = async {
            // The first batch is running when the other requests arrive.
            tokio::task::yield_now().await;
            opened.add_permits(3);
        };
        let (answers, ()) = tokio::join!(submitted, open);
        let answers: Vec<_> = answers.into_iter().map(|it| it.unwrap()).collect();
        let doubled: Vec<_> = answers.iter().map(|(doubled, _)| *doubled).collect();
        assert_eq!(doubled, [0, 2, 4, 6, 8, 10]);
        assert!(answers.iter().all(|(_, size)| *size <= 3));
        assert!(answers.iter().any(|(_, size)| *size == 3));
    }

    #[tokio::test]
    async fn a_batch_that_panics_does_not_stop_later_batches() {
        let batcher = Batcher::new(8, |requests: Vec<u32>| async move {
            assert_ne!(requests, [13]);
            requests.into_iter().map(Ok).collect()
        });
        let failed = batcher.submit(13).await.unwrap_err();
        assert_eq!(failed.code, ErrorCode::Internal);
        assert_eq!(batcher.submit(14).await.unwrap(), 14);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_a_request_at_once() {
        let batcher = Batcher::new(1, |requests: Vec<u32>| async move {
            std::future::pending::<()>().await;
            requests.into_iter().map(Ok).collect()
        });
        let submitted = (0..).map(|n| batcher.submit(n));
        let mut pending: Vec<_> = submitted.take(MAX_PENDING + 2).map(Box::pin).collect();
        let codes = pending.iter_mut().map(FutureExt::now_or_never);
        let refused: Vec<_> = codes.flatten().map(|it| it.unwrap_err().code).collect();
        assert_eq!(refused, [ErrorCode::Unavailable; 2]);
    }
}
