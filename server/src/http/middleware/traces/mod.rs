//! Spans for an OpenTelemetry collector: one for each request, with the fields of its log line.
//!
//! This module makes the spans itself and not with a layer over `tracing`. Such a layer exports the
//! spans and events of every library that `RUST_LOG` lets through. Here, only the arguments of
//! [`Trace::end`] leave the process.

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
