//! Headers that keep a browser from doing with an answer what nobody meant.

use poem::http::{HeaderName, HeaderValue, header};
use poem::{Endpoint, IntoResponse, Middleware, Request, Response, Result};

use crate::ops::config::{Config, LineConfig};

/// What a page of ours, or a frame in it, may use of the device: the place and the camera, for the
/// form and for LINE's reader of codes, and nothing else that can be asked for.
const PERMISSIONS: &str = "geolocation=(self), camera=(self), microphone=(), display-capture=(), \
    accelerometer=(), gyroscope=(), magnetometer=(), bluetooth=(), hid=(), midi=(), serial=(), usb=(), \
    payment=(), publickey-credentials-get=(), publickey-credentials-create=(), idle-detection=(), \
    local-fonts=(), screen-wake-lock=(), xr-spatial-tracking=(), browsing-topics=()";

/// The page may load itself, and LINE's SDK with the servers it talks to. No other server is listed, so
/// that none learns who uses the app.
const POLICY: &str = "default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval' https://static.line-scdn.net; \
    style-src 'self'; \
    connect-src 'self' https://api.line.me https://liffsdk.line-scdn.net https://liff.line.me \
    https://access.line.me https://liff-shortcut.line.me; \
    img-src 'self' data: blob:; \
    base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'none'";

/// Adds the headers to every answer.
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
            // `frame-ancestors`, for web views that do not know it.
            (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
            // Nobody who opens the page holds a handle on it. The page holds one on what it opens, as on
            // LINE's share picker outside its app: the SDK waits for that window to close.
            (
                HeaderName::from_static("cross-origin-opener-policy"),
                HeaderValue::from_static("same-origin-allow-popups"),
            ),
            // No page of another site shows what is ours. LINE's app fetches the pictures of messages
            // without a page around them, which is not meant by this.
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

/// An endpoint whose answers carry the headers.
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
