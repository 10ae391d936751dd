//! The behaviour of this LINE: the person who uses it, and the faults.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::CHANNEL_ID;

/// The person who is logged in to LINE on the device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Person {
    /// `U` and 32 hexadecimal digits.
    pub user_id: String,
    /// The display name.
    pub display_name: String,
    /// The status message, if the person wrote one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_message: Option<String>,
    /// The picture, if the person chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture_url: Option<String>,
}

/// The fault of the ID tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum IdTokenFault {
    /// Signed by a key that is not published.
    Kid,
    /// Issued by another party than LINE.
    Issuer,
    /// Issued for another channel.
    Audience,
    /// Signed by HS256 with the public key.
    Algorithm,
    /// Expired an hour ago.
    Expired,
    /// Valid from an hour from now.
    NotYetValid,
    /// Signed by another key of the same name.
    Signature,
}

/// A fault of calls: a delay, or another answer than the usual one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fault {
    /// A part of the host and path, such as `api.line.me/v2/profile`. Empty means every call.
    #[serde(default)]
    pub call: String,
    /// The status of the error. Without a status, the call gets its usual answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The body of a success, instead of the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<Value>,
    /// True if the call takes effect before the error: its answer is lost.
    #[serde(default)]
    pub after_effect: bool,
    /// The URL of a redirect with 307, after which the client sends method and body there again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_to: Option<String>,
    /// The delay of the answer.
    #[serde(default)]
    pub delay_ms: u64,
    /// The number of calls with this fault. Without a number, all calls have the fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
}

impl Fault {
    /// Makes every call answer 503.
    pub fn everything_down() -> Self {
        Self {
            status: Some(503),
            ..Self::default()
        }
    }
}

/// The result of the share target picker for the page that waits for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ShareOutcome {
    /// The person is still choosing.
    Pending,
    /// The message was sent.
    Success,
    /// The person closed the picker without sending.
    Cancel,
    /// LINE could not send the message.
    Failure,
}

/// All settings of this LINE.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Behaviour {
    /// The endpoint URL of the LIFF app. By default, the origin of the page that calls.
    pub endpoint_url: Option<String>,
    /// The person who is logged in.
    pub person: Person,
    /// True if the person is a friend of the official account.
    pub is_friend: bool,
    /// The LINE user ids of people who have blocked the official account, or are not its friends.
    pub unreachable: Vec<String>,
    /// The language of LINE on the people's devices.
    pub language: String,
    /// The messages that the official account may send in a month. Without a number, there is no limit.
    pub monthly_limit: Option<usize>,
    /// The LIFF apps of the channel.
    pub liff_ids: Vec<String>,
    /// The size of the LIFF apps.
    pub liff_size: String,
    /// The friend option of the LIFF apps: `none`, `normal` or `aggressive`.
    pub bot_prompt: String,
    /// The id of the official account.
    pub bot_id: String,
    /// `chat` if people of the operator can answer in LINE's chat, or `bot`.
    pub chat_mode: String,
    /// The URL of the webhook, if the official account has one.
    pub webhook_url: Option<String>,
    /// True if the webhook is switched on.
    pub is_webhook_active: bool,
    /// The scopes that the LIFF app requests.
    pub scopes: Vec<String>,
    /// The scopes that the person granted.
    pub granted_scopes: Vec<String>,
    /// Functions of the SDK that this LIFF app may not use, by their names in the context.
    pub withheld_apis: Vec<String>,
    /// True if the person refuses on LINE's login page.
    pub refuses_login: bool,
    /// The result of the share target picker.
    pub share_outcome: ShareOutcome,
    /// The fault of all further ID tokens.
    pub id_token_fault: Option<IdTokenFault>,
    /// The faults. A call gets the first one that matches.
    pub faults: Vec<Fault>,
}

impl Default for Behaviour {
    fn default() -> Self {
        let scopes = ["profile", "openid", "email"].map(str::to_owned).to_vec();
        Self {
            endpoint_url: None,
            person: Person {
                user_id: "U00000000000000000000000000000001".to_owned(),
                display_name: "Ming".to_owned(),
                status_message: None,
                picture_url: None,
            },
            is_friend: true,
            unreachable: Vec::new(),
            language: "zh-Hant".to_owned(),
            monthly_limit: None,
            liff_ids: vec![format!("{CHANNEL_ID}-abcdefgh")],
            liff_size: "full".to_owned(),
            bot_prompt: "aggressive".to_owned(),
            bot_id: "@enmusubi".to_owned(),
            chat_mode: "bot".to_owned(),
            webhook_url: None,
            is_webhook_active: true,
            granted_scopes: scopes.clone(),
            scopes,
            withheld_apis: Vec::new(),
            refuses_login: false,
            share_outcome: ShareOutcome::Success,
            id_token_fault: None,
            faults: Vec::new(),
        }
    }
}

impl Behaviour {
    /// Returns whether the LIFF app has this scope and the person granted it.
    pub(crate) fn grants(&self, scope: &str) -> bool {
        self.scopes
            .iter()
            .any(|asked| asked == scope && self.granted_scopes.contains(asked))
    }

    /// Returns the fault of this call and counts it.
    pub(crate) fn take_fault(&mut self, call: &str) -> Option<Fault> {
        let index = self
            .faults
            .iter()
            .position(|fault| call.contains(&fault.call))?;
        let fault = &mut self.faults[index];
        let found = fault.clone();
        if let Some(times) = &mut fault.times {
            *times = times.saturating_sub(1);
            if *times == 0 {
                self.faults.remove(index);
            }
        }
        Some(found)
    }
}
