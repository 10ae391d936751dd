//! Times what reviewers do while many cases wait: `bench-reviews [CASES]`, on SQLite and, if its programs are
//! installed, on PostgreSQL.
//!
//! It calls the functions behind the console's calls. It does not measure HTTP and the session of the reviewer.

mod acts;
mod fill;
mod table;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::TimeDelta;
use enmusubi_server::ops::config::Settings;
use enmusubi_server::{App, Clock};
use enmusubi_tests::postgres::Cluster;

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
    let n_cases = std::env::args().nth(1);
    let n_cases = n_cases.map_or(Ok(100_000), |number| number.parse())?;
    let folder = tempfile::tempdir()?;
    let file = format!("sqlite://{}", folder.path().join("a.db").display());
    Box::pin(measure("SQLite", &file, n_cases)).await?;
    match Cluster::start(&[]) {
        Ok(cluster) => {
            let url = cluster.create_database("cases")?;
            Box::pin(measure("PostgreSQL", &url, n_cases)).await
        }
        Err(error) => {
            print_error(&error);
            Ok(())
        }
    }
}

async fn measure(engine: &str, url: &str, n_cases: u32) -> Result<(), Failure> {
    let storage = tempfile::tempdir()?;
    let settings = Settings {
        mock_enable: Some(true),
        database_url: Some(url.to_owned()),
        storage_url: Some(format!("file://{}", storage.path().display())),
        image_cache_dir: Some(storage.path().join("images")),
        ..Settings::default()
    };
    let ahead_s = Arc::new(AtomicI64::new(0));
    let app = App::open(settings.check()?, clock_ahead_by(&ahead_s)).await?;
    fill::fill(url, n_cases, app.clock.now_s() * 1000).await?;
    let rows = Box::pin(acts::measure(&app, &ahead_s)).await?;
    table::print(
        &format!("{n_cases} waiting cases on {engine}, budget of each act 20 ms (p95)"),
        rows,
    );
    app.database.close().await?;
    Ok(())
}

fn clock_ahead_by(seconds: &Arc<AtomicI64>) -> Clock {
    let (system, seconds) = (Clock::system(), seconds.clone());
    Clock::new(move || system.now() + TimeDelta::seconds(seconds.load(Ordering::Relaxed)))
}

#[expect(clippy::print_stderr, reason = "the user needs the error")]
fn print_error(error: &dyn Error) {
    eprintln!("{error}");
}
