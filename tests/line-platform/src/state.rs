//! One LINE: its keys, how it behaves and what it remembers.

use std::sync::{Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use aws_lc_rs::rand::{SecureRandom as _, SystemRandom};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

use crate::behaviour::Behaviour;
use crate::books::Books;
use crate::change::Change;
use crate::keys::LineKey;

/// Shared by all calls.
pub(crate) struct State {
    inner: Mutex<Inner>,
}

pub(crate) struct Inner {
    pub(crate) signer: LineKey,
    pub(crate) published: Vec<Value>,
    pub(crate) behaviour: Behaviour,
    pub(crate) books: Books,
}

impl State {
    pub(crate) fn new(signer: LineKey) -> Self {
        let inner = Inner {
            published: vec![signer.jwk()],
            signer,
            behaviour: Behaviour::default(),
            books: Books::default(),
        };
        Self {
            inner: Mutex::new(inner),
        }
    }

    /// Held for a moment only, never while waiting.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }
}

impl Inner {
    pub(crate) fn change(&mut self, change: Change) {
        if change.reset {
            self.behaviour = Behaviour::default();
            self.books = Books::default();
        }
        if change.revoke_access_tokens {
            self.books.grants.clear();
        }
        if change.roll_over_key {
            let next = LineKey::new(&random());
            self.published.push(next.jwk());
            self.signer = next;
        }
        change.apply(&mut self.behaviour);
    }
}

/// 128 random bits, fit for a URL.
pub(crate) fn random() -> String {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).unwrap();
    URL_SAFE_NO_PAD.encode(bytes)
}

/// This machine's clock, in seconds.
pub(crate) fn now_s() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(since.as_secs()).unwrap()
}
