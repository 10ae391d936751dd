//! Sends messages as the official account, with the Messaging API.

use enmusubi_core::language::Language;
use reqwest::{Client, RequestBuilder, Response};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use super::error::LineError;
use super::http::{check_status, endpoint};

/// The header by which LINE recognises a message that is sent again. LINE knows a key for 24 hours.
const RETRY_KEY: &str = "X-Line-Retry-Key";
/// LINE answers 429 for too many calls and for a used-up month. Only the text about the month has these words.
const MONTHLY_LIMIT: &str = "monthly limit";

/// Calls the Messaging API on behalf of the channel of the official account.
#[derive(Debug)]
pub(crate) struct MessagingClient {
    client: Client,
    api_base: Url,
    access_token: SecretString,
}

/// LINE's answer to a message.
#[derive(Debug)]
pub(crate) enum PushAnswer {
    /// LINE has accepted the message, now or at an earlier try. A person who has blocked the account does not get it.
    Accepted,
    /// LINE refuses this message, also at a further try. The number is the status of the answer.
    Refused(u16),
    /// LINE accepts no more messages this month.
    OverQuota,
}

/// The reason why the outcome of a call is not known, or why LINE does not accept the access token.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MessagingError {
    /// LINE does not accept the access token.
    #[error("LINE does not accept LINE_CHANNEL_ACCESS_TOKEN (status {0})")]
    AccessToken(u16),
    /// LINE does not answer, has too many calls, or has a fault.
    #[error(transparent)]
    OutOfReach(#[from] LineError),
}

/// The messages of a month that LINE accepts, and those that the account has sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Quota {
    /// `None` if the account's plan has no limit.
    pub(crate) limit: Option<i64>,
    pub(crate) n_sent: i64,
}

/// A friend of the official account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Friend {
    /// The language of the app that fits the language of the friend's LINE.
    pub(crate) language: Language,
}

#[derive(Deserialize)]
struct Limit {
    #[serde(default)]
    value: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Consumption {
    total_usage: i64,
}

#[derive(Deserialize)]
struct Profile {
    #[serde(default)]
    language: String,
}

#[derive(Default, Deserialize)]
struct Problem {
    #[serde(default)]
    message: String,
}

impl MessagingClient {
    pub(super) fn new(client: Client, api_base: &Url, access_token: SecretString) -> Self {
        Self {
            client,
            api_base: api_base.clone(),
            access_token,
        }
    }

    /// Sends a message to a person. A try with a key that LINE has accepted before sends nothing.
    pub(crate) async fn push(
        &self,
        line_user_id: &str,
        message: &Value,
        retry_key: &str,
    ) -> Result<PushAnswer, MessagingError> {
        let body = json!({ "to": line_user_id, "messages": [message] });
        let request = self
            .post("/v2/bot/message/push")
            .header(RETRY_KEY, retry_key)
            .json(&body);
        let response = request.send().await.map_err(LineError::out_of_reach)?;
        let status = response.status().as_u16();
        match status {
            // With 409, LINE says that it has accepted the same key before.
            200..=299 | 409 => Ok(PushAnswer::Accepted),
            401 | 403 => Err(MessagingError::AccessToken(status)),
            429 if is_monthly_limit(response).await => Ok(PushAnswer::OverQuota),
            429 => Err(out_of_reach(status)),
            400..=499 => Ok(PushAnswer::Refused(status)),
            _ => Err(out_of_reach(status)),
        }
    }

    /// Answers an event with a message, which does not count among the messages of the month. LINE accepts an answer
    /// only soon after the event.
    pub(crate) async fn reply(&self, reply_token: &str, message: &Value) -> Result<(), LineError> {
        let body = json!({ "replyToken": reply_token, "messages": [message] });
        let request = self.post("/v2/bot/message/reply").json(&body);
        check_status(request.send().await)?;
        Ok(())
    }

    /// Returns the person if the person is a friend of the account. Returns `None` for other people, also for a person
    /// who has blocked the account.
    pub(crate) async fn find_friend(
        &self,
        line_user_id: &str,
    ) -> Result<Option<Friend>, MessagingError> {
        let path = format!("/v2/bot/profile/{line_user_id}");
        let response = self.get(&path).send().await;
        let response = response.map_err(LineError::out_of_reach)?;
        match response.status().as_u16() {
            404 => Ok(None),
            status @ (401 | 403) => Err(MessagingError::AccessToken(status)),
            _ => {
                let profile: Profile = json_of(check_status(Ok(response))?).await?;
                Ok(Some(Friend {
                    language: Language::choose([&*profile.language]),
                }))
            }
        }
    }

    /// Returns the number of messages of this month that LINE accepts, and that it has accepted.
    pub(crate) async fn quota(&self) -> Result<Quota, LineError> {
        let limit = self.get("/v2/bot/message/quota").send();
        let consumption = self.get("/v2/bot/message/quota/consumption").send();
        let (limit, consumption) = tokio::join!(limit, consumption);
        let limit: Limit = json_of(check_status(limit)?).await?;
        let consumption: Consumption = json_of(check_status(consumption)?).await?;
        Ok(Quota {
            limit: limit.value,
            n_sent: consumption.total_usage,
        })
    }

    fn get(&self, path: &str) -> RequestBuilder {
        let request = self.client.get(endpoint(&self.api_base, path));
        request.bearer_auth(self.access_token.expose_secret())
    }

    fn post(&self, path: &str) -> RequestBuilder {
        let request = self.client.post(endpoint(&self.api_base, path));
        request.bearer_auth(self.access_token.expose_secret())
    }
}

async fn json_of<T: for<'a> Deserialize<'a>>(response: Response) -> Result<T, LineError> {
    response.json().await.map_err(LineError::out_of_reach)
}

async fn is_monthly_limit(response: Response) -> bool {
    let problem: Problem = response.json().await.unwrap_or_default();
    problem.message.contains(MONTHLY_LIMIT)
}

fn out_of_reach(status: u16) -> MessagingError {
    LineError::out_of_reach(format!("LINE answers with the status {status}")).into()
}
