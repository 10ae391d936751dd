//! Hands mail to an SMTP server.

use std::fmt;
use std::time::{Duration, SystemTime};

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp;
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::time::timeout;
use url::Url;
use uuid::Uuid;

use super::{Mail, not_sent};
use crate::error::{Error, Result};

/// Somebody waits for the answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// One SMTP server, and who we are to it.
pub(crate) struct SmtpClient {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    patience: Duration,
}

impl SmtpClient {
    pub(super) fn new(url: &SecretString, from: Mailbox) -> Result<Self> {
        let url = url.expose_secret();
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| Error::internal("SMTP_URL cannot be used"))?
            .timeout(Some(PATIENCE));
        let names_us = Url::parse(url).is_ok_and(|url| url.path().len() > 1);
        if !names_us {
            // The machine's own name is nobody's business.
            builder = builder.hello_name(ClientId::Domain(from.email.domain().to_owned()));
        }
        Ok(Self {
            transport: builder.build(),
            from,
            patience: PATIENCE,
        })
    }

    pub(super) async fn send(&self, mail: Mail<'_>) -> Result<()> {
        let message = self.message(mail)?;
        // The transport's own limit is for each step of the conversation, this one for all of it.
        match timeout(self.patience, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(not_sent(reason_of(&error))),
            Err(_) => Err(not_sent("the SMTP server took too long")),
        }
    }

    fn message(&self, mail: Mail<'_>) -> Result<Message> {
        let (local, domain) = mail.to;
        // An error's text would hold the address.
        let to = Address::new(local, domain)
            .map_err(|_| Error::internal("an address that the mail library does not take"))?;
        let id = format!("<{}@{}>", Uuid::new_v4(), self.from.email.domain());
        // RFC 3834: nobody's holiday notice should answer.
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
            .map_err(|_| Error::internal("a mail that cannot be put together"))
    }
}

/// Why it failed, without the server's own words: they repeat the address.
fn reason_of(error: &smtp::Error) -> &'static str {
    if error.is_timeout() {
        "the SMTP server took too long"
    } else if error.is_permanent() {
        "the SMTP server refuses for good (5xx)"
    } else if error.is_transient() {
        "the SMTP server refuses for now (4xx)"
    } else if error.is_tls() {
        "no TLS with the SMTP server"
    } else {
        "the SMTP server does not answer as one"
    }
}

impl fmt::Debug for SmtpClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SmtpClient")
    }
}
