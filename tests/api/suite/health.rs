//! `/healthz` and `/readyz`, which serve operators and give other callers no details.

use sea_orm::{Database, TransactionTrait as _};
use tokio::time::sleep;

use super::database::number;
use super::metrics::{metrics_of, value};
use super::raw::RawClient;
use crate::suite::prelude::*;

/// The longest wait for a job that runs each second.
const SOON: Duration = Duration::from_secs(10);
/// The longest wait for the next try of a failed job that runs each second.
const LONGEST_PAUSE: Duration = Duration::from_secs(35);

/// Waits until the server checks again.
async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(1100)).await;
}

/// Asks `/readyz`, and returns its status with the answer, without and with the jobs.
async fn readiness(app: &TestApp) -> (u16, Value, Value) {
    let answer = app.get("/readyz", &Credentials::None).await;
    let status = answer.status;
    let mut seen = answer.expect(status);
    let jobs = seen.as_object_mut().unwrap().remove("jobs").unwrap();
    (status, seen, jobs)
}

/// Runs SQL that breaks or repairs something.
async fn execute(app: &TestApp, sql: &str) {
    let writes = &app.running.app.database.writes;
    writes.execute_unprepared(sql).await.unwrap();
}

#[tokio::test]
async fn a_server_with_all_dependencies_is_ready() {
    let app = TestApp::start().await;
    let ready = app.get("/readyz", &Credentials::None).await;
    assert_eq!(ready.header("cache-control"), Some("no-store"));
    let (status, seen, jobs) = readiness(&app).await;
    let expected = json!({ "status": "ok", "database": "ok", "storage": "ok" });
    assert_eq!((status, seen), (200, expected));
    let jobs = jobs.as_object().unwrap();
    assert_eq!(jobs.len(), 12, "all but those of LINE and of the mock");
    for (name, job) in jobs {
        assert_eq!(
            (&job["state"], &job["lastFailure"]),
            (&json!("ok"), &Value::Null),
            "{name}"
        );
        assert!(
            job["lastSuccess"].as_str().unwrap().ends_with('Z'),
            "{name}"
        );
        assert_eq!(job.as_object().unwrap().len(), 3, "{name}: {job}");
    }
    let health = app.get("/healthz", &Credentials::None).await;
    assert_eq!(health.ok(), json!({ "server": "ok" }));
}

#[tokio::test]
async fn a_server_without_its_file_store_is_alive_and_not_ready_until_the_store_is_back() {
    let app = TestApp::with_bucket().await;
    app.files.stop();
    let (status, seen, _) = readiness(&app).await;
    let expected = json!({ "status": "failing", "database": "ok", "storage": "failing" });
    assert_eq!((status, seen), (503, expected));
    app.get("/healthz", &Credentials::None).await.ok();
    app.files.start_again().await;
    // A second request within a moment gets the same result.
    app.get("/readyz", &Credentials::None).await.expect(503);
    a_moment().await;
    app.get("/readyz", &Credentials::None).await.ok();
}

#[tokio::test]
async fn a_server_without_its_database_is_alive_and_not_ready() {
    let app = TestApp::start().await;
    app.get("/readyz", &Credentials::None).await.ok();
    app.running.app.database.close().await.unwrap();
    a_moment().await;
    let (status, seen, _) = readiness(&app).await;
    let expected = json!({ "status": "failing", "database": "failing", "storage": "ok" });
    assert_eq!((status, seen), (503, expected));
    app.get("/healthz", &Credentials::None).await.ok();
}

#[tokio::test]
async fn a_server_that_only_reads_is_not_ready_on_sqlite() {
    // On PostgreSQL, a pool has many connections, and a statement sets one of them.
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    assert_eq!(readiness(&app).await.0, 200);
    execute(&app, "PRAGMA query_only = 1").await;
    a_moment().await;
    let (status, seen, _) = readiness(&app).await;
    let expected = json!({ "status": "failing", "database": "failing", "storage": "ok" });
    assert_eq!((status, seen), (503, expected));
    app.my_info(&session).await.ok();
    execute(&app, "PRAGMA query_only = 0").await;
    a_moment().await;
    assert_eq!(readiness(&app).await.0, 200);
}

const WRITE_CHECK: &str = "SELECT COALESCE(MAX(fence), 0) FROM lease WHERE name = 'write-check'";

