//! Spans of requests for an OpenTelemetry collector: one each, with what the log line has of it.
//!
//! They are made here and not by a layer over `tracing`. Such a layer takes whatever any library tells,
//! as far as `RUST_LOG` lets it; of this, nothing leaves but what [`Trace::end`] is given.

#[cfg(not(feature = "otel"))]
mod off;
#[cfg(feature = "otel")]
mod otlp;

#[cfg(not(feature = "otel"))]
pub(crate) use off::Trace;
#[cfg(not(feature = "otel"))]
pub(crate) use off::Traces;
#[cfg(feature = "otel")]
pub(crate) use otlp::Trace;
#[cfg(feature = "otel")]
pub(crate) use otlp::Traces;
