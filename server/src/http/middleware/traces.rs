//! Spans for an OpenTelemetry collector: one for each request, with the fields of its log line. A separate thread sends
//! them in batches, by OTLP over HTTP.
//!
//! This module makes the spans itself and not with a layer over `tracing`. Such a layer exports the
//! spans and events of every library that `RUST_LOG` lets through. Here, only the arguments of
//! [`Trace::end`] leave the process.
//!
//! tracing-opentelemetry would replace about 35 of 250 lines. Its layer belongs to the subscriber of the
//! process, but several servers may run in one process, each with a collector of its own. The layer also
//! adds the thread, the code location, the target, busy times and the events of a span, and a filter has
//! to stop each of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use bytes::Bytes;
use opentelemetry::propagation::{Extractor, TextMapPropagator as _};
use opentelemetry::trace::{Span as _, SpanKind, Status, Tracer as _, TracerProvider as _};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{Sampler, SdkTracer, SdkTracerProvider};
use poem::Request;
use poem::http;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use uuid::fmt::Simple;

use crate::error::{Error, Result};
use crate::http::middleware::client_address::is_from_proxy;
use crate::ops::config::Config;

/// The path below a collector's address that takes spans (OTLP 1.x, "OTLP/HTTP Request").
const PATH: &str = "v1/traces";
const TRACEPARENT: &str = "traceparent";
/// The time in which a batch must reach the collector, with retries. The next batches wait meanwhile.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(5);
/// The time in which waiting spans must reach the collector when the server stops.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The export to the collector, if the operator has configured one. By the SDK's defaults, at most 2,048
/// spans wait, a batch leaves every five seconds, and spans beyond the bound are dropped.
#[derive(Debug, Clone)]
pub(crate) struct Traces(Option<SdkTracerProvider>);

impl Traces {
    /// Starts the export. Call this on the runtime that sends the batches.
    pub(crate) fn open(config: &Config) -> Result<Self> {
        let Some(endpoint) = &config.otlp_endpoint else {
            return Ok(Self(None));
        };
        let base = endpoint.as_str().trim_end_matches('/');
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Collector::new()?)
            .with_endpoint(format!("{base}/{PATH}"))
            .with_timeout(EXPORT_TIMEOUT)
            .build()
            .map_err(Error::internal)?;
        let service = Resource::builder_empty()
            .with_service_name("enmusubi-server")
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
        let provider = SdkTracerProvider::builder()
            .with_resource(service.build())
            .with_sampler(Sampler::ParentBased(Box::new(Sampler::AlwaysOn)))
            .with_batch_exporter(exporter);
        Ok(Self(Some(provider.build())))
    }

    /// Sends the waiting spans within [`CLOSE_TIMEOUT`].
    pub(crate) async fn close(self) {
        let Some(provider) = self.0 else {
            return;
        };
        // The call blocks. An error means that the collector cannot be reached, which `Collector`
        // logs.
        let _ = spawn_blocking(move || provider.shutdown_with_timeout(CLOSE_TIMEOUT)).await;
    }
}

/// A request without a response yet.
pub(crate) struct Trace(Option<OpenTrace>);

struct OpenTrace {
    tracer: SdkTracer,
    /// The span of the proxy, or no span.
    parent: Context,
    at: SystemTime,
}

impl Trace {
    /// Starts the clock of a request. A trusted proxy may name the parent span, and may turn off the trace. The header
    /// of any other client is ignored, because it could add spans to other clients' traces.
    pub(crate) fn begin(request: &Request) -> Self {
        let provider = request
            .data::<Traces>()
            .and_then(|traces| traces.0.as_ref());
        Self(provider.map(|provider| OpenTrace {
            tracer: provider.tracer("enmusubi-server"),
            parent: if is_from_proxy(request) {
                TraceContextPropagator::new()
                    .extract_with_context(&Context::new(), &OnlyParent(request))
            } else {
                Context::new()
            },
            at: SystemTime::now(),
        }))
    }

    /// Records the span. `route` is the pattern of the path, `code` the error code of the response, and
    /// `id` the request id.
    pub(crate) fn end(
        self,
        method: &'static str,
        route: &str,
        status: u16,
        code: Option<&'static str>,
        id: Simple,
    ) {
        let Some(OpenTrace { tracer, parent, at }) = self.0 else {
            return;
        };
        // These names are from OpenTelemetry's semantic conventions for HTTP.
        let mut attributes = vec![
            KeyValue::new("http.request.method", method),
            KeyValue::new("http.route", route.to_owned()),
            KeyValue::new("http.response.status_code", i64::from(status)),
            KeyValue::new("enmusubi.request.id", id.to_string()),
        ];
        attributes.extend(code.map(|code| KeyValue::new("error.type", code)));
        let span = tracer
            .span_builder(format!("{method} {route}"))
            .with_kind(SpanKind::Server)
            .with_start_time(at)
            .with_attributes(attributes);
        let mut span = tracer.build_with_context(span, &parent);
        if status >= 500 {
            span.set_status(Status::error(""));
        }
        span.end();
    }
}

/// Reads only the header `traceparent` of a request, because the values of other headers are free text.
struct OnlyParent<'a>(&'a Request);

impl Extractor for OnlyParent<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.header(TRACEPARENT).filter(|_| key == TRACEPARENT)
    }

    fn keys(&self) -> Vec<&str> {
        vec![TRACEPARENT]
    }
}

/// Sends batches on the server's runtime, because the exporter's thread has no runtime.
#[derive(Debug, Clone)]
struct Collector {
    client: reqwest::Client,
    runtime: Handle,
    is_reached: Arc<AtomicBool>,
}

impl Collector {
    fn new() -> Result<Self> {
        let client = reqwest::Client::builder()
            .timeout(EXPORT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none());
        Ok(Self {
            client: client.build().map_err(Error::internal)?,
            runtime: Handle::try_current().map_err(Error::internal)?,
            is_reached: Arc::new(AtomicBool::new(true)),
        })
    }

    /// Sends a batch and returns the collector's status.
    async fn send(self, request: reqwest::Request) -> reqwest::Result<http::StatusCode> {
        let sent = self.client.execute(request).await;
        let outcome = sent.map(|response| response.status());
        self.log_change(&outcome);
        outcome
    }

    /// Logs when the collector stops or starts to take spans, and does not log every batch.
    fn log_change(&self, outcome: &reqwest::Result<http::StatusCode>) {
        let failure = match outcome {
            Ok(status) if status.is_success() => None,
            Ok(status) => Some(status.to_string()),
            Err(error) => Some(error.to_string()),
        };
        let was_reached = self.is_reached.swap(failure.is_none(), Ordering::Relaxed);
        match failure {
            Some(detail) if was_reached => {
                tracing::warn!(detail, "the collector takes no spans: they are thrown away");
            }
            None if !was_reached => tracing::info!("the collector takes spans again"),
            _ => {}
        }
    }
}

#[async_trait]
impl HttpClient for Collector {
    async fn send_bytes(
        &self,
        request: http::Request<Bytes>,
    ) -> std::result::Result<http::Response<Bytes>, HttpError> {
        let sent = self.clone().send(request.try_into()?);
        let status = self.runtime.spawn(sent).await??;
        // The exporter reads only the status.
        let response = http::Response::builder().status(status);
        Ok(response.body(Bytes::new())?)
    }
}
