//! A contender: a program that answers requests, and its use of memory and processor time.

use std::net::SocketAddr;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use tokio::net::TcpStream;

use crate::load::{self, Outcome};
use crate::{Failure, N_CLIENTS};

/// The time limit for the start.
const START_TIME: Duration = Duration::from_secs(10);

/// A running contender, which stops when this value is dropped.
pub(crate) struct Process {
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Process {
    /// Starts the program on a free address, which it gets in `LISTEN`, and waits until it listens.
    pub(crate) async fn start(mut command: Command) -> Result<Self, Failure> {
        let address = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let child = command.env("LISTEN", address.to_string()).spawn()?;
        let process = Self { address, child };
        let start = Instant::now();
        while start.elapsed() < START_TIME {
            if TcpStream::connect(address).await.is_ok() {
                return Ok(process);
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Err("a contender does not start".into())
    }

    /// Sends each request once, and requires this status for each answer.
    pub(crate) async fn answer(
        &self,
        requests: Vec<Vec<u8>>,
        status: u16,
    ) -> Result<Outcome, Failure> {
        let before = processor_time_of(self.child.id())?;
        let outcome = load::run(self.address, N_CLIENTS, requests, status).await?;
        let after = processor_time_of(self.child.id())?;
        Ok(Outcome {
            processor_time: after.saturating_sub(before),
            ..outcome
        })
    }

    /// Returns the memory in use, in bytes.
    pub(crate) fn resident(&self) -> Result<u64, Failure> {
        self.memory("VmRSS:")
    }

    /// Returns the most memory that the program has had in use since its start, in bytes.
    pub(crate) fn peak(&self) -> Result<u64, Failure> {
        self.memory("VmHWM:")
    }

    fn memory(&self, name: &'static str) -> Result<u64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kib: u64 = line
            .and_then(|text| text.trim().strip_suffix(" kB"))
            .ok_or(name)?
            .parse()?;
        Ok(kib * 1024)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the processor time that a process has used so far, to a hundredth of a second.
pub(crate) fn processor_time_of(process: u32) -> Result<Duration, Failure> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // After the name in parentheses, utime and stime are the twelfth and the thirteenth field.
    let (_, fields) = text.rsplit_once(')').ok_or("no name in stat")?;
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: Vec<u64> = ticks.map(str::parse).collect::<Result<_, _>>()?;
    Ok(Duration::from_millis(ticks.iter().sum::<u64>() * 10))
}
