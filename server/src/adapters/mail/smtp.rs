//! Sends mail to an SMTP server step by step. The step that fails decides whether the mail may be on its
//! way.

use std::fmt;
use std::time::{Duration, SystemTime};

use lettre::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands;
use lettre::transport::smtp::extension::MailParameter;
use secrecy::SecretString;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use uuid::Uuid;

use super::error::MailError;
use super::recent_times::RecentTimes;
use super::smtp_server::SmtpServer;
use super::{Mail, Outcome};

/// The longest time for a mail. A user waits for the answer.
const TIMEOUT: Duration = Duration::from_secs(10);
const TOO_SLOW: &str = "the SMTP server took too long";
/// RFC 5321, 4.2.3: the mailbox does not exist, has moved, or its name is not allowed. Other permanent
/// errors concern our server or theirs.
const NO_SUCH_MAILBOX: [u16; 3] = [550, 551, 553];

/// The server answers at a multiple of this time. It sends no mail to a mailbox at its limit and waits with a timer instead,
/// which is up to two milliseconds late. Answers at whole steps hide the difference.
const ANSWER_STEP: Duration = Duration::from_millis(100);

/// Returns the first step after this time.
fn next_step(elapsed: Duration) -> Duration {
    let n_steps = elapsed.as_millis() / ANSWER_STEP.as_millis() + 1;
    ANSWER_STEP * u32::try_from(n_steps).unwrap_or(u32::MAX)
}

/// Sends mail through one SMTP server.
pub(crate) struct SmtpClient {
    server: SmtpServer,
    from: Mailbox,
    /// The durations from the moment when the mail server accepted the mailbox to the moment when it
    /// accepted the text.
    text_times: RecentTimes,
}

impl SmtpClient {
    pub(super) fn new(url: &SecretString, from: Mailbox) -> Result<Self, MailError> {
        let server = SmtpServer::new(url, from.email.domain())?;
        Ok(Self {
            server,
            from,
            text_times: RecentTimes::default(),
        })
    }

    pub(super) async fn send(&self, mail: Mail<'_>) -> Outcome {
        let message = match self.message(mail) {
            Ok(message) => message,
            Err(error) => return Outcome::Refused(error),
        };
        let began = Instant::now();
        let deadline = began + TIMEOUT;
        let mut connection = match timeout_at(deadline, self.server.connect()).await {
            Ok(Ok(connection)) => connection,
            Ok(Err(error)) => return refused(reason_of(&error)),
            Err(_) => return refused(TOO_SLOW),
        };
        let outcome = match timeout_at(deadline, address(&mut connection, &message)).await {
            Ok(Ok(())) if mail.is_dry_run => self.wait_like_a_text(began, deadline).await,
            Ok(Ok(())) => {
                self.hand_over_text(&mut connection, &message, deadline)
                    .await
            }
            Ok(Err(outcome)) => outcome,
            Err(_) => refused(TOO_SLOW),
        };
        // The caller does not wait for the end of the connection.
        tokio::spawn(timeout(TIMEOUT, async move { connection.abort().await }));
        if matches!(outcome, Outcome::Accepted | Outcome::Unknown(_)) {
            sleep_until(began + next_step(began.elapsed())).await;
        }
        outcome
    }

    async fn hand_over_text(
        &self,
        connection: &mut AsyncSmtpConnection,
        message: &Message,
        deadline: Instant,
    ) -> Outcome {
        let began = Instant::now();
        let outcome = hand_over(connection, message, deadline).await;
        // Record both outcomes, because the caller gets the same answer to both.
        if matches!(outcome, Outcome::Accepted | Outcome::Unknown(_)) {
            self.text_times.record(began.elapsed());
        }
        outcome
    }

