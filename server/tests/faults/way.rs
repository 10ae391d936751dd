//! The way from people to one server or several, gone as the page goes it: again, until it is told.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

use reqwest::{Client, RequestBuilder};
use serde_json::Value;
use tokio::time::{sleep, timeout};

/// The five seconds for which the server waits for a connection to its database, twice, and a busy
/// machine.
const LONGEST_ANSWER: Duration = Duration::from_secs(15);
/// Nothing stays broken for so long.
const PATIENCE: Duration = Duration::from_mins(2);
const PAUSE: Duration = Duration::from_millis(50);

/// Where a server is, which may move when it is started again.
#[derive(Debug, Clone)]
pub(crate) struct Place(Arc<RwLock<SocketAddr>>);

impl Place {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self(Arc::new(RwLock::new(address)))
    }

    pub(crate) fn move_to(&self, address: SocketAddr) {
        *self.0.write().unwrap() = address;
    }

    pub(crate) fn address(&self) -> SocketAddr {
        *self.0.read().unwrap()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address())
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

/// How many requests had which end.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// No answer, or half of one.
    pub(crate) lost: AtomicU64,
    /// E503.
    pub(crate) busy: AtomicU64,
    /// Forms without a good answer whose sender was registered, and was not.
    pub(crate) registered_untold: AtomicU64,
    pub(crate) not_registered: AtomicU64,
    /// Forms that more than one server answered well, all alike.
    pub(crate) twins: AtomicU64,
}

impl Tally {
    /// What became of forms that were not answered well.
    pub(crate) fn forms(&self) -> [(u64, &'static str); 2] {
        [
            (&self.registered_untold, "forms stored and not told"),
            (&self.not_registered, "forms not stored and sent again"),
        ]
        .map(|(n, name)| (n.load(Ordering::Relaxed), name))
    }
}

pub(crate) struct Way {
    pub(crate) client: Client,
    pub(crate) tally: Tally,
    places: Vec<Place>,
    turn: AtomicUsize,
}

impl Way {
    pub(crate) fn to(places: &[&Place]) -> Arc<Self> {
        // A connection for each request: a fault meets one of them, and the client repeats none.
        let client = Client::builder().no_proxy().pool_max_idle_per_host(0);
        Arc::new(Self {
            client: client.build().unwrap(),
            tally: Tally::default(),
            places: places.iter().copied().cloned().collect(),
            turn: AtomicUsize::new(0),
        })
    }

    /// All servers that it leads to.
    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }

    /// One after the other.
    pub(crate) fn place(&self) -> &Place {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        &self.places[turn % self.places.len()]
    }

    /// `None` where the answer was lost, or is to come back later.
    pub(crate) async fn ask(&self, request: RequestBuilder) -> Option<Answer> {
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

    /// Asks until there is an answer.
    pub(crate) async fn insist(&self, build: impl Fn(&Place) -> RequestBuilder) -> Answer {
        let mut patience = Patience::default();
        loop {
            if let Some(answer) = self.ask(build(self.place())).await {
                return answer;
            }
            patience.pause().await;
        }
    }

    /// The same with an ID token. Each server makes its own, and knows none from before its start.
    pub(crate) async fn insist_proven(
        &self,
        line_user_id: &str,
        build: impl Fn(&Place, &str) -> RequestBuilder,
    ) -> Answer {
        let mut patience = Patience::default();
        let path = format!("/api/mock/id-token?userId={line_user_id}");
        loop {
            let place = self.place();
            let address = place.address();
            if let Some(made) = self.ask(self.client.get(place.url(&path))).await {
                let made = made.expect(200).json();
                let request = build(place, made["idToken"].as_str().unwrap());
                let answer = self.ask(request).await;
                let has_moved = place.address() != address;
                if let Some(answer) = answer.filter(|it| it.status != 401 || !has_moved) {
                    return answer;
                }
            }
            patience.pause().await;
        }
    }
}

/// Ends by itself, so that a server that stays broken is told.
pub(crate) struct Patience(Instant);

impl Default for Patience {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Patience {
    pub(crate) async fn pause(&mut self) {
        assert!(self.0.elapsed() < PATIENCE, "it stays broken");
        sleep(PAUSE).await;
    }
}
