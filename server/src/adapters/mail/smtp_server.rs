//! Connects to the SMTP server of `SMTP_URL`.

use lettre::transport::smtp;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use percent_encoding::percent_decode_str;
use secrecy::{ExposeSecret as _, SecretString};
use url::Url;

use super::error::MailError;

/// The address of the mail server, the name that our server gives, the encryption and the credentials.
pub(super) struct SmtpServer {
    host: String,
    port: u16,
    hello_name: ClientId,
    encryption: Tls,
    credentials: Option<Credentials>,
}

impl SmtpServer {
    /// Reads a URL that the configuration has accepted as safe. Our server introduces itself with the
    /// name in the URL's path, or else with `our_domain`, and never with the name of the machine, which
    /// is private.
    pub(super) fn new(url: &SecretString, our_domain: &str) -> Result<Self, MailError> {
        let url = Url::parse(url.expose_secret()).map_err(|_| unusable())?;
        let host = url.host_str().ok_or_else(unusable)?;
        let host = host
            .trim_start_matches('[')
            .trim_end_matches(']')
            .to_owned();
        let tls = || TlsParameters::new(host.clone()).map_err(|_| unusable());
        let is_upgraded = url
            .query_pairs()
            .any(|pair| pair == ("tls".into(), "required".into()));
        let (port, encryption) = match (url.scheme(), is_upgraded) {
            ("smtps", _) => (SUBMISSIONS_PORT, Tls::Wrapper(tls()?)),
            ("smtp", true) => (SUBMISSION_PORT, Tls::Required(tls()?)),
            ("smtp", false) => (SMTP_PORT, Tls::None),
            _ => return Err(unusable()),
        };
        let given_name = url.path().trim_matches('/');
        let name = if given_name.is_empty() {
            our_domain
        } else {
            given_name
        };
        let password = url.password().map(decoded).transpose()?;
        let credentials = match password {
            Some(password) => Some(Credentials::new(decoded(url.username())?, password)),
            None => None,
        };
        Ok(Self {
            port: url.port().unwrap_or(port),
            host,
            hello_name: ClientId::Domain(name.to_owned()),
            encryption,
            credentials,
        })
    }

    /// Connects, encrypts the connection and authenticates, as the URL demands.
    pub(super) async fn connect(&self) -> Result<AsyncSmtpConnection, smtp::Error> {
        let from_the_start = match &self.encryption {
            Tls::Wrapper(tls) => Some(tls.clone()),
            _ => None,
        };
        let address = (self.host.as_str(), self.port);
        let name = &self.hello_name;
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, None, name, from_the_start, None).await?;
        if let Tls::Required(tls) = &self.encryption {
            connection.starttls(tls.clone(), name).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

fn decoded(text: &str) -> Result<String, MailError> {
    let text = percent_decode_str(text).decode_utf8();
    Ok(text.map_err(|_| unusable())?.into_owned())
}

fn unusable() -> MailError {
    MailError::Internal("SMTP_URL cannot be used")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(url: &str) -> SmtpServer {
        SmtpServer::new(&SecretString::from(url), "mail.example").unwrap()
    }

    #[test]
    fn the_url_decides_the_port_and_the_encryption() {
        for (url, host, port, encryption) in [
            ("smtp://127.0.0.1", "127.0.0.1", 25, "none"),
            ("smtp://[::1]:2525", "::1", 2525, "none"),
            ("smtps://mail.example.com", "mail.example.com", 465, "start"),
            (
                "smtps://mail.example.com:1465",
                "mail.example.com",
                1465,
                "start",
            ),
            (
                "smtp://mail.example.com?tls=required",
                "mail.example.com",
                587,
                "hello",
            ),
            (
                "smtp://mail.example.com:25?tls=required",
                "mail.example.com",
                25,
                "hello",
            ),
        ] {
            let server = server(url);
            let found = match server.encryption {
                Tls::None => "none",
                Tls::Wrapper(_) => "start",
                Tls::Required(_) => "hello",
                Tls::Opportunistic(_) => "perhaps",
            };
            assert_eq!(
                (server.host.as_str(), server.port, found),
                (host, port, encryption),
                "{url}"
            );
        }
    }

    #[test]
    fn the_path_is_our_name_and_the_password_is_decoded() {
        assert_eq!(
            server("smtp://[::1]").hello_name.to_string(),
            "mail.example"
        );
        assert_eq!(
            server("smtp://[::1]/me.example").hello_name.to_string(),
            "me.example"
        );
        let credentials = server("smtp://a%40b:p%2Fq@[::1]").credentials;
        assert_eq!(
            credentials,
            Some(Credentials::new("a@b".to_owned(), "p/q".to_owned()))
        );
        assert_eq!(server("smtp://[::1]").credentials, None);
    }
}
