//! A stand-in for the servers of LINE that the app calls, on the loopback interface.
//!
//! The implementation is used in three ways: in the process of a test (`LinePlatform::start`), by our
//! server (`LINE_API_BASE`), and by a browser. The browser's requests for LINE's hosts are
//! forwarded with the host as the first part of the path: `/access.line.me/liff/v1/authorize`. A
//! path without a host belongs to `api.line.me`.
#![expect(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a stand-in that cannot go on fails the test, and says where"
)]

mod answer;
mod behaviour;
mod change;
mod control;
mod hosts;
mod keys;
mod launch;
mod memory;
mod state;
#[cfg(test)]
mod tests;
mod tokens;

use std::sync::Arc;

use poem::listener::{Acceptor as _, Listener as _, TcpListener};
use poem::{Endpoint, EndpointExt as _, Server};
use tokio::task::JoinHandle;

pub use behaviour::{Behaviour, Fault, IdTokenFault, Person, ShareOutcome};
pub use change::Change;
pub use keys::LineKey;
pub use memory::{Call, Push, Records};
use state::State;

/// The channel of the tests' tokens.
pub const CHANNEL_ID: &str = "1234567890";
/// The secret with which a server authenticates as the channel.
pub const CHANNEL_SECRET: &str = "5ec12e7f0123456789abcdef01234567";
/// The token with which a server sends messages as the official account.
pub const CHANNEL_ACCESS_TOKEN: &str = "bot/access+token=";
/// The secret with which LINE signs the events of the official account.
pub const MESSAGING_SECRET: &str = "b07b07b0712345678901234567890123";
/// The issuer in LINE's tokens.
pub const ISSUER: &str = "https://access.line.me";

/// A running stand-in, which stops when this value is dropped.
pub struct LinePlatform {
    /// The base URL, without a slash at the end.
    pub base: String,
    /// The first signing key.
    pub key: LineKey,
    state: Arc<State>,
    server: JoinHandle<std::io::Result<()>>,
}

impl LinePlatform {
    /// Starts on a free port.
    pub async fn start() -> Self {
        Self::start_at("127.0.0.1:0").await.unwrap()
    }

    /// Starts on this address.
    pub async fn start_at(listen: &str) -> std::io::Result<Self> {
        let key = LineKey::new("first");
        let state = Arc::new(State::new(key.clone()));
        let acceptor = TcpListener::bind(listen.to_owned()).into_acceptor().await?;
        let address = acceptor.local_addr().remove(0);
        let port = address.as_socket_addr().unwrap().port();
        let server = tokio::spawn(Server::new_with_acceptor(acceptor).run(routes(state.clone())));
        Ok(Self {
            base: format!("http://127.0.0.1:{port}"),
            key,
            state,
            server,
        })
    }

    /// Publishes an additional key.
    pub fn publish(&self, key: &LineKey) {
        self.state.lock().published.push(key.jwk());
    }

    /// Removes this key from the published ones.
    pub fn withdraw(&self, key: &LineKey) {
        let mut inner = self.state.lock();
        inner
            .published
            .retain(|published| published["kid"] != key.kid);
    }

    /// Answers all calls with errors from now on.
    pub fn start_failing(&self) {
        self.misbehave(Fault::everything_down());
    }

    /// Answers with this fault, and no other, from now on.
    pub fn misbehave(&self, fault: Fault) {
        self.state.lock().behaviour.faults = vec![fault];
    }

    /// Answers as usual again.
    pub fn stop_failing(&self) {
        self.state.lock().behaviour.faults.clear();
    }

    /// Refuses every new connection permanently.
    pub fn stop_listening(&self) {
        self.start_failing();
        self.server.abort();
    }

    /// Returns how often the keys were requested.
    pub fn n_fetches(&self) -> usize {
        self.state.lock().memory.records.count("/oauth2/v2.1/certs")
    }

    /// Changes the behaviour.
    pub fn change(&self, change: Change) {
        self.state.lock().change(change);
    }

    /// Returns a valid LINE access token of this user.
    pub fn access_token_of(&self, line_user_id: &str) -> String {
        let mut inner = self.state.lock();
        let person = Person {
            user_id: line_user_id.to_owned(),
            ..inner.behaviour.person.clone()
        };
        inner.grant(&person)
    }

    /// Returns the signature that LINE puts into the head of a call of the webhook with this body.
    pub fn sign(&self, body: &[u8]) -> String {
        hosts::sign(body)
    }

    /// Returns the records so far.
    pub fn records(&self) -> Records {
        self.state.lock().memory.records.clone()
    }
}

impl Drop for LinePlatform {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn routes(state: Arc<State>) -> impl Endpoint + 'static {
    control::routes().nest("/", hosts::routes()).data(state)
}
