//! Tests the driver with a clock of tokio that jumps to the next moment at which something happens.

use std::collections::VecDeque;
use std::future::pending;
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::time::{advance, sleep};

use super::*;
use crate::clock::{Clock, Millis};
use crate::error::ErrorCode;

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_hours(1);

/// The things that a round does.
#[derive(Debug, Clone, Copy)]
enum Act {
    Succeed,
    /// Fails with two rows that wait for another try.
    LeaveRows,
    BeginAtOnce,
    Fail,
    Panic,
    Hang,
}
use Act::{BeginAtOnce, Fail, Hang, LeaveRows, Panic, Succeed};

/// A job that acts by a script, and succeeds at its end.
#[derive(Debug, Clone)]
struct Scripted {
    script: Arc<Mutex<VecDeque<Act>>>,
    /// The seconds at which the rounds began.
    begun: Arc<Mutex<Vec<u64>>>,
    since: Instant,
}

impl Job for Scripted {
    async fn run(&mut self) -> Result<Round> {
        self.begun
            .lock()
            .unwrap()
            .push(self.since.elapsed().as_secs());
        let act = self.script.lock().unwrap().pop_front();
        match act.unwrap_or(Succeed) {
            Succeed => Ok(Round::default()),
            LeaveRows => Ok(Round {
                n_failing_rows: 2,
                ..Round::default()
            }),
            BeginAtOnce => Ok(Round {
                has_more: true,
                ..Round::default()
            }),
            Fail => Err(Error::internal("as the script says")),
            Panic => panic!("as the script says"),
            Hang => pending().await,
        }
    }
}

fn states() -> JobStates {
    JobStates::new(Clock::system())
}

/// Runs a script for `n_rounds` rounds, beside a job that succeeds each second. Returns the seconds at which the rounds
/// began, and the state at the end.
async fn run(every: Duration, script: &[Act], n_rounds: usize) -> (Vec<u64>, JobStatus) {
    let new = |script: &[Act]| Scripted {
        script: Arc::new(Mutex::new(script.iter().copied().collect())),
        begun: Arc::default(),
        since: Instant::now(),
    };
    let (job, beside) = (new(script), new(&[]));
    let states = states();
    let mut jobs = Jobs::new(states.clone());
    let made = job.clone();
    jobs.start(Schedule::often(JobName::Files, every), move || made.clone());
    let made = beside.clone();
    jobs.start(Schedule::often(JobName::News, SECOND), move || made.clone());
    jobs.first_rounds().wait().await.unwrap();
    while job.begun.lock().unwrap().len() < n_rounds {
        sleep(Duration::from_millis(100)).await;
    }
    sleep(Duration::from_millis(100)).await;
    let n_seconds = job.since.elapsed().as_secs();
    let beside: Vec<u64> = beside.begun.lock().unwrap().clone();
    assert_eq!(
        beside,
        (0..=n_seconds).collect::<Vec<_>>(),
        "a job waits for another"
    );
    jobs.stop().await;
    let begun = job.begun.lock().unwrap().clone();
    (begun, states.list()[0])
}

