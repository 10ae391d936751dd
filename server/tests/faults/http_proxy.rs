//! A faulty network between people and a server: one request for each connection.

use std::io::{Error, Result};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

use crate::fault::{Fault, Faults};
use crate::way::Place;

/// So many of a hundred requests suffer.
const PERCENT: u64 = 40;
/// Longer than a registration takes, so that a reset meets each of its steps.
const LONGEST_MS: u64 = 60;

/// Passes requests on to `server` until the test ends.
pub(crate) async fn start(server: &Place, faults: &Arc<Faults>) -> Place {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let place = Place::new(listener.local_addr().unwrap());
    let (server, faults) = (server.clone(), faults.clone());
    tokio::spawn(async move {
        loop {
            let (client, _) = listener.accept().await.unwrap();
            let (server, faults) = (server.clone(), faults.clone());
            // What breaks off is what this is for.
            tokio::spawn(async move { pass(client, &server, &faults).await });
        }
    });
    place
}

async fn pass(mut client: TcpStream, server: &Place, faults: &Faults) -> Result<()> {
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
            let mut stream = TcpStream::connect(server.address()).await?;
            stream.write_all(&request).await?;
            a_while().await;
            stream.set_zero_linger()?;
            client.set_zero_linger()
        }
        Some(Fault::Duplicate) => {
            let (one, other) = tokio::join!(exchange(server, &request), exchange(server, &request));
            let told = if faults.below(2) == 0 { one } else { other };
            client.write_all(&told?).await
        }
    }
}

/// The server's answer, with which it hangs up.
async fn exchange(server: &Place, request: &[u8]) -> Result<Vec<u8>> {
    let mut stream = TcpStream::connect(server.address()).await?;
    stream.write_all(request).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}

/// The next request, which asks the server to hang up after its answer.
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

/// How long the request is, once its head is there.
fn length_of(bytes: &[u8]) -> Option<usize> {
    let head = bytes.windows(4).position(|it| it == b"\r\n\r\n")? + 4;
    let text = std::str::from_utf8(&bytes[..head]).unwrap();
    let body = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then_some(value)
    });
    Some(head + body.map_or(0, |value| value.trim().parse().unwrap()))
}
