//! The evidence of a case that other accounts have used, for the reviewer who holds it.

use enmusubi_core::review::{ReviewStatus, TraceKind};
use serde::Serialize;
use utoipa::ToSchema;

use super::Reviews;
use super::material::{ComparedProfiles, Material};
use crate::clock::Millis;
use crate::error::Result;
use crate::store::review::evidence_trace::{self, SeenEvidence, ShownEvidence};

/// A use of the same evidence by another account, which it does not name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TraceFact {
    pub(super) kind: TraceKind,
    /// True if the other account was deleted.
    pub(super) is_deleted: bool,
    /// The status to which the latest decision led. Null if no decision about the other account stands.
    #[schema(required)]
    pub(super) outcome: Option<ReviewStatus>,
    /// The codes of that decision's reasons, each once.
    pub(super) reasons: Vec<String>,
    /// The time of that decision, or else of the first use. RFC 3339, in UTC.
    #[schema(value_type = String, format = DateTime)]
    pub(super) at: Millis,
}

impl TraceFact {
    fn new(seen: SeenEvidence) -> Self {
        Self {
            kind: seen.kind,
            is_deleted: seen.is_deleted,
            outcome: seen.outcome,
            reasons: seen.reasons,
            at: seen.at_ms,
        }
    }
}

impl Reviews {
    /// Returns the uses of the case's evidence by other accounts, the latest first.
    pub(super) async fn find_traces(
        &self,
        material: &Material,
        compared: &ComparedProfiles,
    ) -> Result<Vec<TraceFact>> {
        let documents = [&compared.before, &compared.now].map(|it| &it.verify_temp_file_name);
        let documents = documents.into_iter().filter(|name| !name.is_empty());
        let shown = ShownEvidence {
            account_id: material.member.account.id,
            line_user_id: &material.line_user_id,
            documents: documents.cloned().collect(),
        };
        let seen = evidence_trace::list_seen(&self.database.reads, &shown).await?;
        Ok(seen.into_iter().map(TraceFact::new).collect())
    }
}
