//! The first URL of a LIFF app that is opened in LINE: the endpoint, the path as `liff.state`, and
//! the tokens in the fragment.

use serde::Serialize;
use url::Url;
use url::form_urlencoded::Serializer;

use crate::state::{Inner, random};
use crate::tokens::{Surroundings, channel_of};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Launched {
    url: String,
    id_token: String,
    access_token: String,
}

pub(crate) fn launch(inner: &mut Inner, liff_id: &str, path: &str) -> Option<Launched> {
    let endpoint_url = inner.behaviour.endpoint_url.clone()?;
    let mut url = Url::parse(&endpoint_url).ok()?;
    let person = inner.behaviour.person.clone();
    let channel_id = channel_of(liff_id);
    let access_token = inner.grant(&person);
    let id_token = inner.id_token(&person, channel_id);
    let context_token = inner.context_token(
        liff_id,
        &Surroundings {
            is_in_line: true,
            endpoint_url,
            user_id: Some(&person.user_id),
        },
    );
    if !path.is_empty() {
        url.query_pairs_mut().append_pair("liff.state", path);
    }
    let fragment = Serializer::new(String::new())
        .append_pair("access_token", &access_token)
        .append_pair("context_token", &context_token)
        .append_pair("feature_token", &random())
        .append_pair("id_token", &id_token)
        .append_pair("client_id", channel_id)
        .append_pair("mst_challenge", &random())
        .finish();
    url.set_fragment(Some(&fragment));
    Some(Launched {
        url: url.to_string(),
        id_token,
        access_token,
    })
}