#[tokio::test(start_paused = true)]
async fn a_job_runs_by_its_schedule_and_after_failures_with_growing_pauses() {
    /// A name, the schedule, the script, the seconds at which rounds begin, and the state at the end.
    type Row<'a> = (&'a str, Duration, &'a [Act], &'a [u64], JobState);
    let table: &[Row<'_>] = &[
        ("succeeds", SECOND, &[], &[0, 1, 2, 3], JobState::Ok),
        ("panics once", SECOND, &[Panic], &[0, 1, 2, 3], JobState::Ok),
        (
            "fails as long as it panics",
            SECOND,
            &[Panic; 9],
            &[0, 1, 3, 7, 15, 31, 61, 91],
            JobState::Failing,
        ),
        (
            "begins with short pauses after a success",
            SECOND,
            &[Fail, Fail, Succeed, Fail, Fail],
            &[0, 1, 3, 4, 5, 7, 8],
            JobState::Ok,
        ),
        ("hangs once", SECOND, &[Hang], &[0, 301, 302], JobState::Ok),
        (
            "hangs twice",
            SECOND,
            &[Hang, Hang, Fail],
            &[0, 301, 603],
            JobState::Failing,
        ),
        (
            "has more to do",
            HOUR,
            &[BeginAtOnce, BeginAtOnce],
            &[0, 0, 0, 3600],
            JobState::Ok,
        ),
        (
            "leaves rows",
            SECOND,
            &[LeaveRows; 9],
            &[0, 1, 2],
            JobState::Failing,
        ),
        (
            "leaves rows once",
            SECOND,
            &[LeaveRows],
            &[0, 1, 2],
            JobState::Ok,
        ),
        (
            "tries seldom again if it runs seldom",
            HOUR,
            &[Fail; 9],
            &[0, 60, 180, 420, 900, 1860, 3780, 7380, 10980],
            JobState::Failing,
        ),
    ];
    for (name, every, script, begun, state) in table {
        let (seen, status) = run(*every, script, begun.len()).await;
        assert_eq!((&seen[..], status.state), (*begun, *state), "{name}");
        let has_failed = script.iter().any(|act| matches!(act, Fail | Panic | Hang));
        assert_eq!(status.last_failure_ms.is_some(), has_failed, "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_new_job_takes_the_place_of_a_failed_one() {
    let begun = Arc::new(Mutex::new(Vec::new()));
    let mut jobs = Jobs::new(states());
    let seen = begun.clone();
    jobs.start(Schedule::often(JobName::Files, SECOND), move || {
        let (seen, mut n_rounds) = (seen.clone(), 0);
        move || {
            n_rounds += 1;
            seen.lock().unwrap().push(n_rounds);
            let is_half_done = n_rounds == 2;
            async move {
                assert!(!is_half_done, "as the script says");
                Ok(Round::default())
            }
        }
    });
    sleep(SECOND * 5).await;
    jobs.stop().await;
    assert_eq!(*begun.lock().unwrap(), [1, 2, 1, 2, 1]);
}

#[tokio::test(start_paused = true)]
async fn a_job_whose_round_does_not_even_end_at_its_limit_is_overdue() {
    let states = states();
    let schedule = Schedule::often(JobName::Files, SECOND);
    states.begin(schedule);
    let state = || states.list()[0].state;
    advance(schedule.limit).await;
    assert_eq!(state(), JobState::Ok, "the driver ends the round now");
    advance(SECOND * 11).await;
    assert_eq!(state(), JobState::Overdue);
    states.succeed(schedule, Round::default());
    assert_eq!(state(), JobState::Ok);
    // A round whose work another process holds is in time, and leaves a failure unchanged.
    advance(SECOND * 400).await;
    states.skip(schedule, Round::default());
    assert_eq!(state(), JobState::Ok);
    states.fail(schedule, SECOND);
    states.skip(schedule, Round::default());
    assert_eq!(state(), JobState::Failing);
}

#[test]
fn a_row_that_fails_waits_longer_and_longer_while_the_other_rows_go_on() {
    let mut rows = FailingRows::default();
    let mut tries = Vec::new();
    for now_s in 0..3000 {
        let limit = rows.limit(2);
        let listed = [7, 8, 9].into_iter().take(usize::try_from(limit).unwrap());
        let due = rows.take_due(listed.collect(), limit, Millis(now_s * 1000));
        assert!(due.contains(&8), "the other rows go on");
        for id in due {
            let done = if id == 7 {
                tries.push(now_s);
                Err(Error::internal("always"))
            } else {
                Ok(())
            };
            rows.settle(JobName::Files, id, done, Millis(now_s * 1000))
                .unwrap();
        }
        assert_eq!(rows.round().n_failing_rows, 1);
    }
    assert_eq!(
        tries,
        [
            0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 1623, 2223, 2823
        ]
    );
    assert_eq!(rows.take_due(vec![8, 9], 100, Millis(i64::MAX)), [8, 9]);
    assert_eq!(rows.round(), Round::default(), "the row is gone");
}

#[test]
fn a_service_that_is_away_ends_the_round_and_the_next_one_begins_with_another_row() {
    let mut rows = FailingRows::default();
    let away = || Err::<(), _>(Error::busy());
    assert_eq!(rows.take_due(vec![7, 8], 100, Millis(0)), [7, 8]);
    rows.settle(JobName::Files, 7, away(), Millis(0))
        .unwrap_err();
    assert_eq!(rows.take_due(vec![7, 8], 100, Millis(0)), [8]);
    rows.settle(JobName::Files, 8, Ok(()), Millis(0)).unwrap();
    assert_eq!(rows.take_due(vec![7], 100, Millis(1000)), [7]);
    rows.settle(JobName::Files, 7, Ok(()), Millis(1000))
        .unwrap();
    assert_eq!(rows.round(), Round::default());
}

#[test]
fn rows_that_get_e503_take_turns_and_are_tried_each_second_until_the_service_is_back() {
    let mut rows = FailingRows::default();
    let mut tried = Vec::new();
    for second in 0..600 {
        let now_ms = second * 1000;
        let due = rows.take_due(vec![7, 8, 9], 100, Millis(now_ms));
        tried.push(due[0]);
        let away = Err::<(), _>(Error::busy());
        rows.settle(JobName::Files, due[0], away, Millis(now_ms))
            .unwrap_err();
    }
    assert_eq!(tried[..6], [7, 8, 9, 7, 8, 9]);
    let after_600_s = rows.take_due(vec![7, 8, 9, 10], 100, Millis(601_000));
    assert_eq!(after_600_s, [10, 7, 8, 9]);
}

#[tokio::test(start_paused = true)]
async fn contained_work_ends_nothing_else() {
    type Work = BoxFuture<'static, Result<u8>>;
    let works: [(&str, Work, Result<u8, ErrorCode>); 4] = [
        ("succeeds", async { Ok(1) }.boxed(), Ok(1)),
        (
            "fails",
            async { Err(Error::busy()) }.boxed(),
            Err(ErrorCode::Unavailable),
        ),
        (
            "panics",
            async { panic!("as the test says") }.boxed(),
            Err(ErrorCode::Internal),
        ),
        ("hangs", pending().boxed(), Err(ErrorCode::Internal)),
    ];
    for (name, work, expected) in works {
        let done = contained(ROW_LIMIT, work).await;
        assert_eq!(done.map_err(|error| error.code), expected, "{name}");
    }
}
