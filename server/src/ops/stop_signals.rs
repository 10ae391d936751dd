//! The signals with which an operator or an orchestrator stops the program: SIGTERM, and SIGINT for
//! Ctrl-C.

use std::future::pending;
use std::io::Result;
use std::time::{Duration, Instant};

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The time in which a second signal counts as the same stop. A terminal sends Ctrl-C to every program
/// of its foreground group, and a program that started the server may pass its own signal on.
const SAME_STOP: Duration = Duration::from_millis(300);

/// Receives the signals. From its creation on, they no longer end the process by themselves.
#[derive(Debug)]
pub struct StopSignals {
    interrupt: Signal,
    terminate: Signal,
    last: Option<Instant>,
}

impl StopSignals {
    /// Starts to receive the signals.
    pub fn listen() -> Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            last: None,
        })
    }

    /// Waits for the next signal and returns its name.
    pub async fn next(&mut self) -> &'static str {
        loop {
            let (received, name) = tokio::select! {
                received = self.interrupt.recv() => (received, "SIGINT"),
                received = self.terminate.recv() => (received, "SIGTERM"),
            };
            if received.is_none() {
                // The runtime ends, and no signal can arrive any more.
                return pending().await;
            }
            if self.last.is_none_or(|last| last.elapsed() >= SAME_STOP) {
                self.last = Some(Instant::now());
                return name;
            }
        }
    }
}
