//! Settings that are web addresses.

use std::net::Ipv4Addr;

use url::{Host, Url};

use super::types::Refusal;

/// Reads an http or https URL with a host and a path at most.
pub(super) fn parse(text: &str) -> Result<Url, Refusal> {
    // The parser of URLs would also accept an address without the two slashes.
    let is_web = |scheme: &str| {
        let rest = text.strip_prefix(scheme);
        rest.is_some_and(|rest| !rest.starts_with('/'))
    };
    let url = Url::parse(text).ok().filter(|url| {
        let has_no_user = url.username().is_empty() && url.password().is_none();
        has_no_user && url.query().is_none() && url.fragment().is_none()
    });
    url.filter(|_| is_web("http://") || is_web("https://"))
        .ok_or(None)
}

/// Returns true if the host is this machine, without asking the resolver.
pub(super) fn is_on_this_machine(url: &Url) -> bool {
    match url.host() {
        // In a URL of another scheme, an IPv4 address stays a text.
        Some(Host::Domain(name)) => {
            name == "localhost" || name.parse().is_ok_and(|it: Ipv4Addr| it.is_loopback())
        }
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// An attacker who changes LINE's keys on their way could sign in as any user.
pub(super) fn is_https_or_local(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| url.scheme() == "https" || is_on_this_machine(&url))
}
