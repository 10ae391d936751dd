//! Whose word about a client's address counts: the proxies in front of the server.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// Addresses and blocks of addresses; without any, nobody's word counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

/// A text that is no list of addresses.
#[derive(Debug, PartialEq, Eq)]
pub struct NoAddresses;

impl TrustedProxies {
    /// Whether this is the address of one of them.
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
    // Addresses are compared as IPv4 where they are, so IPv4 in the dress of IPv6 would never match.
    let is_canonical = block.addr().to_canonical() == block.addr();
    // If everyone were trusted, everyone could choose an address.
    (is_canonical && block.prefix_len() > 0).then(|| block.trunc())
}

/// As the operator would write it.
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
    fn a_proxy_is_told_by_its_address_or_by_a_block() {
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
    fn without_proxies_nobody_is_trusted() {
        let nobody = TrustedProxies::default();
        assert!(!nobody.contains("127.0.0.1".parse().unwrap()));
        assert_eq!(nobody.to_string(), "");
    }

    #[test]
    fn what_is_printed_says_what_a_block_holds_and_can_be_read_again() {
        let proxies: TrustedProxies = "10.1.2.3/8, 2001:DB8::1".parse().unwrap();
        assert_eq!(proxies.to_string(), "10.0.0.0/8,2001:db8::1/128");
        assert_eq!(proxies.to_string().parse(), Ok(proxies));
    }

    #[test]
    fn what_is_no_list_of_addresses_is_refused() {
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
