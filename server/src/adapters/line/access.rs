//! Withdraws the permissions that a user gave the app at LINE, when the user deletes the account.

use reqwest::Client;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::error::LineError;
use super::http::{check_status, endpoint};

/// Calls LINE on behalf of the channel.
#[derive(Debug)]
pub(crate) struct AccessClient {
    client: Client,
    api_base: Url,
    channel_id: String,
    channel_secret: SecretString,
}

#[derive(Deserialize)]
struct ChannelToken {
    access_token: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Person {
    user_id: String,
}

impl AccessClient {
    pub(super) fn new(
        client: Client,
        api_base: &Url,
        channel_id: String,
        channel_secret: SecretString,
    ) -> Self {
        Self {
            client,
            api_base: api_base.clone(),
            channel_id,
            channel_secret,
        }
    }

    /// Withdraws all permissions that the user gave the channel. Fails if the access token is of another
    /// user, or if LINE does not answer.
    pub(crate) async fn withdraw(
        &self,
        line_user_id: &str,
        access_token: &str,
    ) -> Result<(), LineError> {
        let (person, channel_token) =
            tokio::try_join!(self.find_person(access_token), self.create_channel_token())?;
        if person.user_id != line_user_id {
            return Err(LineError::ForeignAccessToken);
        }
        let request = self
            .client
            .post(endpoint(&self.api_base, "/user/v1/deauthorize"))
            .bearer_auth(channel_token.access_token)
            .json(&json!({ "userAccessToken": access_token }));
        check_status(request.send().await)?;
        Ok(())
    }

    async fn find_person(&self, access_token: &str) -> Result<Person, LineError> {
        let request = self.client.get(endpoint(&self.api_base, "/v2/profile"));
        let answer = check_status(request.bearer_auth(access_token).send().await)?;
        answer.json().await.map_err(LineError::out_of_reach)
    }

    /// Creates a stateless token, which expires after 15 minutes. LINE does not limit the number of such tokens.
    async fn create_channel_token(&self) -> Result<ChannelToken, LineError> {
        let form = [
            ("grant_type", "client_credentials"),
            ("client_id", self.channel_id.as_str()),
            ("client_secret", self.channel_secret.expose_secret()),
        ];
        let request = self
            .client
            .post(endpoint(&self.api_base, "/oauth2/v3/token"))
            .form(&form);
        let answer = check_status(request.send().await)?;
        answer.json().await.map_err(LineError::out_of_reach)
    }
}
