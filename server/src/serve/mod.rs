//! Opens the socket and answers until told to stop.

mod connection;
mod housekeeping;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use poem::Server;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::error::{Error, Result};
use crate::{Clock, Config, api};

/// A connection on which nothing moves for so long is closed.
const IDLE_TIMEOUT: Duration = Duration::from_mins(1);
/// How long requests under way may take after the signal to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// A server that is answering. Dropping it stops it as well.
#[derive(Debug)]
pub struct Running {
    /// Where it listens; the port is real even when the configuration said 0.
    pub address: SocketAddr,
    /// What the calls share.
    pub app: Arc<App>,
    stop: oneshot::Sender<()>,
    server: JoinHandle<std::io::Result<()>>,
}

/// Starts a server and returns once it listens.
pub async fn serve(config: Config, clock: Clock) -> Result<Running> {
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(Error::internal)?;
    let address = listener.local_addr().map_err(Error::internal)?;
    let app = Arc::new(App::open(config, clock).await?);
    let acceptor = connection::Acceptor::new(listener).map_err(Error::internal)?;
    let (stop, stopped) = oneshot::channel();
    let endpoint = api::routes(app.clone());
    let housekeeping = housekeeping::start(app.clone());
    let server = tokio::spawn(async move {
        let signal = async {
            // An error means that the handle was dropped, which is also a wish to stop.
            let _ = stopped.await;
        };
        let result = Server::new_with_acceptor(acceptor)
            .idle_timeout(IDLE_TIMEOUT)
            .run_with_graceful_shutdown(endpoint, signal, Some(SHUTDOWN_TIMEOUT))
            .await;
        housekeeping.abort();
        result
    });
    Ok(Running {
        address,
        app,
        stop,
        server,
    })
}

impl Running {
    /// Lets the requests under way finish, then closes the database.
    pub async fn stop(self) -> Result<()> {
        // The server may have stopped by itself.
        let _ = self.stop.send(());
        self.server
            .await
            .map_err(Error::internal)?
            .map_err(Error::internal)?;
        self.app.database.close().await
    }
}
