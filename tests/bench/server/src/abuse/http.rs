//! Raw HTTP from a chosen address, for clients that do not behave like an HTTP library.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpSocket, TcpStream};

use crate::Failure;

/// The boundary of [`multipart`] bodies.
const BOUNDARY: &str = "b0undary";

/// Opens a connection from this address. `receive_bytes` limits the kernel's buffer of a client
/// that does not read.
pub(super) async fn connect(
    from: Ipv4Addr,
    to: SocketAddr,
    receive_bytes: Option<u32>,
) -> Result<TcpStream, Failure> {
    let socket = TcpSocket::new_v4()?;
    if let Some(receive_bytes) = receive_bytes {
        socket.set_recv_buffer_size(receive_bytes)?;
    }
    socket.bind((from, 0).into())?;
    Ok(socket.connect(to).await?)
}

/// Sends a GET on a new connection, which it returns without reading.
pub(super) async fn get(
    from: Ipv4Addr,
    to: SocketAddr,
    path: &str,
    receive_bytes: Option<u32>,
) -> Result<TcpStream, Failure> {
    let mut stream = connect(from, to, receive_bytes).await?;
    let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    Ok(stream)
}

/// Returns the head of an upload with a body of `length` bytes.
pub(super) fn upload_head(id_token: &str, length: usize) -> String {
    format!(
        "POST /api/file/tempUpload HTTP/1.1\r\nHost: localhost\r\nX-Line-Id-Token: {id_token}\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    )
}

/// Returns a multipart body with one file.
pub(super) fn multipart(file: &[u8]) -> Vec<u8> {
    let mut body = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    body
}
