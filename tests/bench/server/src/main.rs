//! Times the server beside minimal programs for the same work: `bench-server SERVER FOLDER [ROUNDS]`.
//!
//! `SERVER` is the program to be timed, and `FOLDER` a folder on the disk to be used. The
//! contenders take turns in each round, and the figures are medians over the rounds.
//!
//! `bench-server abuse …` attacks servers while honest people use them: see [`abuse`].

mod abuse;
mod bare;
mod footprint;
mod load;
mod on_postgres;
mod on_sqlite;
mod person;
mod place;
mod process;
mod rusqlite_loop;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

type Failure = Box<dyn std::error::Error + Send + Sync>;

const N_CLIENTS: usize = 64;

/// The settings of a run.
struct Bench {
    /// The program to be timed.
    server: PathBuf,
    folder: PathBuf,
    n_rounds: usize,
}

#[tokio::main]
async fn main() -> ExitCode {
    sqlx::any::install_default_drivers();
    match Box::pin(run()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&*error);
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let usage = "bench-server SERVER FOLDER [ROUNDS]";
    let first = arguments.next().ok_or(usage)?;
    if first == bare::COMMAND {
        return bare::serve().await;
    }
    if first == abuse::COMMAND {
        return abuse::run(arguments).await;
    }
    let bench = Bench {
        server: PathBuf::from(first),
        folder: PathBuf::from(arguments.next().ok_or(usage)?),
        n_rounds: arguments.next().map_or(Ok(5), |text| text.parse())?,
    };
    std::fs::create_dir_all(&bench.folder)?;
    on_sqlite::registrations(&bench).await?;
    on_sqlite::calls(&bench).await?;
    footprint::print(&bench).await?;
    match enmusubi_tests::postgres::Cluster::start(&[]) {
        Ok(cluster) => on_postgres::registrations(&bench, &cluster).await,
        Err(error) => {
            print_error(&error);
            Ok(())
        }
    }
}

#[expect(clippy::print_stderr, reason = "the user needs the error")]
fn print_error(error: &dyn std::error::Error) {
    eprintln!("{error}");
}
