//! Asks LINE whether the settings work, for an operator who sets up the channels.

mod login_channel;
mod official_account;

use std::error::Error as _;
use std::fmt;

use reqwest::{Client, RequestBuilder};
use serde::Deserialize;
use url::Url;

use super::error::LineError;
use super::http::{endpoint, new_client};
use crate::ops::config::{Config, LineConfig};

/// The path below `PUBLIC_BASE_URL` to which LINE sends the events of the official account.
pub(crate) const WEBHOOK_PATH: &str = "/line/webhook";

/// The result of the check of one setting or a few.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// The setting works.
    Works(String),
    /// The setting was not checked, because another setting is absent.
    Skipped(String),
    /// The setting does not work, or LINE did not answer. The sentence says what to do.
    Wrong(String),
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Works(sentence) => write!(formatter, "ok       {sentence}"),
            Self::Skipped(sentence) => write!(formatter, "skipped  {sentence}"),
            Self::Wrong(sentence) => write!(formatter, "WRONG    {sentence}"),
        }
    }
}

/// Asks LINE about every setting of LINE. Returns the findings in the order of the setup.
pub async fn check(config: &Config) -> Result<Vec<Finding>, LineError> {
    let LineConfig::Line {
        liff_id,
        channel_id,
        channel_secret,
        bot_id,
        api_base,
        messaging,
    } = &config.line
    else {
        let sentence = "MOCK_ENABLE replaces LINE, so there is nothing to check.";
        return Ok(vec![Finding::Skipped(sentence.to_owned())]);
    };
    let mut check = Check {
        client: new_client()?,
        api_base,
        public_base_url: config.public_base_url.as_str().trim_end_matches('/'),
        findings: Vec::new(),
    };
    match channel_secret {
        Some(secret) => {
            let other = messaging.as_ref().map(|it| &it.channel_secret);
            let ended = check
                .login_channel(channel_id, secret, other, liff_id)
                .await;
            check.note(ended);
        }
        None => check.skip(
            "LINE_CHANNEL_SECRET is not set, so the LINE Login channel and its LIFF app are not checked.",
        ),
    }
    match messaging {
        Some(messaging) => {
            let ended = check.official_account(messaging, bot_id).await;
            check.note(ended);
        }
        None => check.skip(
            "LINE_CHANNEL_ACCESS_TOKEN is not set: members get no messages in LINE, and LINE_BOT_ID is not checked.",
        ),
    }
    Ok(check.findings)
}

struct Check<'a> {
    client: Client,
    api_base: &'a Url,
    /// `PUBLIC_BASE_URL` without a slash at the end.
    public_base_url: &'a str,
    findings: Vec<Finding>,
}

impl Check<'_> {
    /// Returns LINE's answer to the question about a subject. The error is a sentence: that of `refusals` for a status
    /// that shows a wrong setting, or else one about an outage, about too many questions or about a wrong answer.
    async fn ask<T: for<'a> Deserialize<'a>>(
        &self,
        request: RequestBuilder,
        subject: &str,
        refusals: &[(u16, &str)],
    ) -> Result<T, String> {
        Err(match request.send().await {
            Err(error) => format!(
                "{} does not answer the question about {subject}: {}. Try again later.",
                self.api_base,
                cause_of(&error)
            ),
            Ok(response) => match response.status().as_u16() {
                200..=299 => match response.json().await {
                    Ok(answer) => return Ok(answer),
                    Err(_) => format!("{} does not answer as LINE does.", self.api_base),
                },
                429 => format!(
                    "LINE has had too many questions about {subject}. Try again in an hour."
                ),
                status => match refusals.iter().find(|(refusal, _)| *refusal == status) {
                    Some((_, sentence)) => (*sentence).to_owned(),
                    None => format!(
                        "LINE answers the question about {subject} with the status {status}. Try again later."
                    ),
                },
            },
        })
    }

    fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(endpoint(self.api_base, path))
    }

    fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(endpoint(self.api_base, path))
    }

    fn works(&mut self, sentence: String) {
        self.findings.push(Finding::Works(sentence));
    }

    fn skip(&mut self, sentence: &str) {
        self.findings.push(Finding::Skipped(sentence.to_owned()));
    }

    /// Adds the sentence that ended a part of the check.
    fn note(&mut self, ended: Result<(), String>) {
        if let Err(sentence) = ended {
            self.wrong(sentence);
        }
    }

    fn wrong(&mut self, sentence: String) {
        self.findings.push(Finding::Wrong(sentence));
    }
}

/// Returns the innermost reason, such as a refused connection. The outer errors say only that a request failed.
fn cause_of(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "no answer came in time".to_owned();
    }
    let mut innermost = error.source();
    while let Some(next) = innermost.and_then(std::error::Error::source) {
        innermost = Some(next);
    }
    innermost.map_or_else(|| "the request failed".to_owned(), ToString::to_string)
}

/// Returns true if both addresses lead to the same page: a default port, the case of the host and a slash at the end
/// make no difference.
fn is_same_address(one: &str, other: &str) -> bool {
    let normal = |address: &str| {
        let url = Url::parse(address).ok()?;
        Some(url.as_str().trim_end_matches('/').to_owned())
    };
    normal(one).is_some_and(|one| normal(other).is_some_and(|other| one == other))
}
