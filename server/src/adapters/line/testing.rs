//! A loopback server that publishes keys as LINE does, for tests.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use poem::listener::{Acceptor, Listener, TcpListener};
use poem::web::Data;
use poem::{EndpointExt, Route, Server, get, handler};
use tokio::sync::Semaphore;
use url::Url;

/// More permits than a test uses: the server answers every fetch at once.
pub(super) const NO_GATE: usize = 1024;

pub(super) struct KeyServer {
    /// The answer to the next fetch.
    pub(super) body: Mutex<String>,
    n_fetches: AtomicUsize,
    /// The server answers a fetch when the fetch gets a permit.
    pub(super) gate: Semaphore,
}

impl KeyServer {
    /// Starts a server that answers `n_permits` fetches with this body. Returns it with its URL.
    pub(super) async fn start(body: String, n_permits: usize) -> (Arc<Self>, Url) {
        let server = Arc::new(Self {
            body: Mutex::new(body),
            n_fetches: AtomicUsize::new(0),
            gate: Semaphore::new(n_permits),
        });
        let acceptor = TcpListener::bind("127.0.0.1:0")
            .into_acceptor()
            .await
            .unwrap();
        let address = *acceptor.local_addr()[0].as_socket_addr().unwrap();
        let route = Route::new()
            .at("/oauth2/v2.1/certs", get(get_certs))
            .data(server.clone());
        tokio::spawn(Server::new_with_acceptor(acceptor).run(route));
        (server, Url::parse(&format!("http://{address}")).unwrap())
    }

    pub(super) fn n_fetches(&self) -> usize {
        self.n_fetches.load(Ordering::SeqCst)
    }
}

#[handler]
async fn get_certs(Data(server): Data<&Arc<KeyServer>>) -> String {
    server.n_fetches.fetch_add(1, Ordering::SeqCst);
    server.gate.acquire().await.unwrap().forget();
    server.body.lock().unwrap().clone()
}
