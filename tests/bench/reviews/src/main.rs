//! Times what reviewers do while many cases wait: `bench-reviews [CASES]`, on SQLite and, if its programs are
//! installed, on PostgreSQL. `bench-reviews CASES plans` prints in place of the times how PostgreSQL runs each
//! statement.
//!
//! It calls the functions behind the console's calls. It does not measure HTTP and the session of the reviewer.

mod acts;
mod fill;
mod plans;
mod table;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::TimeDelta;
use enmusubi_server::ops::config::Settings;
use enmusubi_server::{App, Clock};
use enmusubi_tests::postgres::Cluster;

use crate::table::Row;

type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main]
async fn main() -> ExitCode {
    match Box::pin(run()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&*error);
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let n_cases = arguments.first();
    let n_cases = n_cases.map_or(Ok(100_000), |number| number.parse())?;
    match arguments.get(1).map(String::as_str) {
        None => Box::pin(times(n_cases)).await,
        Some("plans") => Box::pin(plans(n_cases)).await,
        Some(other) => Err(format!("`{other}` is not `plans`").into()),
    }
}

async fn times(n_cases: u32) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let file = format!("sqlite://{}", folder.path().join("a.db").display());
    let rows = Box::pin(measure(&file, n_cases, || Ok(()))).await?;
    table::print(&title("SQLite", n_cases), rows);
    match Cluster::start(&[]) {
        Ok(cluster) => {
            let url = cluster.create_database("cases")?;
            let rows = Box::pin(measure(&url, n_cases, || Ok(()))).await?;
            table::print(&title("PostgreSQL", n_cases), rows);
            Ok(())
        }
        Err(error) => {
            print_error(&error);
            Ok(())
        }
    }
}

async fn plans(n_cases: u32) -> Result<(), Failure> {
    let cluster = Cluster::start(&plans::SETTINGS)?;
    let url = cluster.create_database("cases")?;
    let mut filling = 0;
    let measuring = measure(&url, n_cases, || {
        filling = plans::log(&cluster)?.len();
        Ok(())
    });
    Box::pin(measuring).await?;
    let log = plans::log(&cluster)?;
    plans::print(&log[filling..]);
    Ok(())
}

fn title(engine: &str, n_cases: u32) -> String {
    format!("{n_cases} waiting cases on {engine}, budget of each act 20 ms (p95)")
}

/// Fills the tables, calls `when_filled` and times the acts.
async fn measure(
    url: &str,
    n_cases: u32,
    when_filled: impl FnOnce() -> Result<(), Failure>,
) -> Result<Vec<Row>, Failure> {
    let storage = tempfile::tempdir()?;
    let settings = Settings {
        mock_enable: Some(true),
        database_url: Some(url.to_owned()),
        storage_url: Some(format!("file://{}", storage.path().display())),
        ..Settings::default()
    };
    let ahead_s = Arc::new(AtomicI64::new(0));
    let app = App::open(settings.check()?, clock_ahead_by(&ahead_s)).await?;
    fill::fill(url, n_cases, app.clock.now_s() * 1000).await?;
    when_filled()?;
    let rows = Box::pin(acts::measure(&app, &ahead_s)).await?;
    app.database.close().await?;
    Ok(rows)
}

fn clock_ahead_by(seconds: &Arc<AtomicI64>) -> Clock {
    let (system, seconds) = (Clock::system(), seconds.clone());
    Clock::new(move || system.now() + TimeDelta::seconds(seconds.load(Ordering::Relaxed)))
}

#[expect(clippy::print_stderr, reason = "the user needs the error")]
fn print_error(error: &dyn Error) {
    eprintln!("{error}");
}
