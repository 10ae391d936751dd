//! The public part of the configuration, which the page reads from its HTML. The development server of
//! the page has no HTML of ours, and passes `/config.json` on.

use std::sync::Arc;

use poem::http::header;
use poem::web::{Data, Json};
use poem::{IntoResponse, handler};
use serde::Serialize;

use super::build::Build;
use crate::ops::config::{Config, LineConfig};

/// The configuration for the page, with the id of the current build.
pub(super) struct PageConfig {
    settings: Settings,
    build: Arc<Build>,
}

/// The settings, which stay the same until the server stops.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a member of the JSON, with a name of its own"
)]
struct Settings {
    line_bot_id: String,
    liff_id: String,
    mock_enable: bool,
    api_server_path: String,
    /// Currency of the brackets of income, as a code of ISO 4217.
    income_currency: String,
    /// True if the server can send mail, so that members can confirm a work mailbox.
    work_email: bool,
    /// True if each new member proves the age with a document.
    age_proof: bool,
    /// True if members get messages in LINE about their news.
    line_messages: bool,
    /// Mail address or https URL at which people can write to the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PublicConfig<'config> {
    #[serde(flatten)]
    settings: &'config Settings,
    build_id: String,
}

impl PageConfig {
    pub(super) fn new(config: &Config, build: Arc<Build>) -> Self {
        let (liff_id, line_bot_id) = match &config.line {
            LineConfig::Line {
                liff_id, bot_id, ..
            } => (liff_id.clone(), bot_id.clone()),
            LineConfig::Mock => ("mock".to_owned(), "@mock".to_owned()),
        };
        let settings = Settings {
            line_bot_id,
            liff_id,
            mock_enable: config.line.is_mock(),
            api_server_path: config.api_path(),
            income_currency: config.income_currency.clone(),
            work_email: config.mail.is_there(),
            age_proof: config.age_proof.is_required(),
            line_messages: config.line.has_messages(),
            contact: config.line.contact().map(str::to_owned),
        };
        Self { settings, build }
    }

    pub(super) async fn public(&self) -> PublicConfig<'_> {
        PublicConfig {
            settings: &self.settings,
            build_id: self.build.id().await,
        }
    }
}

#[handler]
pub(super) async fn get_config(Data(config): Data<&Arc<PageConfig>>) -> impl IntoResponse {
    Json(config.public().await).with_header(header::CACHE_CONTROL, "no-cache")
}
