//! A stand-in for LINE's servers on the loopback interface: it publishes keys and signs ID tokens.

mod keys;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use poem::http::StatusCode;
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::web::{Data, Json};
use poem::{EndpointExt, IntoResponse, Response, Route, Server, get, handler};
use serde_json::{Value, json};

pub(crate) use keys::LineKey;

/// The channel the tests' tokens are made out to.
pub(crate) const CHANNEL_ID: &str = "1234567890";
/// Who LINE says it is.
pub(crate) const ISSUER: &str = "https://access.line.me";

/// LINE, as far as the server asks it anything.
pub(crate) struct LinePlatform {
    /// Where it listens.
    pub(crate) base: String,
    /// The key it signs with.
    pub(crate) key: LineKey,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    published: std::sync::Mutex<Vec<Value>>,
    is_down: AtomicBool,
    n_fetches: AtomicUsize,
}

impl LinePlatform {
    pub(crate) async fn start() -> Self {
        let key = LineKey::new("first");
        let state = Arc::new(State::default());
        state.published.lock().unwrap().push(key.jwk());
        let acceptor = TcpListener::bind("127.0.0.1:0")
            .into_acceptor()
            .await
            .unwrap();
        let address = acceptor.local_addr().remove(0);
        let port = address.as_socket_addr().unwrap().port();
        let routes = Route::new()
            .at("/oauth2/v2.1/certs", get(get_certs))
            .data(state.clone());
        tokio::spawn(Server::new_with_acceptor(acceptor).run(routes));
        Self {
            base: format!("http://127.0.0.1:{port}"),
            key,
            state,
        }
    }

    /// Publishes another key beside those there are.
    pub(crate) fn publish(&self, key: &LineKey) {
        self.state.published.lock().unwrap().push(key.jwk());
    }

    /// Answers nothing but errors from now on.
    pub(crate) fn go_down(&self) {
        self.state.is_down.store(true, Ordering::SeqCst);
    }

    /// How often the keys were asked for.
    pub(crate) fn n_fetches(&self) -> usize {
        self.state.n_fetches.load(Ordering::SeqCst)
    }
}

#[handler]
fn get_certs(Data(state): Data<&Arc<State>>) -> Response {
    state.n_fetches.fetch_add(1, Ordering::SeqCst);
    if state.is_down.load(Ordering::SeqCst) {
        return StatusCode::INTERNAL_SERVER_ERROR.into();
    }
    let keys = state.published.lock().unwrap().clone();
    Json(json!({ "keys": keys })).into_response()
}
