//! Fetches from a loopback server that a test can make hang or fail.

use std::time::Duration;

use jsonwebtoken::Algorithm;
use jsonwebtoken::jwk::Jwk;
use serde_json::json;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::super::http::new_client;
use super::super::mock::new_key;
use super::super::testing::KeyServer;
use super::*;
use crate::error::{Error, ErrorCode};
use crate::testing::StoppedClock;

const NOW_S: i64 = 1_795_000_000;
const KNOWN: &str = "known";
const MAX_WAITING: usize = 32;
/// Far more time than a call needs if it waits for no fetch.
const AT_ONCE: Duration = Duration::from_secs(2);

struct World {
    certs: Arc<CertsClient>,
    line: Arc<KeyServer>,
    clock: StoppedClock,
}

fn set_of(kids: &[&str]) -> String {
    let keys = kids.iter().map(|kid| {
        let mut key = Jwk::from_encoding_key(&new_key().unwrap(), Algorithm::ES256).unwrap();
        key.common.key_id = Some((*kid).to_owned());
        key
    });
    json!({ "keys": keys.collect::<Vec<_>>() }).to_string()
}

async fn world() -> World {
    let (line, base) = KeyServer::start(set_of(&[KNOWN]), 0).await;
    let clock = StoppedClock::at_ms(NOW_S * 1000);
    World {
        certs: Arc::new(CertsClient::new(
            new_client().unwrap(),
            &base,
            MAX_WAITING,
            clock.for_server(),
        )),
        line,
        clock,
    }
}

/// The outcome of a caller: true if LINE publishes the key, or the code of the failure.
type Found = Result<bool, ErrorCode>;

impl World {
    fn find(&self, kid: &'static str) -> JoinHandle<Found> {
        let certs = self.certs.clone();
        tokio::spawn(async move {
            let found = certs.find(kid).await;
            found
                .map(|key| key.is_some())
                .map_err(|error| Error::from(error).code)
        })
    }

    async fn find_at_once(&self, kid: &'static str) -> Found {
        let found = timeout(AT_ONCE, self.find(kid)).await;
        found.expect("this caller waits for nothing").unwrap()
    }

    async fn find_while_line_answers(&self, kid: &'static str) -> Found {
        self.answer_once();
        self.find(kid).await.unwrap()
    }

    fn publish(&self, body: &str) {
        body.clone_into(&mut self.line.body.lock().unwrap());
    }

    /// Answers one fetch, either a running one or the next.
    fn answer_once(&self) {
        self.line.gate.add_permits(1);
    }

    fn n_fetches(&self) -> usize {
        self.line.n_fetches()
    }

    async fn until(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        for _ in 0..200 {
            if is_so(self) {
                return;
            }
            sleep(Duration::from_millis(10)).await;
        }
        panic!("never: {what}");
    }

    async fn until_waiting(&self, n: usize) {
        let all = format!("{n} callers wait");
        let n_free = MAX_WAITING - n;
        self.until(&all, |it| it.certs.waiting.available_permits() == n_free)
            .await;
    }

    fn pass_s(&self, seconds: i64) {
        self.clock.pass_ms(seconds * 1000);
    }
}

#[tokio::test]
async fn all_waiting_callers_share_one_fetch_and_its_failure_which_counts_from_its_end() {
    let world = world().await;
    world.publish("");
    let waiting: Vec<_> = (0..10).map(|_| world.find(KNOWN)).collect();
    world.until_waiting(10).await;
    // A fetch that hangs takes this long.
    world.pass_s(5);
    world.answer_once();
    for found in waiting {
        let found = timeout(AT_ONCE, found).await.expect("no second fetch");
        assert_eq!(found.unwrap(), Err(ErrorCode::Unavailable));
    }
    assert_eq!(world.find_at_once(KNOWN).await, Err(ErrorCode::Unavailable));
    assert_eq!(world.n_fetches(), 1);
    world.pass_s(1);
    world.publish(&set_of(&[KNOWN]));
    assert_eq!(world.find_while_line_answers(KNOWN).await, Ok(true));
    assert_eq!(world.n_fetches(), 2);
}

