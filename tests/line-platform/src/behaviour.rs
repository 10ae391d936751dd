//! How this LINE behaves: who is in front of the screen, and what goes wrong.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Who is logged in to LINE on the device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Person {
    /// `U` and 32 hexadecimal digits.
    pub user_id: String,
    /// The name they chose.
    pub display_name: String,
    /// Absent for those who wrote none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_message: Option<String>,
    /// Absent for those who chose none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture_url: Option<String>,
}

/// What is wrong with the ID tokens that are handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum IdTokenFault {
    /// Signed by a key that is not published.
    Kid,
    /// Made by someone who is not LINE.
    Issuer,
    /// Made out to another channel.
    Audience,
    /// Signed by HS256 with the public key.
    Algorithm,
    /// Ended an hour ago.
    Expired,
    /// Made an hour from now.
    NotYetValid,
    /// Signed by another key of the same name.
    Signature,
}

/// Calls that are answered late, or with something else instead.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fault {
    /// A part of the host and path, such as `api.line.me/v2/profile`; empty for every call.
    #[serde(default)]
    pub call: String,
    /// The status of the error; the usual answer where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The body of a success, in place of the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<Value>,
    /// The call is redirected to this URL, by 307: method and body are to be sent there again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_to: Option<String>,
    /// How long the answer takes.
    #[serde(default)]
    pub delay_ms: u64,
    /// How many calls it hits; all where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
}

impl Fault {
    /// Every call answers 503.
    pub fn everything_down() -> Self {
        Self {
            status: Some(503),
            ..Self::default()
        }
    }
}

/// What the share target picker tells the page that waits for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ShareOutcome {
    /// The person is still choosing.
    Pending,
    /// Sent.
    Success,
    /// Closed without sending.
    Cancel,
    /// LINE could not send.
    Failure,
}

/// Everything that can be told to this LINE.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Behaviour {
    /// The endpoint URL of the LIFF app; where absent, the origin of the page that asks.
    pub endpoint_url: Option<String>,
    /// Who is logged in.
    pub person: Person,
    /// Whether the person is a friend of the official account.
    pub is_friend: bool,
    /// The scopes the LIFF app asks for.
    pub scopes: Vec<String>,
    /// Those of them that the person granted.
    pub granted_scopes: Vec<String>,
    /// Functions of the SDK that this LIFF app may not use, by their names in the context.
    pub withheld_apis: Vec<String>,
    /// The person says no on LINE's login page.
    pub refuses_login: bool,
    /// What the share target picker answers.
    pub share_outcome: ShareOutcome,
    /// What is wrong with ID tokens from now on.
    pub id_token_fault: Option<IdTokenFault>,
    /// The first that fits a call is what happens to it.
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
    /// Whether the LIFF app has this scope and the person granted it.
    pub(crate) fn grants(&self, scope: &str) -> bool {
        self.scopes
            .iter()
            .any(|asked| asked == scope && self.granted_scopes.contains(asked))
    }

    /// What happens to this call, counting it.
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
