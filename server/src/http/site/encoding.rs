//! Which compression a client takes, and answers in it.

use poem::http::{HeaderMap, HeaderValue, header};
use poem::web::{Compress, CompressionAlgo, CompressionLevel};
use poem::{IntoResponse, Response};

/// Below this, compressing gains less than a packet.
const WORTH_BYTES: u64 = 1024;

/// A content coding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    Brotli,
    Gzip,
}

impl Coding {
    /// As HTTP calls it.
    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// What a file that was compressed at build time has at the end of its name.
    pub(crate) const fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }
}

/// The codings that the client takes, the one it likes best first; of equals the smaller one.
pub(crate) fn accepted(headers: &HeaderMap) -> Vec<Coding> {
    let stated: Vec<(String, f32)> = headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(name_and_weight)
        .collect();
    let weight_of = |name: &str| {
        let found = stated.iter().find(|(other, _)| other == name);
        found.map(|(_, weight)| *weight)
    };
    let plain = weight_of("identity").unwrap_or(0.0);
    let mut codings: Vec<(Coding, f32)> = [Coding::Brotli, Coding::Gzip]
        .into_iter()
        .filter_map(|coding| {
            let weight = weight_of(coding.name()).or_else(|| weight_of("*"))?;
            (weight > 0.0 && weight >= plain).then_some((coding, weight))
        })
        .collect();
    // The sort is stable, so that brotli stays before gzip.
    codings.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    codings.into_iter().map(|(coding, _)| coding).collect()
}

/// One item of the header. A weight that cannot be read is none.
fn name_and_weight(item: &str) -> (String, f32) {
    let mut parts = item.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default().to_ascii_lowercase();
    let weight = parts
        .filter_map(|parameter| parameter.split_once('='))
        .find(|(name, _)| name.trim().eq_ignore_ascii_case("q"))
        .map_or(1.0, |(_, weight)| weight.trim().parse().unwrap_or(0.0));
    (name, weight)
}

/// Says that the answer depends on what the client takes, and how it was compressed at build time.
pub(crate) fn mark(response: &mut Response, coding: Option<Coding>) {
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

/// Compresses an answer of so many bytes on its way, in the first of the codings, if that is worth it.
pub(crate) fn compress(mut response: Response, n_bytes: u64, codings: &[Coding]) -> Response {
    let Some(coding) = codings.first() else {
        return response;
    };
    let is_worth_it = n_bytes >= WORTH_BYTES && response.content_type().is_some_and(is_text);
    // A part of a file, or the word that nothing changed, stays as it is.
    let is_whole = !response.status().is_redirection()
        && !response.headers().contains_key(header::CONTENT_RANGE);
    if !is_worth_it || !is_whole {
        return response;
    }
    let headers = response.headers_mut();
    // Parts would be counted in other bytes, and the bytes are not the file's any more.
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
        Coding::Brotli => CompressionAlgo::BR,
        Coding::Gzip => CompressionAlgo::GZIP,
    };
    Compress::new(response, algorithm)
        .with_quality(CompressionLevel::Fastest)
        .into_response()
}

/// Pictures and fonts are compressed already.
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

    fn check_accepted(header: &'static str, expected: &[Coding]) {
        let value = HeaderValue::from_static(header);
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)]);
        assert_eq!(accepted(&headers), expected, "{header}");
    }

    #[test]
    fn the_client_chooses_and_of_equals_brotli_comes_first() {
        use Coding::{Brotli, Gzip};
        for header in ["gzip, deflate, br", "br,gzip;q=1.0", "BR, GZIP", "*"] {
            check_accepted(header, &[Brotli, Gzip]);
        }
        check_accepted("br;q=0.5, gzip;q=0.8", &[Gzip, Brotli]);
        check_accepted("br;q=0.1, *;q=0.5", &[Gzip, Brotli]);
        check_accepted("gzip ; Q = 0.3", &[Gzip]);
        check_accepted("br;q=0.5, gzip, identity;q=0.6", &[Gzip]);
    }

    #[test]
    fn what_is_not_wanted_is_not_sent() {
        use Coding::{Brotli, Gzip};
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
        assert_eq!(accepted(&HeaderMap::new()), []);
    }
}
