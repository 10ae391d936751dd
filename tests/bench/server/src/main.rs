//! Times the server beside the least that could do the same work: `bench-server SERVER FOLDER [ROUNDS]`.
//!
//! `SERVER` is the program to be timed, `FOLDER` a place on the disk that counts. The contenders take
//! turns in each round; the figures are medians over the rounds.

mod load;
mod place;
mod raw;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use load::Outcome;
use place::{Place, processor_time_of};
use table::{Row, print};

type Failure = Box<dyn std::error::Error + Send + Sync>;

const N_CLIENTS: usize = 64;
const N_REGISTRATIONS: usize = 6400;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&*error);
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let usage = "bench-server SERVER FOLDER [ROUNDS]";
    let server = PathBuf::from(arguments.next().ok_or(usage)?);
    let folder = PathBuf::from(arguments.next().ok_or(usage)?);
    let n_rounds: usize = arguments.next().map_or(Ok(5), |text| text.parse())?;
    registrations(&server, &folder, n_rounds).await
}

/// Durable registrations on SQLite.
async fn registrations(server: &Path, folder: &Path, n_rounds: usize) -> Result<(), Failure> {
    let [mut together, mut alone, mut raw] = [const { Vec::new() }; 3];
    for _ in 0..n_rounds {
        let place = Place::prepare(server, folder, N_REGISTRATIONS)?;
        together.push(register_all(&place, "on").await?);
        raw.push(raw::register_all(
            &place,
            &Place::prepare(server, folder, N_REGISTRATIONS)?,
            N_CLIENTS,
        )?);
        let place = Place::prepare(server, folder, N_REGISTRATIONS)?;
        alone.push(register_all(&place, "off").await?);
    }
    print(
        "Durable registrations on SQLite, 64 clients",
        &[
            Row::of("with group commit", &together, None),
            Row::of("one commit each", &alone, Some((&together, 4.0))),
            Row::of(
                "rusqlite, no HTTP, batches of 64",
                &raw,
                Some((&together, 0.5)),
            ),
        ],
    );
    Ok(())
}

async fn register_all(place: &Place, group_commit: &str) -> Result<Outcome, Failure> {
    let server = place.start(&[("GROUP_COMMIT", group_commit)]).await?;
    let before = processor_time_of(server.id())?;
    let outcome = load::run(server.address, N_CLIENTS, place.requests(), 201).await?;
    let processor_time = processor_time_of(server.id())?.saturating_sub(before);
    place.require_accounts(N_REGISTRATIONS)?;
    Ok(Outcome {
        processor_time,
        ..outcome
    })
}

#[expect(clippy::print_stderr, reason = "what went wrong, for whoever asked")]
fn complain(error: &dyn std::error::Error) {
    eprintln!("{error}");
}
