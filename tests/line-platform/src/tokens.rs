//! The tokens that LINE hands to a LIFF app.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value, json};

use crate::behaviour::{IdTokenFault, Person};
use crate::keys::LineKey;
use crate::memory::Grant;
use crate::state::{Inner, now_s, random};
use crate::{CHANNEL_ID, ISSUER};

/// The lifetime of a LIFF app's access token at LINE.
pub(crate) const ACCESS_TOKEN_LIFETIME_S: i64 = 12 * 60 * 60;
const HOUR_S: i64 = 60 * 60;

/// The functions of the SDK that depend on the app, and the version of LINE that introduced each.
const AVAILABILITY: [(&str, &str); 8] = [
    ("shareTargetPicker", "10.3.0"),
    ("multipleLiffTransition", "10.18.0"),
    ("subwindowOpen", "11.7.0"),
    ("scanCodeV2", "11.7.0"),
    ("skipChannelVerificationScreen", "11.14.0"),
    ("addToHomeV2", "13.20.0"),
    ("addToHomeScreen", "9.16.0"),
    ("getAdvertisingId", "7.14.0"),
];

/// Returns the channel, which is the part of the LIFF id before the dash.
pub(crate) fn channel_of(liff_id: &str) -> &str {
    liff_id
        .split_once('-')
        .map_or(CHANNEL_ID, |(channel, _)| channel)
}

impl Inner {
    /// Issues an access token of this person.
    pub(crate) fn grant(&mut self, person: &Person) -> String {
        let token = random();
        let grant = Grant {
            person: person.clone(),
            ends_at_s: now_s() + ACCESS_TOKEN_LIFETIME_S,
        };
        self.memory.grants.insert(token.clone(), grant);
        token
    }

    /// Issues an ID token of this person, with the current fault.
    pub(crate) fn id_token(&self, person: &Person, channel_id: &str) -> String {
        let fault = self.behaviour.id_token_fault;
        let made_at_s = match fault {
            Some(IdTokenFault::Expired) => now_s() - 2 * HOUR_S,
            Some(IdTokenFault::NotYetValid) => now_s() + HOUR_S,
            _ => now_s(),
        };
        let mut claims = json!({
            "iss": ISSUER, "sub": person.user_id, "aud": channel_id,
            "exp": made_at_s + HOUR_S, "iat": made_at_s, "amr": ["linesso"],
            "name": person.display_name,
        });
        if let Some(picture) = &person.picture_url {
            claims["picture"] = json!(picture);
        }
        let key = &self.signer;
        match fault {
            Some(IdTokenFault::Issuer) => {
                claims["iss"] = json!("https://access.line.me.example.com");
            }
            Some(IdTokenFault::Audience) => claims["aud"] = json!("9999999999"),
            _ => {}
        }
        match fault {
            Some(IdTokenFault::Kid) => LineKey::new(&random()).sign(&claims),
            Some(IdTokenFault::Signature) => LineKey::new(&key.kid).sign(&claims),
            Some(IdTokenFault::Algorithm) => key.sign_with_public_key(&claims).swap_remove(0),
            _ => key.sign(&claims),
        }
    }

    /// Returns the SDK's data about the app and its surroundings. The SDK does not check the signature.
    pub(crate) fn context_token(&self, liff_id: &str, asked: &Surroundings<'_>) -> String {
        let behaviour = &self.behaviour;
        let availability: Map<String, Value> = AVAILABILITY
            .iter()
            .map(|(name, since)| {
                let is_permitted = !behaviour.withheld_apis.iter().any(|held| held == name);
                let entry = json!({ "permission": is_permitted, "minVer": since });
                ((*name).to_owned(), entry)
            })
            .collect();
        let mut context = json!({
            "type": if asked.is_in_line { "utou" } else { "external" },
            "viewType": "full",
            "liffId": liff_id,
            "endpointUrl": asked.endpoint_url,
            "permanentLinkPattern": "concat",
            "availability": availability,
            "scope": behaviour.scopes,
            "menuColorSetting": { "adaptableColorSchemes": ["light"] },
        });
        if let Some(user_id) = asked.user_id {
            context["userId"] = json!(user_id);
        }
        let part = |json: &Value| URL_SAFE_NO_PAD.encode(json.to_string());
        let header = json!({ "alg": "HS256", "typ": "JWT" });
        format!("{}.{}.{}", part(&header), part(&context), random())
    }
}

/// The surroundings of an open LIFF app.
pub(crate) struct Surroundings<'a> {
    pub(crate) is_in_line: bool,
    pub(crate) endpoint_url: String,
    pub(crate) user_id: Option<&'a str>,
}
