//! `enmusubi-server stats`: the counts of the tables, on both databases.

use enmusubi_server::features::stats::StatsCommand;

use super::matches;
use crate::suite::prelude::*;

async fn stats(app: &TestApp, days: u16) -> Value {
    let command = StatsCommand { json: true, days };
    let printed = app.running.app.stats.run(&command).await.unwrap();
    serde_json::from_str(&printed).unwrap()
}

fn queue<'a>(stats: &'a Value, name: &str) -> &'a Value {
    let mut queues = stats["waiting"].as_array().unwrap().iter();
    queues.find(|queue| queue["queue"] == name).unwrap()
}

#[tokio::test]
async fn an_empty_server_has_zeros() {
    let app = TestApp::start().await;
    let stats = stats(&app, 0).await;
    assert_eq!(stats["accounts"]["APPROVED"], 0);
    assert_eq!(stats["matches"], json!({ "all": 0, "open": 0 }));
    assert_eq!(stats["files"], json!({}));
    let today = json!([{
        "day": "2026-11-21", "registrations": 0, "introductions": 0, "yes": 0, "no": 0, "matches": 0,
        "notes": 0,
    }]);
    assert_eq!(stats["days"], today);
    let empty = json!({ "queue": "REPORT", "count": 0, "overdue": 0, "oldestSeconds": 0 });
    assert_eq!(queue(&stats, "REPORT"), &empty);
}

#[tokio::test]
async fn the_life_of_two_members_is_counted() {
    let couple = Couple::matched().await;
    let app = &couple.app;
    matches::send(app, &couple.man, &couple.id, "Hello")
        .await
        .expect(201);
    app.clock.advance(DAY_S);
    man(app, 3).await;
    decided(app, &person(3), ReviewAction::Suspend, "aboutMe").await;
    app.member(&person(4)).await;
    app.clock.advance(30 * HOUR_S);
    let path = format!("/api/matches/{}", couple.id);
    app.delete(&path, &app.session(&person(1)).await)
        .await
        .expect(204);
    let stats = stats(app, 2).await;
    let accounts = json!({
        "PENDING": 1, "IN_REVIEW": 0, "NEEDS_INFO": 0, "APPROVED": 2, "REJECTED": 0, "SUSPENDED": 1,
    });
    assert_eq!(stats["accounts"], accounts);
    assert_eq!(stats["introductions"], 1);
    assert_eq!(stats["answers"], json!({ "YES": 2 }));
    assert_eq!(stats["matches"], json!({ "all": 1, "open": 0 }));
    assert_eq!(stats["notes"], 1);
    let waiting = json!({
        "queue": "REGISTRATION", "count": 1, "overdue": 1, "oldestSeconds": 30 * HOUR_S,
    });
    assert_eq!(queue(&stats, "REGISTRATION"), &waiting);
    let photos = &stats["files"]["PHOTO"];
    assert_eq!(
        (&photos["count"], &photos["unattached"]),
        (&json!(4), &json!(0))
    );
    assert!(photos["bytes"].as_u64() > Some(0));
    let day = |day, registrations, others| {
        json!({
            "day": day, "registrations": registrations, "introductions": others, "yes": 2 * others,
            "no": 0, "matches": others, "notes": others,
        })
    };
    let days = [
        day("2026-11-23", 0, 0),
        day("2026-11-22", 2, 0),
        day("2026-11-21", 2, 1),
    ];
    assert_eq!(stats["days"], json!(days));
}

#[tokio::test]
async fn the_lines_for_a_person_have_the_same_numbers() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    app.clock.advance(HOUR_S);
    let command = StatsCommand {
        json: false,
        days: 1,
    };
    let printed = app.running.app.stats.run(&command).await.unwrap();
    for line in [
        "Counts of 2026-11-21T05:00:00.000Z (days in Asia/Taipei)",
        "accounts                 1  APPROVED 0, IN_REVIEW 0, NEEDS_INFO 0, PENDING 1, REJECTED 0, SUSPENDED 0",
        "matches                  0  open 0",
        "LINE 2026-11             0",
        "REGISTRATION           1         0  1 h 0 min",
        "APPEAL                 0         0  -",
        "2026-11-21               1           0           0           0           0           0",
        "2026-11-20               0           0           0           0           0           0",
    ] {
        assert!(printed.lines().any(|it| it == line), "{line}\n{printed}");
    }
    assert!(!printed.contains(&person(1)));
}
