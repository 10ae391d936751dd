//! Response headers that restrict browsers, such as the content security policy.

use poem::http::{HeaderName, HeaderValue, header};
use poem::{Endpoint, IntoResponse, Middleware, Request, Response, Result};

use crate::ops::config::{Config, LineConfig};

/// The features of the device that our pages and their frames may use: the location for the form, and
/// the camera for LINE's QR code reader. All other features are off. `bluetooth` is not in the list, because
/// Chromium does not know it and warns of it.
const PERMISSIONS: &str = "geolocation=(self), camera=(self), microphone=(), display-capture=(), \
    accelerometer=(), gyroscope=(), magnetometer=(), hid=(), midi=(), serial=(), usb=(), \
    payment=(), publickey-credentials-get=(), publickey-credentials-create=(), idle-detection=(), \
    local-fonts=(), screen-wake-lock=(), xr-spatial-tracking=(), browsing-topics=()";

/// The page may load files of its own server, LINE's SDK, and the servers that the SDK talks to. The
/// list has no other server, because each server in it would learn who uses the app.
const POLICY: &str = "default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval' https://static.line-scdn.net; \
    style-src 'self'; \
    connect-src 'self' https://api.line.me https://liffsdk.line-scdn.net https://liff.line.me \
    https://access.line.me https://liff-shortcut.line.me; \
    img-src 'self' data: blob:; \
    base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'none'";

/// The content security policy of the reviewers' console. The console contacts no server but its own, and runs no wasm.
/// Evidence that the console fetches comes from `blob:`, and its blurred versions from `data:`.
const CONSOLE_POLICY: &str = "default-src 'none'; \
    script-src 'self'; \
    style-src 'self'; \
    connect-src 'self'; \
    img-src 'self' data: blob:; \
    base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'none'";

/// The console may use passkeys, and no feature of the device.
const CONSOLE_PERMISSIONS: &str = "geolocation=(), camera=(), microphone=(), display-capture=(), \
    accelerometer=(), gyroscope=(), magnetometer=(), hid=(), midi=(), serial=(), usb=(), \
    payment=(), publickey-credentials-get=(self), publickey-credentials-create=(self), \
    idle-detection=(), local-fonts=(), screen-wake-lock=(), xr-spatial-tracking=(), browsing-topics=()";

/// Returns the headers in which the pages of the console differ from all other responses.
pub(crate) fn console_headers() -> [(HeaderName, HeaderValue); 4] {
    [
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(CONSOLE_POLICY),
        ),
        (
            HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static(CONSOLE_PERMISSIONS),
        ),
        // The console needs no handle on the windows that it opens, and these windows need no handle on the console.
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            HeaderValue::from_static("same-origin"),
        ),
        (
            HeaderName::from_static("x-robots-tag"),
            HeaderValue::from_static("noindex"),
        ),
    ]
}

/// Returns the policy of a page of the members' app that has styles and scripts of its own, by their hashes.
#[expect(
    clippy::expect_used,
    reason = "the hashes are base64, which a header may hold"
)]
pub(crate) fn page_policy(styles: &str, scripts: &str) -> HeaderValue {
    let policy = POLICY
        .replacen(
            "script-src 'self'",
            &format!("script-src 'self'{scripts}"),
            1,
        )
        .replacen("style-src 'self'", &format!("style-src 'self'{styles}"), 1);
    policy.parse().expect("the policy is well formed")
}

/// Adds the headers to every response.
pub(crate) struct Security {
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Security {
    pub(crate) fn new(config: &Config) -> Self {
        let mut headers = vec![
            (
                header::X_CONTENT_TYPE_OPTIONS,
                HeaderValue::from_static("nosniff"),
            ),
            (
                header::REFERRER_POLICY,
                HeaderValue::from_static("no-referrer"),
            ),
            (
                header::CONTENT_SECURITY_POLICY,
                HeaderValue::from_static(POLICY),
            ),
            // Replaces `frame-ancestors` in web views that do not support it.
            (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
            // A page that opens ours gets no handle on it. Our page needs a handle on the windows that it
            // opens: outside LINE's app, the SDK waits for the window of the share picker to close.
            (
                HeaderName::from_static("cross-origin-opener-policy"),
                HeaderValue::from_static("same-origin-allow-popups"),
            ),
            // Pages of other sites cannot embed our pictures and files. LINE's app can still show the
            // pictures of messages, because it fetches them without a page.
            (
                HeaderName::from_static("cross-origin-resource-policy"),
                HeaderValue::from_static("same-origin"),
            ),
            (
                HeaderName::from_static("permissions-policy"),
                HeaderValue::from_static(PERMISSIONS),
            ),
        ];
        let over_https = config.public_base_url.scheme() == "https";
        if over_https && matches!(config.line, LineConfig::Line { .. }) {
            let year = HeaderValue::from_static("max-age=31536000");
            headers.push((header::STRICT_TRANSPORT_SECURITY, year));
        }
        Self { headers }
    }
}

impl<E: Endpoint> Middleware<E> for Security {
    type Output = Secured<E>;

    fn transform(&self, endpoint: E) -> Self::Output {
        Secured {
            endpoint,
            headers: self.headers.clone(),
        }
    }
}

/// An endpoint whose responses carry the headers.
pub(crate) struct Secured<E> {
    endpoint: E,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl<E: Endpoint> Endpoint for Secured<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let mut response = self.endpoint.call(request).await?.into_response();
        for (name, value) in &self.headers {
            response
                .headers_mut()
                .entry(name)
                .or_insert_with(|| value.clone());
        }
        Ok(response)
    }
}
