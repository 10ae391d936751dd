//! Spans for an OpenTelemetry collector: one for each request, with the fields of its log line.
//!
//! This module makes the spans itself and not with a layer over `tracing`. Such a layer exports the
//! spans and events of every library that `RUST_LOG` lets through. Here, only the arguments of
//! [`Trace::end`] leave the process.
//!
//! tracing-opentelemetry would replace about 35 of 250 lines. Its layer belongs to the subscriber of the
//! process, but several servers may run in one process, each with a collector of its own. The layer also
//! adds the thread, the code location, the target, busy times and the events of a span, and a filter has
//! to stop each of them.

#[cfg(not(feature = "otel"))]
mod off;
#[cfg(feature = "otel")]
mod otlp;

#[cfg(not(feature = "otel"))]
pub(crate) use self::off::{Trace, Traces};
#[cfg(feature = "otel")]
pub(crate) use self::otlp::{Trace, Traces};
