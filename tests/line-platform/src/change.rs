//! What a test says to change: the members that are there, and nothing else.

use serde::{Deserialize, Deserializer};

use crate::behaviour::{Behaviour, Fault, IdTokenFault, Person, ShareOutcome};

/// The body of `POST /_control`. Absent members stay as they are.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Change {
    /// See [`Behaviour`], as for all of the following.
    #[serde(deserialize_with = "given")]
    pub endpoint_url: Option<Option<String>>,
    pub person: Option<Person>,
    pub is_friend: Option<bool>,
    pub scopes: Option<Vec<String>>,
    pub granted_scopes: Option<Vec<String>>,
    pub withheld_apis: Option<Vec<String>>,
    pub refuses_login: Option<bool>,
    pub share_outcome: Option<ShareOutcome>,
    #[serde(deserialize_with = "given")]
    pub id_token_fault: Option<Option<IdTokenFault>>,
    pub faults: Option<Vec<Fault>>,
    /// Every access token handed out so far is revoked.
    pub revoke_access_tokens: bool,
    /// ID tokens are signed by a new key, published beside those there are.
    pub roll_over_key: bool,
    /// Everything is as at the start but for the keys, and what was recorded is forgotten.
    pub reset: bool,
}

impl Change {
    /// Carries over the members that are there.
    pub(crate) fn apply(self, behaviour: &mut Behaviour) {
        let old = std::mem::take(behaviour);
        *behaviour = Behaviour {
            endpoint_url: self.endpoint_url.unwrap_or(old.endpoint_url),
            person: self.person.unwrap_or(old.person),
            is_friend: self.is_friend.unwrap_or(old.is_friend),
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

/// A member that is `null` is there, and says none.
#[expect(
    clippy::option_option,
    reason = "absent, null and a value are three things here"
)]
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    member: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(member).map(Some)
}
