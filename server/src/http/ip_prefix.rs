//! IP prefixes, by which limits count clients.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

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
    use super::*;

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
