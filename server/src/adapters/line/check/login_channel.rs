//! The LINE Login channel and its LIFF app.

use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;

use super::{Check, is_same_address};

#[derive(Deserialize)]
struct Token {
    access_token: String,
}

#[derive(Deserialize)]
struct Apps {
    apps: Vec<LiffApp>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LiffApp {
    liff_id: String,
    view: View,
    #[serde(default)]
    scope: Vec<String>,
    #[serde(default)]
    bot_prompt: String,
}

#[derive(Deserialize)]
struct View {
    #[serde(rename = "type")]
    size: String,
    url: String,
}

const WRONG_SECRET: &str = "LINE does not accept LINE_CHANNEL_SECRET for the channel LINE_CHANNEL_ID. Copy both from \
                            \"Basic settings\" of the LINE Login channel.";
const SWAPPED: &str = "LINE_CHANNEL_SECRET and LINE_MESSAGING_CHANNEL_SECRET are swapped. The first is that of the \
                       LINE Login channel, and the second that of the Messaging API channel.";

impl Check<'_> {
    /// Checks the channel and its LIFF app. `other` is the secret of the other channel, which operators take for this one
    /// by mistake.
    pub(super) async fn login_channel(
        &mut self,
        channel_id: &str,
        secret: &SecretString,
        other: Option<&SecretString>,
        liff_id: &str,
    ) -> Result<(), String> {
        let Token { access_token } = match self.token(channel_id, secret).await {
            Ok(token) => token,
            Err(sentence) => {
                let is_swapped = match other {
                    Some(other) => self.token(channel_id, other).await.is_ok(),
                    None => false,
                };
                return Err(if is_swapped {
                    SWAPPED.to_owned()
                } else {
                    sentence
                });
            }
        };
        self.works(format!(
            "LINE accepts LINE_CHANNEL_SECRET for the channel {channel_id}."
        ));
        let request = self.get("/liff/v1/apps").bearer_auth(access_token);
        let none = format!(
            "The channel {channel_id} has no LIFF app {liff_id}. Add one in the tab \"LIFF\" of the channel, and \
             copy its id into LIFF_ID."
        );
        let Apps { apps } = self.ask(request, "the LIFF app", &[(404, &none)]).await?;
        if let Some(app) = apps.iter().find(|app| app.liff_id == liff_id) {
            self.liff_app(app);
            return Ok(());
        }
        let ids: Vec<_> = apps.iter().map(|app| app.liff_id.as_str()).collect();
        Err(match ids.join(", ") {
            ids if ids.is_empty() => none,
            ids => format!(
                "The channel {channel_id} has no LIFF app {liff_id}, but it has {ids}. Copy the id into LIFF_ID."
            ),
        })
    }

    async fn token(&self, channel_id: &str, secret: &SecretString) -> Result<Token, String> {
        let form = [
            ("grant_type", "client_credentials"),
            ("client_id", channel_id),
            ("client_secret", secret.expose_secret()),
        ];
        let request = self.post("/oauth2/v3/token").form(&form);
        let refusals = [(400, WRONG_SECRET), (401, WRONG_SECRET)];
        self.ask(request, "LINE_CHANNEL_SECRET", &refusals).await
    }

    fn liff_app(&mut self, app: &LiffApp) {
        let wanted = self.public_base_url.to_owned();
        let n_before = self.findings.len();
        if !is_same_address(&app.view.url, &wanted) {
            self.wrong(format!(
                "The endpoint URL of the LIFF app is {}, and PUBLIC_BASE_URL is {wanted}. Set both to the address of \
                 your host.",
                app.view.url
            ));
        }
        if app.view.size != "full" {
            self.wrong(format!(
                "The size of the LIFF app is \"{}\". Set it to \"Full\": the form needs the room.",
                app.view.size
            ));
        }
        for scope in ["openid", "profile"] {
            if !app.scope.iter().any(|it| it == scope) {
                self.wrong(format!(
                    "The LIFF app lacks the scope {scope}. Tick it in the settings of the LIFF app."
                ));
            }
        }
        if !matches!(app.bot_prompt.as_str(), "normal" | "aggressive") {
            self.wrong(
                "The LIFF app does not offer to add the official account as a friend. Set \"Add friend option\" to \
                 \"On (Aggressive)\", and link the official account in \"Basic settings\" of the channel."
                    .to_owned(),
            );
        }
        if self.findings.len() == n_before {
            self.works(format!("The LIFF app {} opens {wanted}.", app.liff_id));
        }
    }
}
