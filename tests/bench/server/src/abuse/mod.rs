//! Attacks a server while honest people use it:
//! `bench-server abuse FOLDER SECONDS ATTACKERS SERVER [SERVER …]`.
//!
//! For each attack the program starts a fresh instance of every server, measures honest people
//! alone, then the same people beside the attackers, and prints both. Give two servers (an older
//! build and this one) to compare them in one run. All traffic stays on the loopback interface:
//! each person and each attacker has its own address in 127.0.0.0/8, so that the server's limits by
//! address tell them apart, and `RATE_LIMIT` is on.
//!
//! The attackers share the machine with the server, so honest people also feel the load of the
//! attacking program itself.

mod attack;
mod files;
mod honest;
mod http;
mod person;

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{join_all, try_join_all};
use tokio::time::{Instant, sleep, sleep_until};

use self::attack::Attack;
use self::files::Files;
use self::honest::Experience;
use self::person::Person;
use crate::Failure;
use crate::process::Process;

pub(crate) const COMMAND: &str = "abuse";
const USAGE: &str = "bench-server abuse FOLDER SECONDS ATTACKERS SERVER [SERVER …]";
const N_HONEST: u8 = 20;
/// The time before the measurement in which the attack takes effect.
const HEAD_START: Duration = Duration::from_secs(1);
const MIB: u64 = 1024 * 1024;

struct Bench {
    folder: PathBuf,
    duration: Duration,
    n_attackers: u8,
    servers: Vec<PathBuf>,
    files: Arc<Files>,
}

/// The figures of a server under an attack.
struct Measured {
    quiet: Experience,
    attacked: Experience,
    peak_bytes: u64,
    is_alive: bool,
}

pub(crate) async fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), Failure> {
    let mut next = || arguments.next().ok_or(USAGE);
    let folder = PathBuf::from(next()?);
    let duration = Duration::from_secs(next()?.parse()?);
    let n_attackers = next()?.parse()?;
    let servers = std::iter::once(next()?).chain(arguments).map(PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let bench = Bench {
        folder,
        duration,
        n_attackers,
        servers: servers.collect(),
        files: Arc::new(Files::make()?),
    };
    print_head(&bench);
    for attack in Attack::ALL {
        for server in &bench.servers {
            let measured = measure(&bench, server, attack).await?;
            print_row(attack, server, &measured);
        }
    }
    Ok(())
}

async fn measure(bench: &Bench, server: &Path, attack: Attack) -> Result<Measured, Failure> {
    let folder = tempfile::tempdir_in(&bench.folder)?;
    let process = Process::start(command(server, folder.path())?).await?;
    let honest = (1..=N_HONEST)
        .map(|n| Person::register(&process, Ipv4Addr::new(127, 0, 1, n), &bench.files.photo));
    let honest = Arc::new(try_join_all(honest).await?);
    let mut attackers = Vec::new();
    for n in 1..=bench.n_attackers {
        let address = Ipv4Addr::new(127, 0, 2, n);
        attackers.push(Person::register(&process, address, &bench.files.large).await?);
    }
    let quiet = honest::use_service(&honest, &bench.files, bench.duration).await;
    let until = Instant::now() + HEAD_START + bench.duration;
    let attacks = attackers.into_iter().map(|attacker| {
        let files = bench.files.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = attack.carry_out(&attacker, &files) => {}
                () = sleep_until(until) => {}
            }
        })
    });
    let attacks: Vec<_> = attacks.collect();
    sleep(HEAD_START).await;
    let attacked = honest::use_service(&honest, &bench.files, bench.duration).await;
    join_all(attacks).await;
    let peak_bytes = process.peak();
    Ok(Measured {
        quiet,
        attacked,
        is_alive: peak_bytes.is_ok(),
        peak_bytes: peak_bytes.unwrap_or_default(),
    })
}

fn command(server: &Path, folder: &Path) -> Result<Command, Failure> {
    let web_root = folder.join("web");
    std::fs::create_dir(&web_root)?;
    std::fs::write(
        web_root.join("index.html"),
        "<!doctype html><title>shell</title></html>",
    )?;
    let mut command = Command::new(server);
    command
        .env_clear()
        .env("MOCK_ENABLE", "true")
        .env("RUST_LOG", "error")
        .env(
            "DATABASE_URL",
            format!("sqlite://{}/a.db", folder.display()),
        )
        .env("STORAGE_URL", format!("file://{}/blobs", folder.display()))
        .env("WEB_ROOT", web_root)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    Ok(command)
}

#[expect(clippy::print_stdout, reason = "the user asked for the table")]
fn print_head(bench: &Bench) {
    println!(
        "{N_HONEST} honest people for {} s, beside {} attacker(s) with one account and one address each\n",
        bench.duration.as_secs(),
        bench.n_attackers
    );
    println!(
        "{:<34} {:<10} {:>9} {:>21} {:>21} {:>12} {:>12} {:>10}",
        "attack",
        "server",
        "answered",
        "calls p50/p95",
        "uploads p50/p95",
        "calls p95",
        "uploads p95",
        "peak"
    );
    println!(
        "{:<34} {:<10} {:>9} {:>21} {:>21} {:>12} {:>12} {:>10}",
        "", "", "(aim 99%)", "ms", "ms", "÷ quiet (3)", "÷ quiet (3)", "(1024 MiB)"
    );
}

#[expect(clippy::print_stdout, reason = "the user asked for the table")]
fn print_row(attack: Attack, server: &Path, measured: &Measured) {
    let Measured {
        quiet,
        attacked,
        peak_bytes,
        is_alive,
    } = measured;
    let name = server
        .parent()
        .and_then(Path::file_name)
        .map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    let ratio = |quiet: f64, attacked: f64| format!("{:.1}", attacked / quiet);
    let pair = |(p50, p95): (f64, f64)| format!("{p50:.1} / {p95:.1}");
    let peak = if *is_alive {
        format!("{} MiB", peak_bytes / MIB)
    } else {
        "died".to_owned()
    };
    println!(
        "{:<34} {name:<10} {:>8.2}% {:>21} {:>21} {:>12} {:>12} {peak:>10}",
        attack.name(),
        attacked.answered_percent(),
        pair(attacked.calls_ms()),
        pair(attacked.uploads_ms()),
        ratio(quiet.calls_ms().1, attacked.calls_ms().1),
        ratio(quiet.uploads_ms().1, attacked.uploads_ms().1),
    );
}
