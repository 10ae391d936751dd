//! Finds the address of the client: the TCP peer, or the address that a trusted proxy reports. Limits
//! count clients by the IP prefix of this address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use poem::Request;
use poem::http::{HeaderMap, HeaderName};

use crate::app::App;
use crate::ops::config::TrustedProxies;

/// The header to which each proxy appends the address of its own client.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Returns the client's address, or `None` if the request did not come through a socket.
///
/// All limits use this address, because the client cannot choose it.
pub(crate) fn client_address(request: &Request) -> Option<IpAddr> {
    let peer = request.remote_addr().as_socket_addr()?.ip();
    Some(match trusted_proxies(request) {
        Some(proxies) => behind_proxies(peer, request.headers(), proxies),
        None => peer.to_canonical(),
    })
}

/// Returns the key of the client in limits that count by IP prefix.
pub(crate) fn client_prefix_of(request: &Request) -> IpAddr {
    client_address(request).map_or(UNKNOWN, client_prefix)
}

/// Returns whether a trusted proxy forwarded the request.
pub(crate) fn is_from_proxy(request: &Request) -> bool {
    let peer = request.remote_addr().as_socket_addr();
    let proxies = trusted_proxies(request);
    matches!((peer, proxies), (Some(peer), Some(proxies)) if proxies.contains(peer.ip()))
}

/// Returns `None` for a request outside a server, in a test.
fn trusted_proxies(request: &Request) -> Option<&TrustedProxies> {
    let app = request.data::<Arc<App>>()?;
    Some(&app.config.trusted_proxies)
}

/// Walks back through the chain of proxies, from the peer to the first address that is not a trusted
/// proxy. Stops at the last trusted proxy if no readable address precedes it.
fn behind_proxies(peer: IpAddr, headers: &HeaderMap, proxies: &TrustedProxies) -> IpAddr {
    // Several headers of this name form one list. Read them as bytes: text of the client that is not
    // ASCII must not hide the addresses that a proxy appended.
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

/// Parses one hop. Some proxies write a port, and brackets around IPv6.
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

/// The key of all requests whose address is unknown.
pub(crate) const UNKNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// Returns an IPv4 address itself, or the /64 of an IPv6 address, because a provider assigns at least a
/// /64 to each customer.
pub(crate) fn client_prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => prefix(address, 64),
        address @ IpAddr::V4(_) => address,
    }
}

/// Returns the /48 of an IPv6 address: the largest block that a provider assigns to one customer, with
/// 65,536 prefixes of 64 bits.
pub(crate) fn site_prefix(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V6(address) => Some(prefix(address, 48)),
        IpAddr::V4(_) => None,
    }
}

fn prefix(address: Ipv6Addr, n_bits: u32) -> IpAddr {
    let mask = u128::MAX << (u128::BITS - n_bits);
    IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask))
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
    fn the_header_of_a_peer_that_is_not_a_trusted_proxy_is_ignored() {
        for peer in ["192.0.2.1", "2001:db8::1"] {
            for forwarded in ["198.51.100.1", "10.0.0.1", "198.51.100.1, 10.0.0.1"] {
                assert_eq!(client(peer, &[forwarded]), peer, "{forwarded}");
            }
        }
        let headers =
            HeaderMap::from_iter([(FORWARDED_FOR, HeaderValue::from_static("192.0.2.1"))]);
        let peer = "10.0.0.1".parse().unwrap();
        let no_proxies = TrustedProxies::default();
        assert_eq!(behind_proxies(peer, &headers, &no_proxies), peer);
    }

    #[test]
    fn the_last_address_counts_and_not_the_ones_that_the_client_wrote() {
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
    fn a_chain_of_proxies_leads_to_the_client_of_the_first_proxy() {
        for forwarded in [
            &["198.51.100.1, 192.0.2.1, 10.0.0.3, 10.0.0.2"][..],
            &["198.51.100.1, 192.0.2.1", "10.0.0.3", "10.0.0.2"],
            &["198.51.100.1, 192.0.2.1, 2001:db8:ffff::1"],
        ] {
            assert_eq!(client("10.0.0.1", forwarded), "192.0.2.1", "{forwarded:?}");
        }
        // The client is in the network of the proxies.
        assert_eq!(client("10.0.0.1", &["10.0.0.9, 10.0.0.2"]), "10.0.0.9");
    }

    #[test]
    fn ipv6_is_read_and_ipv4_mapped_addresses_become_ipv4() {
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
    fn a_port_is_not_part_of_the_address() {
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
    fn the_walk_ends_at_text_that_is_not_an_address() {
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
        for empty in [&[][..], &[""], &[" , ,"]] {
            assert_eq!(client("10.0.0.1", empty), "10.0.0.1", "{empty:?}");
        }
    }

    #[test]
    fn without_a_socket_there_is_no_address() {
        let request = Request::builder()
            .header(FORWARDED_FOR, "192.0.2.1")
            .finish();
        assert_eq!(client_address(&request), None);
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn ipv4_counts_by_address_and_ipv6_by_its_64_and_its_48() {
        for (text, client, site) in [
            ("192.0.2.1", "192.0.2.1", None),
            ("::ffff:192.0.2.1", "192.0.2.1", None),
            (
                "2001:db8:1:2:3:4:5:6",
                "2001:db8:1:2::",
                Some("2001:db8:1::"),
            ),
            (
                "2001:db8:1:ffff::",
                "2001:db8:1:ffff::",
                Some("2001:db8:1::"),
            ),
        ] {
            assert_eq!(client_prefix(address(text)), address(client), "{text}");
            assert_eq!(site_prefix(address(text)), site.map(address), "{text}");
        }
    }
}
