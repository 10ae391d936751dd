//! A client of one or several servers that repeats a request until it is answered, as the page does.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

use reqwest::{Client, RequestBuilder};
use serde_json::Value;
use tokio::time::{sleep, timeout};

/// Twice the five seconds for which the server waits for a database connection, and some time for a
/// busy machine.
const LONGEST_ANSWER: Duration = Duration::from_secs(15);
/// The longest time that a fault may last.
const LONGEST_FAULT: Duration = Duration::from_mins(2);
const PAUSE: Duration = Duration::from_millis(50);

/// The address of a server, which changes when the server starts again.
#[derive(Debug, Clone)]
pub(crate) struct Address(Arc<RwLock<SocketAddr>>);

impl Address {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self(Arc::new(RwLock::new(address)))
    }

    pub(crate) fn move_to(&self, address: SocketAddr) {
        *self.0.write().unwrap() = address;
    }

    pub(crate) fn current(&self) -> SocketAddr {
        *self.0.read().unwrap()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.current())
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn expect(self, status: u16) -> Self {
        let body = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status, status, "{body}");
        self
    }
}

/// The number of requests by their outcome.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Requests without a complete answer.
    pub(crate) lost: AtomicU64,
    /// Requests that were answered with E503.
    pub(crate) busy: AtomicU64,
    /// Forms without a 201 whose sender turned out to be registered.
    pub(crate) stored_unacknowledged: AtomicU64,
    pub(crate) not_stored: AtomicU64,
    /// Forms that more than one server accepted, with the same answer.
    pub(crate) accepted_by_both: AtomicU64,
}

impl Tally {
    /// Returns the counts of the forms that had no 201.
    pub(crate) fn forms(&self) -> [(u64, &'static str); 2] {
        [
            (&self.stored_unacknowledged, "forms stored, answer lost"),
            (&self.not_stored, "forms not stored and sent again"),
        ]
        .map(|(n, name)| (n.load(Ordering::Relaxed), name))
    }
}

pub(crate) struct RetryingClient {
    pub(crate) http: Client,
    pub(crate) tally: Tally,
    addresses: Vec<Address>,
    turn: AtomicUsize,
}

impl RetryingClient {
    pub(crate) fn new(addresses: &[&Address]) -> Arc<Self> {
        // Each request has its own connection: a fault meets one request, and reqwest repeats none.
        let client = Client::builder().no_proxy().pool_max_idle_per_host(0);
        Arc::new(Self {
            http: client.build().unwrap(),
            tally: Tally::default(),
            addresses: addresses.iter().copied().cloned().collect(),
            turn: AtomicUsize::new(0),
        })
    }

    /// Returns the addresses of all servers.
    pub(crate) fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    /// Returns the address of the next server in turn.
    pub(crate) fn next_address(&self) -> &Address {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        &self.addresses[turn % self.addresses.len()]
    }

    /// Sends a request once. Returns `None` if the answer was lost or is E503.
    pub(crate) async fn try_send(&self, request: RequestBuilder) -> Option<Answer> {
        let answer = async {
            let answer = request.send().await.ok()?;
            Some(Answer {
                status: answer.status().as_u16(),
                body: answer.bytes().await.ok()?.into(),
            })
        };
        let Some(answer) = timeout(LONGEST_ANSWER, answer).await.unwrap() else {
            self.tally.lost.fetch_add(1, Ordering::Relaxed);
            return None;
        };
        if answer.status != 503 {
            return Some(answer);
        }
        assert_eq!(answer.json()["code"], "E503");
        self.tally.busy.fetch_add(1, Ordering::Relaxed);
        None
    }

    /// Sends a request until it is answered.
    pub(crate) async fn send_until_answered(
        &self,
        build: impl Fn(&Address) -> RequestBuilder,
    ) -> Answer {
        let mut deadline = Deadline::default();
        loop {
            if let Some(answer) = self.try_send(build(self.next_address())).await {
                return answer;
            }
            deadline.pause().await;
        }
    }

    /// Sends a request with an ID token until it is answered. Each server makes its own ID tokens and
    /// accepts none from before its start.
    pub(crate) async fn send_with_id_token(
        &self,
        line_user_id: &str,
        build: impl Fn(&Address, &str) -> RequestBuilder,
    ) -> Answer {
        let mut deadline = Deadline::default();
        let path = format!("/api/mock/id-token?userId={line_user_id}");
        loop {
            let address = self.next_address();
            let before = address.current();
            if let Some(made) = self.try_send(self.http.get(address.url(&path))).await {
                let made = made.expect(200).json();
                let request = build(address, made["idToken"].as_str().unwrap());
                let answer = self.try_send(request).await;
                let has_moved = address.current() != before;
                if let Some(answer) = answer.filter(|it| it.status != 401 || !has_moved) {
                    return answer;
                }
            }
            deadline.pause().await;
        }
    }
}

/// A limit that fails the test if a server stays broken.
pub(crate) struct Deadline(Instant);

impl Default for Deadline {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Deadline {
    pub(crate) async fn pause(&mut self) {
        assert!(self.0.elapsed() < LONGEST_FAULT, "the fault lasts too long");
        sleep(PAUSE).await;
    }
}
