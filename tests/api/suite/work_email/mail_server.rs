//! A mail server on this machine that stores the mails it gets, or misbehaves.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::suite::prelude::*;

/// Longer than any client waits.
const SILENCE: Duration = Duration::from_mins(1);

/// The behaviour of the mail server towards a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Manner {
    /// Accepts the mail.
    #[default]
    Accepts,
    /// Refuses the mailbox as unknown, and repeats the address in the refusal.
    RefusesTheMailbox,
    /// Refuses the mail for now.
    IsBusy,
    /// Refuses to relay mail from this client.
    RefusesUs,
    /// Accepts every command and then refuses the text.
    RefusesTheText,
    /// Closes the connection at once.
    HangsUp,
    /// Accepts the mail and closes the connection before the answer.
    HangsUpAtTheEnd,
    /// Accepts the mail and never answers.
    IsSilentAtTheEnd,
    /// Accepts the mail, and does not answer QUIT.
    IgnoresGoodbyes,
    /// Answers in another protocol.
    Babbles,
    /// Sends nothing at all.
    IsSilent,
    /// Accepts the mail and answers after a second.
    IsSlow,
    /// Requires a password.
    AsksForAPassword,
}

/// A received mail.
#[derive(Clone, Debug, Default)]
pub(super) struct Received {
    /// The name by which the client introduced itself.
    pub(super) hello: String,
    /// The argument of AUTH.
    pub(super) credentials: String,
    /// The addresses of the SMTP envelope.
    pub(super) from: String,
    pub(super) to: Vec<String>,
    /// Headers and text, as the bytes on the wire.
    pub(super) message: String,
}

impl Received {
    /// Returns the value of a header.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let (head, _) = self.message.split_once("\r\n\r\n").unwrap();
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        let (_, value) = lines.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    pub(super) fn code(&self) -> String {
        let subject = self.header("Subject").unwrap();
        let code = subject.strip_prefix("Your code: ").unwrap();
        assert!(
            code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()),
            "{subject}"
        );
        code.to_owned()
    }
}

#[derive(Clone, Default)]
struct Office {
    manner: Arc<Mutex<Manner>>,
    received: Arc<Mutex<Vec<Received>>>,
}

pub(super) struct MailServer {
    port: u16,
    office: Office,
}

impl MailServer {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let office = Office::default();
        let inside = office.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let office = inside.clone();
                // A client may disconnect at any time.
                tokio::spawn(async move { office.serve(stream).await.ok() });
            }
        });
        Self { port, office }
    }

    pub(super) fn url(&self) -> String {
        format!("smtp://{}", self.address())
    }

    pub(super) fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(super) fn behave(&self, manner: Manner) {
        *self.office.manner.lock().unwrap() = manner;
    }

    pub(super) fn received(&self) -> Vec<Received> {
        self.office.received.lock().unwrap().clone()
    }

    pub(super) fn newest(&self) -> Received {
        self.received().pop().unwrap()
    }

    pub(super) fn newest_code(&self) -> String {
        self.newest().code()
    }
}

impl Office {
    async fn serve(self, stream: TcpStream) -> std::io::Result<()> {
        let manner = *self.manner.lock().unwrap();
        let mut stream = BufReader::new(stream);
        match manner {
            Manner::HangsUp => return Ok(()),
            Manner::IsSilent => {
                tokio::time::sleep(SILENCE).await;
                return Ok(());
            }
            Manner::Babbles => say(&mut stream, "HTTP/1.1 200 OK").await?,
            _ => say(&mut stream, "220 mail.example").await?,
        }
        let mut mail = Received::default();
        loop {
            let line = read_line(&mut stream).await?;
            let (verb, rest) = line.split_once([' ', ':']).unwrap_or((&line, ""));
            let answer = match verb.to_ascii_uppercase().as_str() {
                "EHLO" => {
                    mail.hello = rest.to_owned();
                    let is_asking = manner == Manner::AsksForAPassword;
                    let more = if is_asking { "AUTH PLAIN" } else { "8BITMIME" };
                    format!("250-mail.example\r\n250 {more}")
                }
                "AUTH" => {
                    mail.credentials = rest.to_owned();
                    "235 welcome".to_owned()
                }
                "MAIL" => {
                    mail.from = rest.to_owned();
                    "250 ok".to_owned()
                }
                "RCPT" if manner == Manner::RefusesTheMailbox => {
                    format!("550 5.1.1 {rest}: no such mailbox here")
                }
                "RCPT" if manner == Manner::RefusesUs => format!("554 5.7.1 {rest}: relay denied"),
                "RCPT" if manner == Manner::IsBusy => format!("451 4.3.2 {rest}: later"),
                "RCPT" => {
                    mail.to.push(rest.to_owned());
                    "250 ok".to_owned()
                }
                "DATA" => {
                    say(&mut stream, "354 go on").await?;
                    mail.message = read_message(&mut stream).await?;
                    if manner == Manner::RefusesTheText {
                        "554 5.7.1 not this".to_owned()
                    } else {
                        let mail = std::mem::take(&mut mail);
                        self.received.lock().unwrap().push(mail);
                        match manner {
                            Manner::HangsUpAtTheEnd => return Ok(()),
                            Manner::IsSilentAtTheEnd => tokio::time::sleep(SILENCE).await,
                            Manner::IsSlow => tokio::time::sleep(Duration::from_secs(1)).await,
                            _ => {}
                        }
                        "250 taken".to_owned()
                    }
                }
                "QUIT" if manner == Manner::IgnoresGoodbyes => {
                    tokio::time::sleep(SILENCE).await;
                    return Ok(());
                }
                "QUIT" => {
                    say(&mut stream, "221 bye").await?;
                    return Ok(());
                }
                _ => "502 what?".to_owned(),
            };
            say(&mut stream, &answer).await?;
        }
    }
}

async fn say(stream: &mut BufReader<TcpStream>, text: &str) -> std::io::Result<()> {
    stream.write_all(format!("{text}\r\n").as_bytes()).await
}

async fn read_line(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Reads lines up to a single dot, and removes the dot that doubles one at the beginning of a line.
async fn read_message(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut message = String::new();
    loop {
        let line = read_line(stream).await?;
        if line == "." {
            return Ok(message);
        }
        message.push_str(line.strip_prefix('.').unwrap_or(&line));
        message.push_str("\r\n");
    }
}
