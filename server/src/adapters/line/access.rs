//! Withdraws at LINE what a person allowed the app, when their account is deleted.

use reqwest::Client;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::endpoint;
use super::http::{check_status, new_client, out_of_reach};
use crate::error::{Error, Result};

/// Acts for the channel.
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
        api_base: &Url,
        channel_id: String,
        channel_secret: SecretString,
    ) -> Result<Self> {
        Ok(Self {
            client: new_client()?,
            api_base: api_base.clone(),
            channel_id,
            channel_secret,
        })
    }

    /// Withdraws all that this user allowed the channel. An error when the access token is not theirs,
    /// or LINE does not answer.
    pub(crate) async fn withdraw(&self, line_user_id: &str, access_token: &str) -> Result<()> {
        let (person, channel_token) =
            tokio::try_join!(self.find_person(access_token), self.create_channel_token())?;
        if person.user_id != line_user_id {
            return Err(Error::internal("the access token is someone else's"));
        }
        let request = self
            .client
            .post(endpoint(&self.api_base, "/user/v1/deauthorize"))
            .bearer_auth(channel_token.access_token)
            .json(&json!({ "userAccessToken": access_token }));
        check_status(request.send().await)?;
        Ok(())
    }

    async fn find_person(&self, access_token: &str) -> Result<Person> {
        let request = self.client.get(endpoint(&self.api_base, "/v2/profile"));
        let answer = check_status(request.bearer_auth(access_token).send().await)?;
        answer.json().await.map_err(out_of_reach)
    }

    /// A stateless one: it ends after 15 minutes, and LINE keeps no count of them.
    async fn create_channel_token(&self) -> Result<ChannelToken> {
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
        answer.json().await.map_err(out_of_reach)
    }
}
