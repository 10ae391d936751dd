//! Where a request comes from: the TCP peer, or whom a trusted proxy answers for.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use poem::Request;
use poem::http::{HeaderMap, HeaderName};

use crate::app::App;
use crate::ops::config::TrustedProxies;

/// Each proxy adds the address it was called from at the end.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The client's address; none where the request came through no socket.
///
/// Limits go by this and by nothing else: it is no address that the client can choose.
pub(crate) fn client_address(request: &Request) -> Option<IpAddr> {
    let peer = request.remote_addr().as_socket_addr()?.ip();
    let proxies = request
        .data::<Arc<App>>()
        .map(|app| &app.config.trusted_proxies);
    Some(match proxies {
        Some(proxies) => behind_proxies(peer, request.headers(), proxies),
        None => peer.to_canonical(),
    })
}

/// Whether the request was handed on by a trusted proxy.
pub(crate) fn is_from_proxy(request: &Request) -> bool {
    let peer = request.remote_addr().as_socket_addr();
    let proxies = request
        .data::<Arc<App>>()
        .map(|app| &app.config.trusted_proxies);
    matches!((peer, proxies), (Some(peer), Some(proxies)) if proxies.contains(peer.ip()))
}

/// Walks from the peer away from us, for as long as it is a trusted proxy that speaks.
fn behind_proxies(peer: IpAddr, headers: &HeaderMap, proxies: &TrustedProxies) -> IpAddr {
    // Two headers of one name are one list. As bytes: what a client wrote must not spoil what a
    // proxy added to it.
    let values: Vec<_> = headers.get_all(FORWARDED_FOR).iter().collect();
    let mut hops = values
        .iter()
        .rev()
        .flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','))
        .map(<[u8]>::trim_ascii)
        .filter(|hop| !hop.is_empty());
    let mut address = peer.to_canonical();
    while proxies.contains(address) {
        match hops.next().and_then(address_of) {
            Some(previous) => address = previous,
            None => break,
        }
    }
    address
}

/// One hop, which some proxies write with a port, and IPv6 in brackets.
fn address_of(hop: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(hop).ok()?;
    let address = text
        .parse()
        .or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()))
        .ok()
        .or_else(|| in_brackets(text).map(IpAddr::V6))?;
    Some(address.to_canonical())
}

fn in_brackets(text: &str) -> Option<Ipv6Addr> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    inner.parse().ok()
}

#[cfg(test)]
mod tests {
    use poem::http::HeaderValue;

    use super::*;

    const PROXIES: &str = "10.0.0.0/8, 2001:db8:ffff::/48";

    fn client(peer: &str, forwarded: &[&str]) -> String {
        let values = forwarded.iter().map(|value| {
            let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
            (FORWARDED_FOR, value)
        });
        let mut headers = HeaderMap::new();
        headers.extend(values);
        let peer = peer.parse().unwrap();
        behind_proxies(peer, &headers, &PROXIES.parse().unwrap()).to_string()
    }

    #[test]
    fn whoever_is_no_trusted_proxy_speaks_for_nobody() {
        for peer in ["192.0.2.1", "2001:db8::1"] {
            for forwarded in ["198.51.100.1", "10.0.0.1", "198.51.100.1, 10.0.0.1"] {
                assert_eq!(client(peer, &[forwarded]), peer, "{forwarded}");
            }
        }
        let headers =
            HeaderMap::from_iter([(FORWARDED_FOR, HeaderValue::from_static("192.0.2.1"))]);
        let peer = "10.0.0.1".parse().unwrap();
        let nobody = TrustedProxies::default();
        assert_eq!(behind_proxies(peer, &headers, &nobody), peer);
    }

    #[test]
    fn a_proxy_answers_for_the_address_at_the_end_and_not_for_what_the_client_wrote() {
        for forwarded in [
            "192.0.2.1",
            "198.51.100.1, 192.0.2.1",
            "10.0.0.2,192.0.2.1",
            "10.0.0.3, 198.51.100.1 ,\t192.0.2.1 ",
            "unknown, 192.0.2.1",
            "縁,192.0.2.1",
            ", ,192.0.2.1,",
        ] {
            assert_eq!(client("10.0.0.1", &[forwarded]), "192.0.2.1", "{forwarded}");
        }
        let in_two = ["198.51.100.1", "203.0.113.1, 192.0.2.1"];
        assert_eq!(client("10.0.0.1", &in_two), "192.0.2.1");
    }

    #[test]
    fn a_chain_of_proxies_is_walked_to_whom_the_first_of_them_met() {
        for forwarded in [
            &["198.51.100.1, 192.0.2.1, 10.0.0.3, 10.0.0.2"][..],
            &["198.51.100.1, 192.0.2.1", "10.0.0.3", "10.0.0.2"],
            &["198.51.100.1, 192.0.2.1, 2001:db8:ffff::1"],
        ] {
            assert_eq!(client("10.0.0.1", forwarded), "192.0.2.1", "{forwarded:?}");
        }
        // Someone within the network of the proxies.
        assert_eq!(client("10.0.0.1", &["10.0.0.9, 10.0.0.2"]), "10.0.0.9");
    }

    #[test]
    fn ipv6_is_read_too_and_ipv4_in_its_dress_is_ipv4() {
        for (peer, forwarded, expected) in [
            ("2001:db8:ffff::1", "2001:DB8::0:1", "2001:db8::1"),
            ("::ffff:10.0.0.1", "192.0.2.1", "192.0.2.1"),
            ("10.0.0.1", "192.0.2.1, ::ffff:10.0.0.2", "192.0.2.1"),
            ("10.0.0.1", "::ffff:192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "198.51.100.1", "192.0.2.1"),
        ] {
            assert_eq!(client(peer, &[forwarded]), expected, "{peer} {forwarded}");
        }
    }

    #[test]
    fn a_port_is_no_part_of_the_address() {
        for (forwarded, expected) in [
            ("192.0.2.1:49152", "192.0.2.1"),
            ("[2001:db8::1]:49152", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("192.0.2.1:49152, 10.0.0.2:443", "192.0.2.1"),
        ] {
            assert_eq!(client("10.0.0.1", &[forwarded]), expected, "{forwarded}");
        }
    }

    #[test]
    fn the_walk_ends_at_what_is_no_address() {
        for garbage in [
            "unknown",
            "_hidden",
            "192.0.2",
            "192.0.2.1:port",
            "192.0.2.1:99999",
            "[192.0.2.1]",
            "[2001:db8::1",
            "192.0.2.1 192.0.2.2",
            "\"192.0.2.1\"",
            "for=192.0.2.1",
            "縁",
        ] {
            assert_eq!(client("10.0.0.1", &[garbage]), "10.0.0.1", "{garbage}");
            let in_a_chain = format!("192.0.2.1, {garbage}, 10.0.0.2");
            assert_eq!(client("10.0.0.1", &[&in_a_chain]), "10.0.0.2", "{garbage}");
        }
        for nothing in [&[][..], &[""], &[" , ,"]] {
            assert_eq!(client("10.0.0.1", nothing), "10.0.0.1", "{nothing:?}");
        }
    }

    #[test]
    fn without_a_socket_there_is_no_address() {
        let request = Request::builder()
            .header(FORWARDED_FOR, "192.0.2.1")
            .finish();
        assert_eq!(client_address(&request), None);
    }
}
