//! The server is killed while members write notes: each acknowledged note is stored once, at its place.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::counts::{Random, report, setting};
use crate::members::{Members, N_MEMBERS};
use crate::process::Server;
use crate::retrying_client::RetryingClient;

/// The longest time from one start to the next kill.
const LONGEST_MS: u64 = 400;
/// The matches whose two members write at the same time.
const N_MATCHES: usize = 8;

/// A note that the server acknowledged.
struct Acknowledged {
    match_id: String,
    number: i64,
    text: String,
}

/// Makes matches of members without a set, and returns their ids with the numbers of their two members.
async fn make_matches(members: &Members) -> Vec<(String, [usize; 2])> {
    let mut matches = Vec::new();
    for n in 1..=N_MATCHES {
        let (low, high) = (n, N_MEMBERS + 1 - n);
        let match_id = format!("00000000-0000-4000-8000-{n:012x}");
        let end_ms = i64::MAX;
        for sql in [
            format!(
                "INSERT INTO introduction (id, public_id, low_id, high_id, created_at_ms, distance_band, \
                 matched_at_ms) VALUES ({n}, '{match_id}', {low}, {high}, 0, '<10', 0)"
            ),
            format!(
                "INSERT INTO introduction_side (introduction_id, account_id, other_id, day, expires_at_ms, \
                 conditions, answer, answered_at_ms, note) VALUES \
                 ({n}, {low}, {high}, '2026-11-21', {end_ms}, 0, 'YES', 0, ''), \
                 ({n}, {high}, {low}, '2026-11-21', {end_ms}, 0, 'YES', 0, '')"
            ),
            format!(
                "INSERT INTO match_side (introduction_id, account_id, other_id, matched_at_ms) VALUES \
                 ({n}, {low}, {high}, 0), ({n}, {high}, {low}, 0)"
            ),
        ] {
            members.execute(&sql).await;
        }
        matches.push((match_id, [low, high]));
    }
    matches
}

async fn login(client: &RetryingClient, n: usize) -> String {
    let line_user_id = format!("U{n:032x}");
    let answer = client.send_with_id_token(&line_user_id, |address, id_token| {
        let body = json!({ "account": line_user_id, "password": line_user_id });
        let request = client.http.post(address.url("/api/user/login"));
        request.header("X-Line-Id-Token", id_token).json(&body)
    });
    let session = answer.await.expect(200).json();
    session["token"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_keeps_each_acknowledged_note_once() {
    let n_kills = setting("KILLS", 5);
    let members = Members::new().await;
    let matches = make_matches(&members).await;
    let mut server = Server::start(&members.world).await;
    let client = RetryingClient::new(&[&server.address]);
    let is_closed = Arc::new(AtomicBool::new(false));
    let acknowledged = Arc::new(Mutex::new(Vec::new()));
    let mut writers = Vec::new();
    for (match_id, both) in matches {
        for author in both {
            let (client, is_closed) = (client.clone(), is_closed.clone());
            let (acknowledged, match_id) = (acknowledged.clone(), match_id.clone());
            writers.push(tokio::spawn(async move {
                let session = login(&client, author).await;
                // The limit of a day is 200 notes.
                for n in 0..200 {
                    if is_closed.load(Ordering::Relaxed) {
                        return;
                    }
                    let text = format!("Note {n} of {author}");
                    let key = format!("00000000-0000-4000-{author:04x}-{n:012x}");
                    let answer = client.send_until_answered(|address| {
                        let path = format!("/api/matches/{match_id}/notes");
                        let request = client.http.post(address.url(&path));
                        let request = request
                            .bearer_auth(&session)
                            .header("Idempotency-Key", &key);
                        request.json(&json!({ "text": text }))
                    });
                    let note = answer.await.expect(201).json();
                    acknowledged.lock().unwrap().push(Acknowledged {
                        match_id: match_id.clone(),
                        number: note["noteId"].as_i64().unwrap(),
                        text,
                    });
                    sleep(Duration::from_millis(20)).await;
                }
            }));
        }
    }
    let mut random = Random::new("notes");
    for _ in 0..n_kills {
        sleep(Duration::from_millis(random.below(LONGEST_MS))).await;
        server.kill();
        server.start_again().await;
    }
    is_closed.store(true, Ordering::Relaxed);
    for writer in writers {
        writer.await.unwrap();
    }
    let acknowledged = Arc::into_inner(acknowledged).unwrap().into_inner().unwrap();
    verify(&members, &acknowledged).await;
    members.world.require_quiet_log();
    let n_lost = client.tally.lost.load(Ordering::Relaxed);
    report(
        "the server is killed, with notes",
        &[
            (n_kills, "kills"),
            (acknowledged.len() as u64, "notes"),
            (n_lost, "requests unanswered"),
        ],
    );
}

/// Checks that the table has the acknowledged notes and no other, and that each conversation has no gap.
async fn verify(members: &Members, acknowledged: &[Acknowledged]) {
    let stored = "SELECT public_id || ' ' || number || ' ' || text FROM note \
        JOIN introduction ON introduction.id = note.introduction_id ORDER BY 1";
    let mut expected: Vec<String> = acknowledged
        .iter()
        .map(|it| format!("{} {} {}", it.match_id, it.number, it.text))
        .collect();
    expected.sort();
    let mut stored = members.world.texts(stored).await;
    stored.sort();
    assert_eq!(stored, expected);
    let mut counts: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    for note in acknowledged {
        let (count, highest) = counts.entry(&note.match_id).or_default();
        *count += 1;
        *highest = note.number.max(*highest);
    }
    for (match_id, (count, highest)) in counts {
        assert_eq!(count, highest, "{match_id} has a gap");
    }
    let wrong = "SELECT CAST(introduction_id AS VARCHAR) FROM match_side WHERE last_number <> \
        (SELECT COALESCE(MAX(number), 0) FROM note WHERE note.introduction_id = match_side.introduction_id)";
    assert_eq!(members.world.texts(wrong).await, [""; 0]);
}
