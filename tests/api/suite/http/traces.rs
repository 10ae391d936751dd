//! The spans of requests reach the collector, without personal data.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use prost::Message as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::super::picture;
use super::super::profile::ProfileBuilder;
use crate::suite::prelude::*;

const TRACE: u128 = 0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c;
const PARENT: u64 = 0xb7ad_6b71_6920_3331;

/// A collector that stores each body that it receives.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<Vec<u8>>>>);

impl Collector {
    /// Starts the collector and returns its address.
    async fn start(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let collector = self.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(collector.clone().take(stream));
            }
        });
        format!("http://{address}")
    }

    async fn take(self, mut stream: TcpStream) {
        let mut bytes = Vec::new();
        while stream.read_buf(&mut bytes).await.unwrap() > 0 {
            let Some(end) = bytes.windows(4).position(|it| it == b"\r\n\r\n") else {
                continue;
            };
            let (head, body) = bytes.split_at(end + 4);
            let head = String::from_utf8(head.to_vec()).unwrap().to_lowercase();
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            if body.len() < length.unwrap().parse().unwrap() {
                continue;
            }
            assert!(head.starts_with("post /v1/traces http/1.1"), "{head}");
            assert!(
                head.contains("content-type: application/x-protobuf"),
                "{head}"
            );
            self.0.lock().unwrap().push(body.to_vec());
            bytes.clear();
            let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
            stream.write_all(answer).await.unwrap();
        }
    }

    fn spans(&self) -> Vec<Span> {
        let batches = self.0.lock().unwrap();
        let batches = batches
            .iter()
            .map(|bytes| ExportTraceServiceRequest::decode(&bytes[..]).unwrap());
        let resources = batches.flat_map(|batch| batch.resource_spans);
        let scopes = resources.flat_map(|resource| resource.scope_spans);
        scopes.flat_map(|scope| scope.spans).collect()
    }
}

async fn traced(endpoint: String, proxies: Option<&str>) -> TestApp {
    TestApp::start_with(|settings| {
        settings.otlp_endpoint = Some(endpoint);
        settings.trusted_proxies = proxies.map(str::to_owned);
    })
    .await
}

fn attributes(span: &Span) -> HashMap<String, String> {
    let text = |KeyValue { key, value, .. }: &KeyValue| {
        let value = match value.as_ref().unwrap().value.as_ref().unwrap() {
            Value::StringValue(text) => text.clone(),
            Value::IntValue(number) => number.to_string(),
            other => panic!("{other:?}"),
        };
        (key.clone(), value)
    };
    span.attributes.iter().map(text).collect()
}

