//! The attacks. A single stranger with one LINE account and one address can carry out each of them.
//!
//! Every loop pauses between its tries, so that the attacking program itself uses little of the
//! machine.

use std::future::pending;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::sleep;

use super::files::Files;
use super::honest::variant_of;
use super::http::{connect, get, upload_head};
use super::person::Person;
use crate::Failure;

const N_BOMBS_AT_ONCE: usize = 4;
const N_UNREAD: usize = 600;
const N_VARIANTS_AT_ONCE: usize = 16;
const N_SLOW_UPLOADS: usize = 64;
/// More connections than the server accepts in total.
const N_CONNECTIONS: usize = 9_000;
const BETWEEN_TRIES: Duration = Duration::from_millis(50);
const BETWEEN_CONNECTIONS: Duration = Duration::from_secs(3);
/// A small buffer, so that unread answers wait in the server and not in the client's kernel.
const UNREAD_BYTES: u32 = 4096;
/// The rate of each slow upload: enough for a server that requires 4 KiB a second.
const SLOW_BYTES: usize = 5 * 1024;
const ANNOUNCED_BYTES: usize = 10 * 1024 * 1024;

#[derive(Debug, Clone, Copy)]
pub(super) enum Attack {
    ThinPicture,
    UnreadAnswers,
    Variants,
    Scans,
    SlowUploads,
    Connections,
}

impl Attack {
    pub(super) const ALL: [Self; 6] = [
        Self::ThinPicture,
        Self::UnreadAnswers,
        Self::Variants,
        Self::Scans,
        Self::SlowUploads,
        Self::Connections,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::ThinPicture => "1 PNGs of 1 x 49,999,999",
            Self::UnreadAnswers => "2 600 photos without a reader",
            Self::Variants => "3 new variants, then hangs up",
            Self::Scans => "4 49 MP JPEGs in 64 scans",
            Self::SlowUploads => "5 64 slow uploads",
            Self::Connections => "6 9,000 silent connections",
        }
    }

    /// Attacks until the future is dropped.
    pub(super) async fn carry_out(self, attacker: &Person, files: &Files) {
        match self {
            Self::ThinPicture => {
                together(N_BOMBS_AT_ONCE, |_| bomb(attacker, &files.thin_upload)).await;
            }
            Self::Scans => {
                together(N_BOMBS_AT_ONCE, |_| bomb(attacker, &files.scans_upload)).await;
            }
            Self::UnreadAnswers => together(N_UNREAD, |_| leave_unread(attacker)).await,
            Self::Variants => {
                together(N_VARIANTS_AT_ONCE, |n| hang_up_on_variants(attacker, n)).await;
            }
            Self::SlowUploads => together(N_SLOW_UPLOADS, |_| trickle(attacker)).await,
            Self::Connections => together(N_CONNECTIONS, |n| stay_silent(attacker, n)).await,
        }
    }
}

async fn together<F: Future<Output = ()>>(n: usize, one: impl Fn(usize) -> F) {
    join_all((0..n).map(one)).await;
}

/// Sends the body again and again, and waits for each answer.
async fn bomb(attacker: &Person, body: &[u8]) {
    loop {
        let sent: Result<(), Failure> = async {
            let mut stream = connect(attacker.address, attacker.server, None).await?;
            let head = upload_head(&attacker.id_token, body.len());
            stream.write_all(head.as_bytes()).await?;
            stream.write_all(body).await?;
            stream.read_to_end(&mut Vec::new()).await?;
            Ok(())
        }
        .await;
        // The server may refuse or close the connection: that is its defence.
        drop(sent);
        sleep(BETWEEN_TRIES).await;
    }
}

async fn leave_unread(attacker: &Person) {
    let path = &attacker.photo_path;
    let stream = get(attacker.address, attacker.server, path, Some(UNREAD_BYTES)).await;
    pending::<()>().await;
    drop(stream);
}

async fn hang_up_on_variants(attacker: &Person, n: usize) {
    const SIZES: [u32; 8] = [480, 600, 640, 720, 800, 960, 1080, 1280];
    for turn in (n * 1_000_003).. {
        let size = SIZES[turn % SIZES.len()];
        let (quality, blur, colour) = (1 + turn % 100, 1 + turn % 10, turn % 0x100_0000);
        // Half of the variants have listed values only.
        let modifiers = if turn % 2 == 0 {
            format!("f_webp,fit_contain,s_{size}x1280,q_{quality},b_{colour:06x},blur_{blur}")
        } else {
            format!(
                "f_png,fit_fill,s_{size}x{},q_{quality}",
                SIZES[turn / 8 % SIZES.len()]
            )
        };
        let path = variant_of(&attacker.photo_path, &modifiers);
        let stream = get(attacker.address, attacker.server, &path, None).await;
        sleep(BETWEEN_TRIES).await;
        drop(stream);
    }
}

async fn trickle(attacker: &Person) {
    loop {
        let sent: Result<(), Failure> = async {
            let mut stream = connect(attacker.address, attacker.server, None).await?;
            let head = upload_head(&attacker.id_token, ANNOUNCED_BYTES);
            stream.write_all(head.as_bytes()).await?;
            loop {
                sleep(Duration::from_secs(1)).await;
                stream.write_all(&[b'-'; SLOW_BYTES]).await?;
            }
        }
        .await;
        drop(sent);
        sleep(BETWEEN_TRIES).await;
    }
}

async fn stay_silent(attacker: &Person, n: usize) {
    // The kernel's queue would lose some of thousands of simultaneous connections.
    sleep(Duration::from_micros(100) * u32::try_from(n).unwrap_or_default()).await;
    loop {
        if let Ok(mut stream) = connect(attacker.address, attacker.server, None).await {
            // The read ends when the server closes the connection.
            let _ = stream.read(&mut [0]).await;
        }
        sleep(BETWEEN_CONNECTIONS).await;
    }
}