#[tokio::test]
async fn callers_who_hang_up_cause_no_further_commits() {
    let app = TestApp::with_bucket().await;
    // A check lasts until its time limit, so all these callers are gone before its end.
    app.files.hang().await;
    let n_before = app.number(WRITE_CHECK).await;
    let started = Instant::now();
    for _ in 0..30 {
        let mut client = RawClient::connect(app.running.address).await;
        client.send("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n").await;
        sleep(Duration::from_millis(50)).await;
    }
    let n_commits = app.number(WRITE_CHECK).await - n_before;
    let n_checks = 1 + i64::try_from(started.elapsed().as_secs()).unwrap();
    assert!((1..=n_checks).contains(&n_commits), "{n_commits}");
}

#[tokio::test]
async fn a_commit_that_does_not_end_is_a_failure_after_a_while_and_has_no_other_one_beside_it() {
    let app = TestApp::start().await;
    assert_eq!(readiness(&app).await.0, 200);
    a_moment().await;
    let other = Database::connect(&app.database.url).await.unwrap();
    let held = other.begin().await.unwrap();
    let lock = "UPDATE lease SET fence = fence WHERE name = 'write-check'";
    held.execute_unprepared(lock).await.unwrap();
    let n_before = number(&held, WRITE_CHECK).await;
    assert_eq!(
        readiness(&app).await.0,
        200,
        "a slow commit is not a failure"
    );
    // On SQLite, the commit fails between two checks, and on PostgreSQL it goes on. PostgreSQL ends a transaction that is
    // idle for ten seconds.
    for _ in 0..11 {
        sleep(Duration::from_secs(1)).await;
        number(&held, "SELECT 1").await;
    }
    assert_eq!(readiness(&app).await.0, 503);
    held.rollback().await.unwrap();
    wait_until("the server is ready", SOON, async || {
        readiness(&app).await.0 == 200
    })
    .await;
    let n_commits = number(&other, WRITE_CHECK).await - n_before;
    assert!((1..=4).contains(&n_commits), "{n_commits}");
}

#[tokio::test]
async fn a_server_whose_job_fails_is_degraded_and_takes_calls_until_the_job_is_well() {
    let app = TestApp::start_with(|settings| {
        settings.metrics_listen = Some("127.0.0.1:0".to_owned());
    })
    .await;
    execute(&app, "ALTER TABLE review_case RENAME TO lost_case").await;
    let state = async |job: &str| {
        let (_, _, jobs) = readiness(&app).await;
        jobs[job]["state"].as_str().unwrap().to_owned()
    };
    wait_until("the job fails", SOON, async || {
        state("reviews").await == "failing"
    })
    .await;
    a_moment().await;
    let (status, seen, jobs) = readiness(&app).await;
    let expected = json!({ "status": "degraded", "database": "ok", "storage": "ok" });
    assert_eq!((status, seen), (200, expected));
    assert_eq!(jobs["sessions"]["state"], "ok", "the other jobs go on");
    let job = &jobs["reviews"];
    assert!(
        job["lastSuccess"].is_string() && job["lastFailure"].is_string(),
        "{job}"
    );
    assert_eq!(
        job.as_object().unwrap().len(),
        3,
        "no text of an error: {job}"
    );
    app.get("/api/route-rules?path=/", &Credentials::None)
        .await
        .ok();
    // The gauges belong to the process, in which other tests have jobs of their own.
    let degraded = r#"enmusubi_job_degraded{task="reviews"}"#;
    let measured = async |is_degraded: bool| {
        let metrics = metrics_of(&app).await;
        let failed_at = r#"enmusubi_job_failure_timestamp_seconds{task="reviews"}"#;
        value(&metrics, failed_at) > 0.0 && (value(&metrics, degraded) > 0.0) == is_degraded
    };
    wait_until("the failure is measured", SOON, async || {
        measured(true).await
    })
    .await;
    execute(&app, "ALTER TABLE lost_case RENAME TO review_case").await;
    wait_until("the job is well", LONGEST_PAUSE, async || {
        state("reviews").await == "ok"
    })
    .await;
    wait_until("so it is measured", SOON, async || measured(false).await).await;
}

#[tokio::test]
async fn the_health_checks_are_below_the_base_path() {
    let app = TestApp::start_with(|settings| {
        settings.public_base_url = Some("https://example.org/app".to_owned());
        settings.max_requests = Some("1".to_owned());
    })
    .await;
    for path in ["/app/healthz", "/app/readyz"] {
        app.get(path, &Credentials::None).await.ok();
    }
    app.get("/healthz", &Credentials::None)
        .await
        .refused("E003");
}