#[tokio::test]
async fn all_waiting_callers_share_the_keys_of_one_fetch() {
    let world = world().await;
    let waiting: Vec<_> = (0..10).map(|_| world.find(KNOWN)).collect();
    let unknown = world.find("unknown");
    world.until_waiting(11).await;
    world.answer_once();
    for found in waiting {
        assert_eq!(found.await.unwrap(), Ok(true));
    }
    assert_eq!(unknown.await.unwrap(), Ok(false));
    assert_eq!(world.n_fetches(), 1);
}

#[tokio::test]
async fn one_caller_more_than_the_limit_is_refused_at_once_and_known_keys_are_still_found() {
    let world = world().await;
    assert_eq!(world.find_while_line_answers(KNOWN).await, Ok(true));
    world.pass_s(61);
    let waiting: Vec<_> = (0..MAX_WAITING).map(|_| world.find("unknown")).collect();
    world.until_waiting(MAX_WAITING).await;
    assert_eq!(
        world.find_at_once("unknown").await,
        Err(ErrorCode::Unavailable)
    );
    assert_eq!(world.find_at_once(KNOWN).await, Ok(true));
    world.answer_once();
    for found in waiting {
        assert_eq!(found.await.unwrap(), Ok(false));
    }
    world.until_waiting(0).await;
    assert_eq!(world.n_fetches(), 2);
}

#[tokio::test]
async fn a_fetch_continues_after_its_first_caller_has_gone_away() {
    let world = world().await;
    let first = world.find(KNOWN);
    world.until("a fetch", |it| it.n_fetches() == 1).await;
    let second = world.find(KNOWN);
    world.until_waiting(2).await;
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    world.answer_once();
    assert_eq!(second.await.unwrap(), Ok(true));
    assert_eq!(world.n_fetches(), 1);
}

#[tokio::test]
async fn keys_of_half_an_hour_are_fetched_again_in_the_background() {
    let world = world().await;
    assert_eq!(world.find_while_line_answers(KNOWN).await, Ok(true));
    world.pass_s(30 * 60 - 1);
    assert_eq!(world.find_at_once(KNOWN).await, Ok(true));
    world.publish(&set_of(&["next"]));
    world.pass_s(1);
    for _ in 0..3 {
        assert_eq!(world.find_at_once(KNOWN).await, Ok(true));
    }
    world.until("a fetch", |it| it.n_fetches() == 2).await;
    world.answer_once();
    // LINE has removed the key from its set.
    world
        .until("other keys", |it| {
            it.certs.shared.read().keys.find("next").is_some()
        })
        .await;
    assert_eq!(world.find_at_once(KNOWN).await, Ok(false));
    assert_eq!(world.find_at_once("next").await, Ok(true));
    assert_eq!(world.n_fetches(), 2);
}

#[tokio::test]
async fn while_refreshes_fail_the_old_keys_stay_valid_for_an_hour() {
    let world = world().await;
    assert_eq!(world.find_while_line_answers(KNOWN).await, Ok(true));
    world.publish(r#"{"keys": []}"#);
    world.pass_s(30 * 60);
    for n in 2..32 {
        for _ in 0..2 {
            assert_eq!(world.find_at_once(KNOWN).await, Ok(true));
        }
        world.answer_once();
        world
            .until("the end of a fetch", |it| {
                let state = it.certs.shared.read();
                it.n_fetches() == n && state.fetch.is_none()
            })
            .await;
        // One attempt a minute.
        assert_eq!(world.find_at_once(KNOWN).await, Ok(true));
        world.pass_s(60);
    }
    assert_eq!(
        world.find_while_line_answers(KNOWN).await,
        Err(ErrorCode::Unavailable)
    );
    world.pass_s(1);
    world.publish(&set_of(&[KNOWN]));
    assert_eq!(world.find_while_line_answers(KNOWN).await, Ok(true));
}
