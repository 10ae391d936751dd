//! OTLP over HTTP, in batches, from a thread of its own.

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

/// Where collectors take spans, below their address (OTLP 1.x, "OTLP/HTTP Request").
const PATH: &str = "v1/traces";
const TRACEPARENT: &str = "traceparent";
/// For a batch to get to the collector, in several tries; meanwhile the next ones wait.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(5);
/// For what waits to get there when the server stops.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The way to the collector, if one is configured. At most 2,048 spans wait (the SDK's own bound, as is
/// a batch every five seconds); what comes while it is full is thrown away.
#[derive(Debug, Clone)]
pub(crate) struct Traces(Option<SdkTracerProvider>);

impl Traces {
    /// To be called on the runtime on which batches are to be sent.
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

    /// Sends what waits, for as long as that may take.
    pub(crate) async fn close(self) {
        let Some(provider) = self.0 else {
            return;
        };
        // It blocks. An error is a collector that cannot be reached, of which the log tells.
        let _ = spawn_blocking(move || provider.shutdown_with_timeout(CLOSE_TIMEOUT)).await;
    }
}

/// A request that is not answered yet.
pub(crate) struct Trace(Option<Begun>);

struct Begun {
    tracer: SdkTracer,
    /// What the request is a part of.
    parent: Context,
    at: SystemTime,
}

impl Trace {
    /// The caller may say what the request is a part of, and whether that is to be traced, where the
    /// caller is a trusted proxy. Of strangers' word we would make spans of traces that are not theirs.
    pub(crate) fn begin(request: &Request) -> Self {
        let provider = request
            .data::<Traces>()
            .and_then(|traces| traces.0.as_ref());
        Self(provider.map(|provider| Begun {
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

    /// `route` is the pattern of the path, `code` what the request was refused with, `id` its own.
    pub(crate) fn end(
        self,
        method: &'static str,
        route: &str,
        status: u16,
        code: Option<&'static str>,
        id: Simple,
    ) {
        let Some(Begun { tracer, parent, at }) = self.0 else {
            return;
        };
        // The names of OpenTelemetry's conventions for HTTP.
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

/// A request that has no header but one: what else may come with it is free text.
struct OnlyParent<'a>(&'a Request);

impl Extractor for OnlyParent<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.header(TRACEPARENT).filter(|_| key == TRACEPARENT)
    }

    fn keys(&self) -> Vec<&str> {
        vec![TRACEPARENT]
    }
}

/// Sends on our runtime what the exporter's thread hands over, which has none.
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

    /// What the collector answers, or why it does not.
    async fn send(self, request: reqwest::Request) -> reqwest::Result<http::StatusCode> {
        let sent = self.client.execute(request).await;
        let outcome = sent.map(|response| response.status());
        self.tell(&outcome);
        outcome
    }

    /// Tells when it comes and goes, and not for every batch.
    fn tell(&self, outcome: &reqwest::Result<http::StatusCode>) {
        let trouble = match outcome {
            Ok(status) if status.is_success() => None,
            Ok(status) => Some(status.to_string()),
            Err(error) => Some(error.to_string()),
        };
        let was_reached = self.is_reached.swap(trouble.is_none(), Ordering::Relaxed);
        match trouble {
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
        // Nobody reads what it says beside its status.
        let answer = http::Response::builder().status(status);
        Ok(answer.body(Bytes::new())?)
    }
}
