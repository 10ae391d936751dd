//! Empty types with the same methods, for a build without the feature `otel`.

use poem::Request;
use uuid::fmt::Simple;

use crate::error::Result;
use crate::ops::config::Config;

/// Exports no spans.
#[derive(Debug, Clone)]
pub(crate) struct Traces;

impl Traces {
    #[expect(clippy::unnecessary_wraps, reason = "with the feature it may fail")]
    pub(crate) fn open(_: &Config) -> Result<Self> {
        Ok(Self)
    }

    #[expect(clippy::unused_async, reason = "with the feature it waits")]
    pub(crate) async fn close(self) {}
}

/// Records no span.
pub(crate) struct Trace;

impl Trace {
    pub(crate) fn begin(_: &Request) -> Self {
        Self
    }

    #[expect(clippy::unused_self, reason = "with the feature it is the span")]
    pub(crate) fn end(self, _: &'static str, _: &str, _: u16, _: Option<&str>, _: Simple) {}
}
