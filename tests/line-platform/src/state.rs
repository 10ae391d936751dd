//! The state of a stand-in: its keys, its behaviour and its memory.

use std::sync::{Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use aws_lc_rs::rand::{SecureRandom as _, SystemRandom};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

use crate::behaviour::Behaviour;
use crate::change::Change;
use crate::keys::LineKey;
use crate::memory::Memory;

/// The state that all calls share.
pub(crate) struct State {
    inner: Mutex<Inner>,
}

pub(crate) struct Inner {
    pub(crate) signer: LineKey,
    pub(crate) published: Vec<Value>,
    pub(crate) behaviour: Behaviour,
    pub(crate) memory: Memory,
}

impl State {
    pub(crate) fn new(signer: LineKey) -> Self {
        let inner = Inner {
            published: vec![signer.jwk()],
            signer,
            behaviour: Behaviour::default(),
            memory: Memory::default(),
        };
        Self {
            inner: Mutex::new(inner),
        }
    }

    /// Locks the state. No caller holds the lock while it waits.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }
}

impl Inner {
    pub(crate) fn change(&mut self, change: Change) {
        if change.reset {
            self.behaviour = Behaviour::default();
            self.memory = Memory::default();
        }
        if change.revoke_access_tokens {
            self.memory.grants.clear();
        }
        if change.roll_over_key {
            let next = LineKey::new(&random());
            self.published.push(next.jwk());
            self.signer = next;
        }
        change.apply(&mut self.behaviour);
    }
}

/// Returns 128 random bits in a format for URLs.
pub(crate) fn random() -> String {
    let mut bytes = [0; 16];
    SystemRandom::new().fill(&mut bytes).unwrap();
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Returns the clock of this machine, in seconds.
pub(crate) fn now_s() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(since.as_secs()).unwrap()
}
