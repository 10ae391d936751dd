//! A proxy between people and a server that breaks connections. Each connection has one request.

use std::io::{Error, Result};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

use crate::fault::{Fault, Faults};
use crate::retrying_client::Address;

/// The share of requests that suffer a fault, in percent.
const PERCENT: u64 = 40;
/// Longer than a registration takes, so that a reset meets each of its steps.
const LONGEST_MS: u64 = 60;

/// Starts a proxy to `server`. It runs until the test ends.
pub(crate) async fn start(server: &Address, faults: &Arc<Faults>) -> Address {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = Address::new(listener.local_addr().unwrap());
    let (server, faults) = (server.clone(), faults.clone());
    tokio::spawn(async move {
        loop {
            let (client, _) = listener.accept().await.unwrap();
            let (server, faults) = (server.clone(), faults.clone());
            // The proxy breaks connections on purpose: an error is expected.
            tokio::spawn(async move { pass(client, &server, &faults).await });
        }
    });
    address
}

async fn pass(mut client: TcpStream, server: &Address, faults: &Faults) -> Result<()> {
    let request = read_request(&mut client).await?;
    let a_while = || sleep(Duration::from_millis(faults.below(LONGEST_MS)));
    match faults.draw(PERCENT) {
        None => client.write_all(&exchange(server, &request).await?).await,
        Some(Fault::DropBefore) => Ok(()),
        Some(Fault::DropAfter) => {
            let answer = exchange(server, &request).await?;
            let n_passed = answer.len() / 2 * usize::from(faults.below(2) == 0);
            client.write_all(&answer[..n_passed]).await
        }
        Some(Fault::Delay) => {
            a_while().await;
            let answer = exchange(server, &request).await?;
            a_while().await;
            client.write_all(&answer).await
        }
        Some(Fault::Reset) => {
            let mut stream = TcpStream::connect(server.current()).await?;
            stream.write_all(&request).await?;
            a_while().await;
            stream.set_zero_linger()?;
            client.set_zero_linger()
        }
        Some(Fault::Duplicate) => {
            let (one, other) = tokio::join!(exchange(server, &request), exchange(server, &request));
            let acknowledged = if faults.below(2) == 0 { one } else { other };
            client.write_all(&acknowledged?).await
        }
    }
}

/// Sends the request and returns the answer, after which the server closes the connection.
async fn exchange(server: &Address, request: &[u8]) -> Result<Vec<u8>> {
    let mut stream = TcpStream::connect(server.current()).await?;
    stream.write_all(request).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}

/// Reads the next request and asks the server to close the connection after its answer.
async fn read_request(client: &mut TcpStream) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        if let Some(length) = length_of(&bytes)
            && bytes.len() >= length
        {
            let line = bytes.windows(2).position(|it| it == b"\r\n").unwrap() + 2;
            bytes.splice(line..line, *b"Connection: close\r\n");
            return Ok(bytes);
        }
        if client.read_buf(&mut bytes).await? == 0 {
            return Err(Error::other("half a request"));
        }
    }
}

/// Returns the length of the request, once its head is complete.
fn length_of(bytes: &[u8]) -> Option<usize> {
    let head = bytes.windows(4).position(|it| it == b"\r\n\r\n")? + 4;
    let text = std::str::from_utf8(&bytes[..head]).unwrap();
    let body = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then_some(value)
    });
    Some(head + body.map_or(0, |value| value.trim().parse().unwrap()))
}