    /// Waits instead of sending a text. From a quicker answer a caller could tell that the mailbox has
    /// reached its limit for the day, and so that someone is registering with it.
    async fn wait_like_a_text(&self, began: Instant, deadline: Instant) -> Outcome {
        // Right after the start of the server there are no recent durations. The SMTP dialogue so far took
        // about as long as a text would.
        let wait = self.text_times.draw().unwrap_or_else(|| began.elapsed());
        sleep_until(deadline.min(Instant::now() + wait)).await;
        Outcome::Accepted
    }

    fn message(&self, mail: Mail<'_>) -> Result<Message, MailError> {
        let (local, domain) = mail.to;
        // The text of the library's error would hold the address.
        let to = Address::new(local, domain)
            .map_err(|_| MailError::Internal("an address that the mail library does not take"))?;
        let id = format!("<{}@{}>", Uuid::new_v4(), self.from.email.domain());
        // With this header automatic replies such as holiday notices are not sent (RFC 3834).
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .date(SystemTime::from(mail.sent_at))
            .message_id(Some(id))
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
            .subject(mail.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(mail.text.to_owned())
            .map_err(|_| MailError::Internal("a mail that cannot be put together"))
    }
}

/// Sends the text. Before the text begins, the mail server can deliver nothing. After that, only an explicit refusal
/// means that the mail server delivers nothing.
async fn hand_over(
    connection: &mut AsyncSmtpConnection,
    message: &Message,
    deadline: Instant,
) -> Outcome {
    match timeout_at(deadline, connection.command(commands::Data)).await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => return refused(reason_of(&error)),
        Err(_) => return refused(TOO_SLOW),
    }
    match timeout_at(deadline, connection.message(&message.formatted())).await {
        Ok(Ok(_)) => Outcome::Accepted,
        Ok(Err(error)) if error.status().is_some() => refused(reason_of(&error)),
        Ok(Err(error)) => Outcome::Unknown(reason_of(&error)),
        Err(_) => Outcome::Unknown(TOO_SLOW),
    }
}

/// Sends the sender and the receiver.
async fn address(connection: &mut AsyncSmtpConnection, message: &Message) -> Result<(), Outcome> {
    let envelope = message.envelope();
    let from = envelope.from().cloned();
    // The receiver is always ASCII.
    let is_ascii = from.as_ref().is_none_or(|from| from.to_string().is_ascii());
    let parameters = if is_ascii {
        vec![]
    } else {
        vec![MailParameter::SmtpUtfEight]
    };
    connection
        .command(commands::Mail::new(from, parameters))
        .await
        .map_err(|error| refused(reason_of(&error)))?;
    for to in envelope.to() {
        let answer = connection
            .command(commands::Rcpt::new(to.clone(), vec![]))
            .await;
        answer.map_err(|error| {
            let code = error.status().map(u16::from);
            if code.is_some_and(|code| NO_SUCH_MAILBOX.contains(&code)) {
                Outcome::NoSuchMailbox
            } else {
                refused(reason_of(&error))
            }
        })?;
    }
    Ok(())
}

/// Returns the reason of a failure without the words of the mail server, because these repeat the
/// address.
fn reason_of(error: &smtp::Error) -> &'static str {
    if error.is_timeout() {
        TOO_SLOW
    } else if error.is_permanent() {
        "the SMTP server refuses permanently (5xx)"
    } else if error.is_transient() {
        "the SMTP server refuses temporarily (4xx)"
    } else if error.is_tls() {
        "no TLS with the SMTP server"
    } else {
        "the SMTP server does not answer as one"
    }
}

fn refused(reason: &'static str) -> Outcome {
    Outcome::Refused(MailError::Unavailable(reason))
}

impl fmt::Debug for SmtpClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SmtpClient")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_leave_at_steps_that_hide_a_late_timer() {
        for (elapsed_ms, step_ms) in [(0, 100), (98, 100), (100, 200), (1_234, 1_300)] {
            let step = next_step(Duration::from_millis(elapsed_ms));
            assert_eq!(step, Duration::from_millis(step_ms));
        }
    }
}
