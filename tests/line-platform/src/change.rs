//! A change that a test requests. Absent members stay unchanged.

use serde::{Deserialize, Deserializer};

use crate::behaviour::{Behaviour, Fault, IdTokenFault, Person, ShareOutcome};

/// The body of `POST /_control`. Absent members do not change.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Change {
    /// See [`Behaviour`] for this and all following members.
    #[serde(deserialize_with = "given")]
    pub endpoint_url: Option<Option<String>>,
    pub person: Option<Person>,
    pub is_friend: Option<bool>,
    pub unreachable: Option<Vec<String>>,
    pub language: Option<String>,
    #[serde(deserialize_with = "given")]
    pub monthly_limit: Option<Option<usize>>,
    pub liff_ids: Option<Vec<String>>,
    pub liff_size: Option<String>,
    pub bot_prompt: Option<String>,
    pub bot_id: Option<String>,
    pub chat_mode: Option<String>,
    #[serde(deserialize_with = "given")]
    pub webhook_url: Option<Option<String>>,
    pub is_webhook_active: Option<bool>,
    pub scopes: Option<Vec<String>>,
    pub granted_scopes: Option<Vec<String>>,
    pub withheld_apis: Option<Vec<String>>,
    pub refuses_login: Option<bool>,
    pub share_outcome: Option<ShareOutcome>,
    #[serde(deserialize_with = "given")]
    pub id_token_fault: Option<Option<IdTokenFault>>,
    pub faults: Option<Vec<Fault>>,
    /// Revokes every access token issued so far.
    pub revoke_access_tokens: bool,
    /// Signs ID tokens with a new key, which is published beside the earlier keys.
    pub roll_over_key: bool,
    /// Resets everything except the keys, and deletes the records.
    pub reset: bool,
}

impl Change {
    /// Applies the members that the change has.
    pub(crate) fn apply(self, behaviour: &mut Behaviour) {
        let old = std::mem::take(behaviour);
        *behaviour = Behaviour {
            endpoint_url: self.endpoint_url.unwrap_or(old.endpoint_url),
            person: self.person.unwrap_or(old.person),
            is_friend: self.is_friend.unwrap_or(old.is_friend),
            unreachable: self.unreachable.unwrap_or(old.unreachable),
            language: self.language.unwrap_or(old.language),
            monthly_limit: self.monthly_limit.unwrap_or(old.monthly_limit),
            liff_ids: self.liff_ids.unwrap_or(old.liff_ids),
            liff_size: self.liff_size.unwrap_or(old.liff_size),
            bot_prompt: self.bot_prompt.unwrap_or(old.bot_prompt),
            bot_id: self.bot_id.unwrap_or(old.bot_id),
            chat_mode: self.chat_mode.unwrap_or(old.chat_mode),
            webhook_url: self.webhook_url.unwrap_or(old.webhook_url),
            is_webhook_active: self.is_webhook_active.unwrap_or(old.is_webhook_active),
            scopes: self.scopes.unwrap_or(old.scopes),
            granted_scopes: self.granted_scopes.unwrap_or(old.granted_scopes),
            withheld_apis: self.withheld_apis.unwrap_or(old.withheld_apis),
            refuses_login: self.refuses_login.unwrap_or(old.refuses_login),
            share_outcome: self.share_outcome.unwrap_or(old.share_outcome),
            id_token_fault: self.id_token_fault.unwrap_or(old.id_token_fault),
            faults: self.faults.unwrap_or(old.faults),
        };
    }
}

/// Reads a member so that `null` means "none" and not "absent".
#[expect(
    clippy::option_option,
    reason = "absent, null and a value have three meanings here"
)]
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    member: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(member).map(Some)
}
