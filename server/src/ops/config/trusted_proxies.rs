//! The proxies in front of the server, which it believes about the address of a client.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// Addresses and blocks of addresses. Without any, the server believes no proxy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

/// A text that is no list of addresses.
#[derive(Debug, PartialEq, Eq)]
pub struct NoAddresses;

impl TrustedProxies {
    /// Returns true for the address of a trusted proxy.
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|block| block.contains(&address))
    }
}

impl FromStr for TrustedProxies {
    type Err = NoAddresses;

    fn from_str(text: &str) -> Result<Self, NoAddresses> {
        let blocks: Option<Vec<IpNet>> = text.split(',').map(|item| block(item.trim())).collect();
        blocks.map(Self).ok_or(NoAddresses)
    }
}

fn block(text: &str) -> Option<IpNet> {
    let address = || text.parse::<IpAddr>().map(IpNet::from);
    let block = text.parse::<IpNet>().or_else(|_| address()).ok()?;
    // The server compares IPv4 addresses as IPv4, so a block in the IPv6 form of IPv4 would never match.
    let is_canonical = block.addr().to_canonical() == block.addr();
    // If every client were trusted, every client could choose its address.
    (is_canonical && block.prefix_len() > 0).then(|| block.trunc())
}

/// A text that gives the same proxies.
impl fmt::Display for TrustedProxies {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blocks: Vec<String> = self.0.iter().map(IpNet::to_string).collect();
        formatter.write_str(&blocks.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_trusted(proxies: &str, address: &str) -> bool {
        let proxies: TrustedProxies = proxies.parse().unwrap();
        proxies.contains(address.parse().unwrap())
    }

    #[test]
    fn a_proxy_is_recognised_by_its_address_or_by_a_block() {
        let proxies = "10.0.0.0/8, 192.0.2.1,::1 , 2001:db8::/32";
        for address in [
            "10.255.0.1",
            "::ffff:10.255.0.1",
            "192.0.2.1",
            "::1",
            "2001:db8:ffff::1",
        ] {
            assert!(is_trusted(proxies, address), "{address}");
        }
        for address in ["11.0.0.1", "192.0.2.2", "127.0.0.1", "::2", "2001:db9::1"] {
            assert!(!is_trusted(proxies, address), "{address}");
        }
    }

    #[test]
    fn without_proxies_no_address_is_trusted() {
        let nobody = TrustedProxies::default();
        assert!(!nobody.contains("127.0.0.1".parse().unwrap()));
        assert_eq!(nobody.to_string(), "");
    }

    #[test]
    fn the_printed_list_shows_the_whole_block_and_can_be_parsed_again() {
        let proxies: TrustedProxies = "10.1.2.3/8, 2001:DB8::1".parse().unwrap();
        assert_eq!(proxies.to_string(), "10.0.0.0/8,2001:db8::1/128");
        assert_eq!(proxies.to_string().parse(), Ok(proxies));
    }

    #[test]
    fn a_text_that_is_no_list_of_addresses_is_refused() {
        for text in [
            "",
            " ",
            ",",
            "10.0.0.1,",
            "10.0.0.1 10.0.0.2",
            "10.0.0.0/33",
            "10.0.0.1:80",
            "[::1]",
            "10.0.0",
            "localhost",
            "proxy.example.com",
            "*",
            "0.0.0.0/0",
            "::/0",
            "::ffff:10.0.0.1",
            "::ffff:10.0.0.0/104",
        ] {
            assert_eq!(text.parse::<TrustedProxies>(), Err(NoAddresses), "{text}");
        }
    }
}
