//! The start-up time and the memory of the server.

use std::time::{Duration, Instant};

use crate::person::registration_of;
use crate::place::Place;
use crate::{Bench, Failure};

const N_STARTS: usize = 10;
const N_REGISTRATIONS: usize = 1600;
const READY: &[u8] = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n";
const MIB: f64 = 1024.0 * 1024.0;

/// Prints the time to the first answer with an existing database, and the memory in use.
#[expect(clippy::print_stdout, reason = "the user asked for the figures")]
#[expect(clippy::cast_precision_loss, reason = "some millions of bytes")]
pub(crate) async fn print(bench: &Bench) -> Result<(), Failure> {
    let place = Place::prepare(bench, N_REGISTRATIONS).await?;
    let server = place.start(&[]).await?;
    server.answer(place.requests(registration_of), 201).await?;
    let busy = server.resident()?;
    drop(server);
    let mut starts = Vec::new();
    let mut idle = Vec::new();
    for _ in 0..N_STARTS {
        let start = Instant::now();
        let server = place.start(&[]).await?;
        server.answer(vec![READY.to_vec()], 200).await?;
        starts.push(start.elapsed());
        // By then the server has finished its work at the start.
        tokio::time::sleep(Duration::from_millis(500)).await;
        idle.push(server.resident()?);
    }
    starts.sort_unstable();
    idle.sort_unstable();
    println!(
        "\nStart to the first answer, an existing database: median {:.0} ms, longest {:.0} ms (aim 200)\n\
         Resident: idle {:.1} MiB (aim 40), after {N_REGISTRATIONS} registrations {:.1} MiB",
        starts[N_STARTS / 2].as_secs_f64() * 1000.0,
        starts[N_STARTS - 1].as_secs_f64() * 1000.0,
        idle[N_STARTS / 2] as f64 / MIB,
        busy as f64 / MIB,
    );
    Ok(())
}
