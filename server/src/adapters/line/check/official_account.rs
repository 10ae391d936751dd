//! The official account: its token, its messages of a month, and its webhook.

use secrecy::ExposeSecret as _;
use serde::Deserialize;
use serde_json::json;

use super::{Check, WEBHOOK_PATH, is_same_address};
use crate::adapters::line::webhook::WebhookKey;
use crate::ops::config::MessagingConfig;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Bot {
    basic_id: String,
    #[serde(default)]
    premium_id: Option<String>,
    /// `chat` if people of the operator can answer in LINE's own chat.
    #[serde(default)]
    chat_mode: String,
}

#[derive(Deserialize)]
struct WebhookEndpoint {
    endpoint: String,
    active: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WebhookTest {
    success: bool,
    /// The status that LINE got from the webhook. Zero or negative without an answer.
    #[serde(default)]
    status_code: i32,
    #[serde(default)]
    reason: String,
}

#[derive(Deserialize)]
struct Quota {
    #[serde(default)]
    value: Option<i64>,
}

const WRONG_TOKEN: &str = "LINE does not accept LINE_CHANNEL_ACCESS_TOKEN. Copy it from the tab \"Messaging API\" of the \
                           channel of the official account, or issue a new long-lived one there.";
const WRONG_SIGNATURE: &str = "The server refuses the signature of LINE. Copy LINE_MESSAGING_CHANNEL_SECRET from \
                               \"Basic settings\" of the channel of the official account, and restart the server.";
const OTHER_SECRET: &str = "LINE signs with the secret of the running server, and LINE_MESSAGING_CHANNEL_SECRET here is \
                            another one. Copy it again from \"Basic settings\" of the channel of the official account.";

impl Check<'_> {
    pub(super) async fn official_account(
        &mut self,
        messaging: &MessagingConfig,
        bot_id: &str,
    ) -> Result<(), String> {
        let token = messaging.access_token.expose_secret();
        let request = self.get("/v2/bot/info").bearer_auth(token);
        let refusals = [(400, WRONG_TOKEN), (401, WRONG_TOKEN)];
        let subject = "LINE_CHANNEL_ACCESS_TOKEN";
        let bot: Bot = self.ask(request, subject, &refusals).await?;
        if bot.basic_id == bot_id || bot.premium_id.as_deref() == Some(bot_id) {
            self.works(format!(
                "LINE_CHANNEL_ACCESS_TOKEN belongs to the official account {bot_id}."
            ));
        } else {
            self.wrong(format!(
                "LINE_CHANNEL_ACCESS_TOKEN belongs to the official account {}, and LINE_BOT_ID is {bot_id}. Take both from \
                 the same account.",
                bot.basic_id
            ));
        }
        self.answers(&bot, messaging.contact.as_deref());
        let ended = self.quota(token, messaging.per_month).await;
        self.note(ended);
        self.webhook(messaging).await
    }

    /// Checks that people who write to the account get an answer, and only one.
    fn answers(&mut self, bot: &Bot, contact: Option<&str>) {
        match (bot.chat_mode.as_str(), contact) {
            ("chat", Some(contact)) => self.wrong(format!(
                "People can write to the official account in LINE's chat, and the server tells them to write to \
                 {contact}. Switch \"Chat\" off in the Official Account Manager, or remove LINE_CONTACT."
            )),
            ("bot", None) => self.wrong(
                "People who write to the official account get no answer. Set LINE_CONTACT, or switch \"Chat\" on in \
                 the Official Account Manager and answer there."
                    .to_owned(),
            ),
            _ => (),
        }
    }

    async fn quota(&mut self, token: &str, per_month: u32) -> Result<(), String> {
        let request = self.get("/v2/bot/message/quota").bearer_auth(token);
        let quota: Quota = self.ask(request, "the messages of a month", &[]).await?;
        match quota.value {
            Some(limit) if limit < i64::from(per_month) => self.wrong(format!(
                "The plan of the official account has {limit} messages a month, and LINE_MESSAGES_PER_MONTH is \
                 {per_month}. Lower the setting, or change the plan."
            )),
            Some(limit) => self.works(format!(
                "The plan has {limit} messages a month, and the server sends {per_month} at most."
            )),
            None => self.works(format!(
                "The plan has no limit, and the server sends {per_month} messages a month at most."
            )),
        }
        Ok(())
    }

    async fn webhook(&mut self, messaging: &MessagingConfig) -> Result<(), String> {
        let token = messaging.access_token.expose_secret();
        let wanted = format!("{}{WEBHOOK_PATH}", self.public_base_url);
        let none = format!(
            "The channel of the official account has no webhook. Set \"Webhook URL\" to {wanted} and switch on \
             \"Use webhook\"."
        );
        let path = "/v2/bot/channel/webhook/endpoint";
        let request = self.get(path).bearer_auth(token);
        let known: WebhookEndpoint = self.ask(request, "the webhook", &[(404, &none)]).await?;
        if !known.active {
            self.wrong("The webhook is off. Switch on \"Use webhook\".".to_owned());
        }
        if !is_same_address(&known.endpoint, &wanted) {
            self.wrong(format!(
                "The webhook URL is {}. Set it to {wanted}",
                known.endpoint
            ));
        } else if known.active {
            let request = self.post("/v2/bot/channel/webhook/test").bearer_auth(token);
            let request = request.json(&json!({ "endpoint": wanted }));
            let test: WebhookTest = self.ask(request, "the test of the webhook", &[]).await?;
            return self.tested(&test, &wanted, messaging).await;
        }
        Ok(())
    }

    async fn tested(
        &mut self,
        test: &WebhookTest,
        wanted: &str,
        messaging: &MessagingConfig,
    ) -> Result<(), String> {
        match (test.success, test.status_code) {
            (true, _) if self.refuses_own_signature(wanted, messaging).await => {
                Err(OTHER_SECRET.to_owned())
            }
            (true, _) => {
                let sentence = "LINE reaches the webhook, and the server knows the signature.";
                self.works(sentence.to_owned());
                Ok(())
            }
            (false, 401) => Err(WRONG_SIGNATURE.to_owned()),
            (false, 404) => Err(format!(
                "LINE reaches {wanted}, and finds no webhook there. Restart the server with LINE_CHANNEL_ACCESS_TOKEN \
                 and LINE_MESSAGING_CHANNEL_SECRET. If that does not help, the proxy in front does not pass \
                 {WEBHOOK_PATH} on."
            )),
            (false, status @ 100..) => Err(format!(
                "LINE reaches {wanted}, and gets the status {status}. The log of the server or of the proxy in front \
                 says why."
            )),
            (false, _) => Err(format!(
                "LINE does not reach {wanted} ({}). The server must run, and send a certificate that browsers accept, \
                 with its intermediate certificates.",
                test.reason
            )),
        }
    }

    /// Returns true if the running server refuses a delivery that is signed with the secret of these settings.
    async fn refuses_own_signature(&self, wanted: &str, messaging: &MessagingConfig) -> bool {
        let body = json!({ "destination": "", "events": [] }).to_string();
        let signature = WebhookKey::new(&messaging.channel_secret).sign(body.as_bytes());
        let request = self
            .client
            .post(wanted)
            .header("X-Line-Signature", signature);
        let answer = request.body(body).send().await;
        answer.is_ok_and(|answer| answer.status().as_u16() == 401)
    }
}
