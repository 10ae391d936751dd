//! Clients on kept-alive connections, each with one request at a time.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::Failure;

/// The result of a run.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    pub(crate) n_requests: usize,
    pub(crate) elapsed: Duration,
    /// The waiting times in ascending order. Empty if the requests were not timed one by one.
    pub(crate) waits: Vec<Duration>,
    /// The processor time of the server, or of the program that did the work.
    pub(crate) processor_time: Duration,
}

type Requests = Arc<Mutex<VecDeque<Vec<u8>>>>;

/// Sends each request once, and requires this status for each answer.
pub(crate) async fn run(
    address: SocketAddr,
    n_clients: usize,
    requests: Vec<Vec<u8>>,
    status: u16,
) -> Result<Outcome, Failure> {
    let n_requests = requests.len();
    let requests: Requests = Arc::new(Mutex::new(requests.into()));
    let mut streams = Vec::new();
    for _ in 0..n_clients {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        streams.push(stream);
    }
    let start = Instant::now();
    let clients: Vec<_> = streams
        .into_iter()
        .map(|stream| tokio::spawn(send_all(stream, requests.clone(), status)))
        .collect();
    let mut waits = Vec::new();
    for client in clients {
        waits.extend(client.await??);
    }
    let elapsed = start.elapsed();
    waits.sort_unstable();
    Ok(Outcome {
        n_requests,
        elapsed,
        waits,
        processor_time: Duration::ZERO,
    })
}

async fn send_all(
    mut stream: TcpStream,
    requests: Requests,
    status: u16,
) -> Result<Vec<Duration>, Failure> {
    let mut waits = Vec::new();
    let mut buffer = Vec::new();
    let expected = format!("HTTP/1.1 {status} ");
    loop {
        let next = requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop_front();
        let Some(request) = next else {
            return Ok(waits);
        };
        let start = Instant::now();
        stream.write_all(&request).await?;
        buffer.clear();
        while length_of_answer(&buffer).is_none_or(|length| buffer.len() < length) {
            if stream.read_buf(&mut buffer).await? == 0 {
                return Err("the server closed the connection".into());
            }
        }
        waits.push(start.elapsed());
        if !buffer.starts_with(expected.as_bytes()) {
            return Err(String::from_utf8_lossy(&buffer).into_owned().into());
        }
    }
}

/// Returns the length of the answer, once its header is complete.
fn length_of_answer(bytes: &[u8]) -> Option<usize> {
    let header = bytes.windows(4).position(|it| it == b"\r\n\r\n")? + 4;
    let text = std::str::from_utf8(&bytes[..header]).ok()?;
    let body = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then_some(value)
    });
    Some(header + body.map_or(0, |value| value.trim().parse().unwrap_or(0)))
}
