//! Chooses the compression that a client accepts, and compresses responses.

use poem::http::{HeaderMap, HeaderValue, header};
use poem::web::{Compress, CompressionAlgo, CompressionLevel};
use poem::{IntoResponse, Response};

use crate::http::weighted_list;

/// The smallest response worth compressing. Below this, compression saves less than a packet.
const MIN_BYTES: u64 = 1024;

/// A content coding of HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ContentCoding {
    Brotli,
    Gzip,
}

impl ContentCoding {
    /// The name of the coding in HTTP.
    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The suffix of a file that the build has compressed.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }
}

/// Returns the codings that the client accepts, the preferred one first. Of equal weights, brotli comes
/// first because it is smaller.
pub(super) fn accepted_codings(headers: &HeaderMap) -> Vec<ContentCoding> {
    let stated: Vec<(String, f32)> = headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(weighted_list::items_of)
        .collect();
    let weight_of = |name: &str| {
        let found = stated.iter().find(|(other, _)| other == name);
        found.map(|(_, weight)| *weight)
    };
    let identity = weight_of("identity").unwrap_or(0.0);
    let mut codings: Vec<(ContentCoding, f32)> = [ContentCoding::Brotli, ContentCoding::Gzip]
        .into_iter()
        .filter_map(|coding| {
            let weight = weight_of(coding.name()).or_else(|| weight_of("*"))?;
            (weight > 0.0 && weight >= identity).then_some((coding, weight))
        })
        .collect();
    // The sort is stable, so that brotli stays before gzip.
    codings.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    codings.into_iter().map(|(coding, _)| coding).collect()
}

/// Sets `Vary`, and `Content-Encoding` for a file that the build has compressed.
pub(super) fn set_headers(response: &mut Response, coding: Option<ContentCoding>) {
    let headers = response.headers_mut();
    headers.insert(
        header::VARY,
        HeaderValue::from_name(header::ACCEPT_ENCODING),
    );
    if let Some(coding) = coding {
        let name = HeaderValue::from_static(coding.name());
        headers.insert(header::CONTENT_ENCODING, name);
    }
}

/// Compresses a response of `n_bytes` with the first of the codings, if it is text and large enough.
pub(super) fn compress(
    mut response: Response,
    n_bytes: u64,
    codings: &[ContentCoding],
) -> Response {
    let Some(coding) = codings.first() else {
        return response;
    };
    let is_compressible = n_bytes >= MIN_BYTES && response.content_type().is_some_and(is_text);
    // A part of a file, or a 304, must stay unchanged.
    let is_whole = !response.status().is_redirection()
        && !response.headers().contains_key(header::CONTENT_RANGE);
    if !is_compressible || !is_whole {
        return response;
    }
    let headers = response.headers_mut();
    // A range would count the bytes before compression, and a strong tag would claim the file's own
    // bytes.
    headers.remove(header::ACCEPT_RANGES);
    if let Some(weak) = headers
        .get(header::ETAG)
        .and_then(|tag| tag.to_str().ok())
        .filter(|tag| !tag.starts_with("W/"))
        .and_then(|tag| HeaderValue::from_str(&format!("W/{tag}")).ok())
    {
        headers.insert(header::ETAG, weak);
    }
    let algorithm = match coding {
        ContentCoding::Brotli => CompressionAlgo::BR,
        ContentCoding::Gzip => CompressionAlgo::GZIP,
    };
    Compress::new(response, algorithm)
        .with_quality(CompressionLevel::Fastest)
        .into_response()
}

/// Returns whether the type is text. Pictures and fonts are compressed already.
fn is_text(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    essence.starts_with("text/")
        || ["javascript", "json", "xml", "wasm"]
            .iter()
            .any(|word| essence.ends_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_accepted(header: &'static str, expected: &[ContentCoding]) {
        let value = HeaderValue::from_static(header);
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)]);
        assert_eq!(accepted_codings(&headers), expected, "{header}");
    }

    #[test]
    fn the_weights_of_the_client_decide_and_brotli_wins_a_tie() {
        use ContentCoding::{Brotli, Gzip};
        for header in ["gzip, deflate, br", "br,gzip;q=1.0", "BR, GZIP", "*"] {
            check_accepted(header, &[Brotli, Gzip]);
        }
        check_accepted("br;q=0.5, gzip;q=0.8", &[Gzip, Brotli]);
        check_accepted("br;q=0.1, *;q=0.5", &[Gzip, Brotli]);
        check_accepted("gzip ; Q = 0.3", &[Gzip]);
        check_accepted("br;q=0.5, gzip, identity;q=0.6", &[Gzip]);
    }

    #[test]
    fn a_coding_that_the_client_does_not_accept_is_not_used() {
        use ContentCoding::{Brotli, Gzip};
        for header in [
            "",
            "identity",
            "deflate",
            "br;q=0, gzip;q=0.000",
            "*;q=0",
            "br;q=x",
        ] {
            check_accepted(header, &[]);
        }
        check_accepted("br;q=0, *", &[Gzip]);
        check_accepted("gzip;q=0, br", &[Brotli]);
        assert_eq!(accepted_codings(&HeaderMap::new()), []);
    }
}
