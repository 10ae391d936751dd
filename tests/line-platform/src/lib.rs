//! LINE's servers as far as the app asks them anything, on the loopback interface.
//!
//! One implementation, used in three ways: in the process of a test (`LinePlatform::start`), by our
//! server (`LINE_API_BASE`), and by a browser, whose requests for LINE's hosts are passed on with
//! the host as the first part of the path: `/access.line.me/liff/v1/authorize`. A path without a
//! host is one of `api.line.me`.
#![expect(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a stand-in that cannot go on fails the test, and says where"
)]

mod answer;
mod behaviour;
mod books;
mod change;
mod control;
mod hosts;
mod keys;
mod launch;
mod state;
#[cfg(test)]
mod tests;
mod tokens;

use std::sync::Arc;

use poem::listener::{Acceptor as _, Listener as _, TcpListener};
use poem::{Endpoint, EndpointExt as _, Server};
use tokio::task::JoinHandle;

pub use behaviour::{Behaviour, Fault, IdTokenFault, Person, ShareOutcome};
pub use books::{Call, Records};
pub use change::Change;
pub use keys::LineKey;
use state::State;

/// The channel the tests' tokens are made out to.
pub const CHANNEL_ID: &str = "1234567890";
/// What proves that a server is the channel.
pub const CHANNEL_SECRET: &str = "5ec12e7f0123456789abcdef01234567";
/// Who LINE says it is.
pub const ISSUER: &str = "https://access.line.me";

/// LINE, as long as this value lives.
pub struct LinePlatform {
    /// Where it listens, without a slash at the end.
    pub base: String,
    /// The key it signs with at first.
    pub key: LineKey,
    state: Arc<State>,
    server: JoinHandle<std::io::Result<()>>,
}

impl LinePlatform {
    /// On a free port.
    pub async fn start() -> Self {
        Self::start_at("127.0.0.1:0").await.unwrap()
    }

    /// On this address.
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

    /// Publishes another key beside those there are.
    pub fn publish(&self, key: &LineKey) {
        self.state.lock().published.push(key.jwk());
    }

    /// Publishes this key no longer.
    pub fn withdraw(&self, key: &LineKey) {
        let mut inner = self.state.lock();
        inner
            .published
            .retain(|published| published["kid"] != key.kid);
    }

    /// Answers nothing but errors from now on.
    pub fn go_down(&self) {
        self.misbehave(Fault::everything_down());
    }

    /// Answers with this fault, and no other, from now on.
    pub fn misbehave(&self, fault: Fault) {
        self.state.lock().behaviour.faults = vec![fault];
    }

    /// Answers as usual again.
    pub fn come_up(&self) {
        self.state.lock().behaviour.faults.clear();
    }

    /// Refuses every new connection from now on, for good.
    pub fn stop_listening(&self) {
        self.go_down();
        self.server.abort();
    }

    /// How often the keys were asked for.
    pub fn n_fetches(&self) -> usize {
        self.state.lock().books.records.count("/oauth2/v2.1/certs")
    }

    /// Changes how it behaves.
    pub fn change(&self, change: Change) {
        self.state.lock().change(change);
    }

    /// A good LINE access token of this user.
    pub fn access_token_of(&self, line_user_id: &str) -> String {
        let mut inner = self.state.lock();
        let person = Person {
            user_id: line_user_id.to_owned(),
            ..inner.behaviour.person.clone()
        };
        inner.grant(&person)
    }

    /// What happened so far.
    pub fn records(&self) -> Records {
        self.state.lock().books.records.clone()
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