#[tokio::test]
async fn a_request_is_one_span_with_the_fields_of_its_log_line() {
    let collector = Collector::default();
    let app = traced(collector.start().await, None).await;
    let path = format!("/api/user/review-status/{}", person(1));
    let answer = app.get(&path, &app.id_token(&person(1))).await;
    let id = answer.header("x-request-id").unwrap().to_owned();
    app.get("/config.json", &Credentials::None).await.ok();
    app.get("/healthz", &Credentials::None).await.ok();
    assert_eq!(collector.spans().len(), 0, "spans are sent in batches");
    app.running.stop().await.unwrap();
    let spans = collector.spans();
    assert_eq!(spans.len(), 2);
    let span = &spans[0];
    assert_eq!(span.name, "GET /api/user/review-status/:user_id");
    assert_eq!(span.kind(), SpanKind::Server);
    assert!(span.start_time_unix_nano <= span.end_time_unix_nano);
    assert!(span.parent_span_id.is_empty() && span.events.is_empty() && span.links.is_empty());
    let expected = [
        ("http.request.method", "GET"),
        ("http.route", "/api/user/review-status/:user_id"),
        ("http.response.status_code", "404"),
        ("error.type", "E003"),
        ("enmusubi.request.id", id.as_str()),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(attributes(span), HashMap::from(expected));
    assert_eq!(spans[1].name, "GET /config.json");
}

#[tokio::test]
async fn the_parent_span_of_a_trusted_proxy_only_is_accepted() {
    for (proxies, flags, n_spans, is_part) in [
        (Some("127.0.0.1"), "01", 1, true),
        // The proxy asks not to trace this request.
        (Some("127.0.0.1"), "00", 0, true),
        (Some("192.0.2.1"), "01", 1, false),
        (None, "00", 1, false),
    ] {
        let collector = Collector::default();
        let app = traced(collector.start().await, proxies).await;
        let request = app
            .request(Method::GET, "/config.json", &Credentials::None)
            .header(
                "traceparent",
                format!("00-{TRACE:032x}-{PARENT:016x}-{flags}"),
            )
            .header("tracestate", "kanarienvogel=1")
            .header("baggage", "kanarienvogel=1");
        app.send(request).await.ok();
        app.running.stop().await.unwrap();
        let spans = collector.spans();
        assert_eq!(spans.len(), n_spans, "{proxies:?} {flags}");
        for span in spans {
            assert_eq!(span.trace_id == TRACE.to_be_bytes(), is_part);
            assert_eq!(span.parent_span_id == PARENT.to_be_bytes(), is_part);
            assert_eq!(span.trace_state, "");
        }
    }
}

#[tokio::test]
async fn no_personal_data_is_traced() {
    let collector = Collector::default();
    let app = traced(collector.start().await, Some("127.0.0.1")).await;
    let line_user_id = "Uc0ffee00c0ffee00c0ffee00c0ffee00";
    let id_token = app.id_token(line_user_id);
    let registration_token = app.registration_token(line_user_id).await;
    let photo = app
        .upload(
            &registration_token,
            "kanarienvogel.jpg",
            picture::jpeg(),
            None,
        )
        .await;
    let photo = photo.ok()["fileName"].as_str().unwrap().to_owned();
    let body = ProfileBuilder::new(line_user_id, &photo)
        .with("nickname", "Kanarienvogel")
        // The traces have times, such as 24.98 seconds, but no negative ones.
        .with("latitude", -24.987_654_321)
        .with("longitude", 121.234_567_891)
        .build();
    app.create_user_profile(&registration_token, &body)
        .await
        .expect(201);
    let session = app.session(line_user_id).await;
    let info = app.my_info(&session).await.ok();
    let url = info["photos"][0]["url"].as_str().unwrap();
    app.get(url, &Credentials::None).await;
    let wrong = json!({ "account": line_user_id, "nickname": "Kanarienvogel" });
    app.post("/api/user/login", &id_token, &wrong)
        .await
        .refused("E001");
    for path in [
        "/nowhere/Kanarienvogel",
        "/api/Kanarienvogel?a=Kanarienvogel",
    ] {
        let request = app.request(Method::GET, path, &session);
        let request = request.header("X-Request-Id", "kanarienvogel");
        app.send(request.header("User-Agent", "Kanarienvogel"))
            .await;
    }
    let odd = Method::from_bytes(b"KANARIENVOGEL").unwrap();
    app.send(app.request(odd, "/api/user/login", &Credentials::None))
        .await;
    app.running.stop().await.unwrap();

    assert!(collector.spans().len() >= 10);
    let sent = collector.0.lock().unwrap().concat();
    let sent = String::from_utf8_lossy(&sent).to_lowercase();
    assert!(sent.contains("/api/file/fetch/:file_id"), "{sent}");
    let mut secrets = vec![line_user_id.to_owned(), photo];
    secrets.extend(["-24.98", "121.23", "sig=", "kanarienvogel", "127.0.0.1"].map(str::to_owned));
    for credentials in [id_token, registration_token, session] {
        let (Credentials::Bearer(token) | Credentials::IdToken(token)) = credentials else {
            unreachable!()
        };
        secrets.push(token);
    }
    for secret in secrets {
        assert!(!sent.contains(&secret.to_lowercase()), "{secret}");
    }
}

#[tokio::test]
async fn a_missing_or_silent_collector_delays_no_request() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let away = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addresses = [&silent, &away].map(|it| it.local_addr().unwrap());
    drop(away);
    for address in addresses {
        let (log, _guard) = CapturedLog::start();
        let app = traced(format!("http://{address}"), None).await;
        // More than the queue holds, and more than a batch.
        let started = Instant::now();
        for _ in 0..3000 {
            app.get("/config.json", &Credentials::None).await.ok();
        }
        let took = started.elapsed();
        assert!(took < Duration::from_mins(1), "{took:?}");
        let started = Instant::now();
        app.running.stop().await.unwrap();
        let took = started.elapsed();
        assert!(took < Duration::from_secs(8), "{took:?}");
        let warnings = log.lines();
        let warnings = warnings.iter().filter(|line| {
            let message = line["fields"]["message"].as_str();
            message.is_some_and(|message| message.starts_with("the collector takes no spans"))
        });
        assert_eq!(warnings.count(), 1, "{address}");
    }
}
