//! How often a call may be made: from one address before the proof, and by one account after it.
//!
//! The table of routes says which call has which limit. Each copy of the server counts for itself.
//! A burst may come at once, then one call after each pause; whoever is refused is told for how long.
//!
//! The allowances of an address are wide, since a mobile network puts thousands of people behind one;
//! they bound what strangers cost us. Those of an account are what a person on a bad network does
//! not reach: the page tries again after 1 s, then 2, 4 … up to 5 minutes, so ten times in ten
//! minutes for each thing it sends, and at once when the network or the person comes back.

mod allowance;

use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use poem::Request;

use self::allowance::Allowance;
use super::client_address::client_address;
use crate::error::Result;
use crate::http::ip_prefix::{UNKNOWN, customer_prefix, site_prefix};
use crate::ops::config::Config;

/// The quota of an IPv6 /48 is so many times that of a /64. A provider gives one customer up to a /48,
/// and a mobile network serves thousands of people from it.
const SITE_FACTOR: u32 = 16;

/// The limits of all calls.
#[derive(Debug)]
pub(crate) struct RateLimits {
    /// Once in a session of a week. By address, LINE's signature is checked for each.
    pub(crate) login: Arc<RateLimit>,
    /// The ticket, the form and the resubmission: each tried again until there is an answer.
    pub(crate) registration: Arc<RateLimit>,
    /// Six photos and a document, some of them changed or sent again: 40 is also how many an account may
    /// hold. Each takes up to a second of a processor.
    pub(crate) upload: Arc<RateLimit>,
    /// Asked at every start and whenever the page comes back into view.
    pub(crate) review_status: Arc<RateLimit>,
    /// Asked for rarely; each reads all files of a person.
    pub(crate) export: Arc<RateLimit>,
    /// Chosen among six photos.
    pub(crate) avatar: Arc<RateLimit>,
    /// A page in trouble tells a handful of things, and then goes on telling them.
    pub(crate) logger: Arc<RateLimit>,
    /// What one account and one mailbox may do is counted in the database.
    pub(crate) work_email: Arc<RateLimit>,
    /// Codes are short: beside the five tries for each, one address has so many in all.
    pub(crate) confirmation: Arc<RateLimit>,
    /// A page of people shows dozens of pictures. They are fetched without a proof of one's own.
    pub(crate) pictures: Arc<RateLimit>,
    /// Each variant of a photo that is not kept yet takes up to a second of a processor. All viewers
    /// share what is made of a photo, of which the page asks for about 20 variants; a page of people
    /// asks for two or three of each photo, and many people share an address.
    pub(crate) new_variants: Arc<NewVariants>,
    /// Every call without a limit of its own.
    pub(crate) others: Arc<RateLimit>,
}

/// What one call, or a few together, may cost; either part may be unlimited.
#[derive(Debug)]
pub(crate) struct RateLimit {
    by_address: Option<Allowance<IpAddr>>,
    /// For IPv6, where the owner of a /48 has 65,536 addresses that count for themselves.
    by_site: Option<Allowance<IpAddr>>,
    by_account: Option<Allowance<u64>>,
    /// Accounts are told apart by their hash, which takes less room and names nobody.
    hasher: RandomState,
}

/// Limits how often the server makes a variant that it has not kept yet: for one address, and of one
/// photo. The photo counts in place of an account, because the URL of a picture names no account.
#[derive(Debug)]
pub(crate) struct NewVariants(Arc<RateLimit>);

impl NewVariants {
    /// Counts a variant that is about to be made, or refuses it with E005.
    pub(crate) fn check(&self, request: &Request, file_id: &str) -> Result<()> {
        // The photo first: what its limit refuses should not use up the allowance of an address that
        // many people share.
        self.0.check_account(file_id)?;
        self.0
            .check_address(client_address(request).unwrap_or(UNKNOWN))
    }
}

/// So many at once, then one after each pause.
type Burst = (u32, Duration);

impl RateLimits {
    pub(crate) fn new(config: &Config) -> Self {
        let limit = |by_address: Burst, by_account: Option<Burst>| {
            let limit = RateLimit::new(by_address, by_account);
            Arc::new(if config.rate_limit {
                limit
            } else {
                RateLimit::none()
            })
        };
        let (s, ms) = (Duration::from_secs, Duration::from_millis);
        Self {
            login: limit((200, ms(100)), Some((20, s(10)))),
            registration: limit((200, ms(100)), Some((60, s(5)))),
            upload: limit((200, ms(250)), Some((40, s(5)))),
            review_status: limit((400, ms(50)), Some((60, s(2)))),
            export: limit((60, s(1)), Some((10, s(30)))),
            avatar: limit((100, ms(200)), Some((20, s(5)))),
            logger: limit((20, s(3)), None),
            work_email: limit((20, s(30)), None),
            confirmation: limit((40, s(10)), None),
            pictures: limit((1000, ms(10)), None),
            new_variants: Arc::new(NewVariants(limit((400, ms(100)), Some((32, s(10)))))),
            others: limit((400, ms(50)), Some((60, s(1)))),
        }
    }
}

impl RateLimit {
    fn new(by_address: Burst, by_account: Option<Burst>) -> Self {
        Self {
            by_address: Allowance::new(by_address, UNKNOWN),
            by_site: Allowance::new(of_site(by_address), UNKNOWN),
            by_account: by_account.and_then(|burst| Allowance::new(burst, 0)),
            hasher: RandomState::new(),
        }
    }

    fn none() -> Self {
        Self {
            by_address: None,
            by_site: None,
            by_account: None,
            hasher: RandomState::new(),
        }
    }

    /// Counts a call of this account, or refuses it with E005.
    pub(crate) fn check_account(&self, line_user_id: &str) -> Result<()> {
        match &self.by_account {
            Some(allowance) => allowance.check(self.hasher.hash_one(line_user_id)),
            None => Ok(()),
        }
    }

    fn check_address(&self, address: IpAddr) -> Result<()> {
        let customer = customer_prefix(address);
        let by_customer = || check(self.by_address.as_ref(), Some(customer));
        let by_site = || check(self.by_site.as_ref(), site_prefix(address));
        let is_known = self
            .by_address
            .as_ref()
            .is_some_and(|it| it.knows(customer));
        if is_known {
            // A call that is refused to this customer must not use up its neighbours' quota.
            by_customer()?;
            by_site()
        } else {
            // Check the /48 first: its owner must not be able to fill the table of all customers
            // with new /64 prefixes.
            by_site()?;
            by_customer()
        }
    }
}

fn check(allowance: Option<&Allowance<IpAddr>>, prefix: Option<IpAddr>) -> Result<()> {
    match (allowance, prefix) {
        (Some(allowance), Some(prefix)) => allowance.check(prefix),
        _ => Ok(()),
    }
}

fn of_site((burst, pause): Burst) -> Burst {
    (burst * SITE_FACTOR, pause / SITE_FACTOR)
}

/// Counts the request for its address and gives the limit of its call, or refuses it with E005.
pub(crate) fn check_address(request: &Request) -> Result<Option<&RateLimit>> {
    let limit = request.data::<Arc<RateLimit>>().map(AsRef::as_ref);
    if let Some(limit) = limit {
        limit.check_address(client_address(request).unwrap_or(UNKNOWN))?;
    }
    Ok(limit)
}

/// The prefix that a request counts for in limits that are shared by address.
pub(crate) fn customer_prefix_of(request: &Request) -> IpAddr {
    client_address(request).map_or(UNKNOWN, customer_prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n_allowed(limit: &RateLimit, address: &str, n_calls: usize) -> usize {
        let address = address.parse().unwrap();
        let calls = (0..n_calls).filter(|_| limit.check_address(address).is_ok());
        calls.count()
    }

    #[test]
    fn each_household_has_an_allowance_of_its_own() {
        let limit = RateLimit::new((20, Duration::from_hours(1)), None);
        for (address, n_left) in [
            ("192.0.2.1", 20),
            ("::ffff:192.0.2.1", 0),
            ("192.0.2.2", 20),
            ("2001:db8::1", 20),
            ("2001:db8:0:0:ffff::2", 0),
            ("2001:db8:0:1::1", 20),
        ] {
            assert_eq!(n_allowed(&limit, address, 21), n_left, "{address}");
        }
    }

    #[test]
    fn a_site_of_ipv6_gets_the_allowance_of_sixteen_households() {
        let limit = RateLimit::new((20, Duration::from_hours(1)), None);
        let n_allowed_of = |site: &str| -> usize {
            let networks = (0..1000).map(|n| format!("{site}:{n:x}::1"));
            networks.map(|address| n_allowed(&limit, &address, 1)).sum()
        };
        assert_eq!(n_allowed_of("2001:db8:1"), 320);
        let keys = limit.by_address.as_ref().unwrap();
        let network = |text: &str| text.parse().unwrap();
        assert!(keys.knows(network("2001:db8:1:13f::")));
        assert!(!keys.knows(network("2001:db8:1:140::")), "a refused one");
        assert_eq!(n_allowed_of("2001:db8:2"), 320);
        assert_eq!(n_allowed(&limit, "192.0.2.1", 21), 20);
    }

    #[test]
    fn a_household_that_calls_too_often_takes_nothing_from_its_neighbours() {
        let limit = RateLimit::new((20, Duration::from_hours(1)), None);
        assert_eq!(n_allowed(&limit, "2001:db8::1", 1000), 20);
        for n in 1..16 {
            let neighbour = format!("2001:db8:0:{n:x}::1");
            assert_eq!(n_allowed(&limit, &neighbour, 21), 20, "{neighbour}");
        }
    }

    #[test]
    fn each_account_has_an_allowance_of_its_own() {
        let hour = Duration::from_hours(1);
        let limit = RateLimit::new((1, hour), Some((2, hour)));
        let calls = ["A", "A", "A", "B", "A", "B", "B"].map(|account| {
            let is_allowed = limit.check_account(account).is_ok();
            is_allowed.then_some(account)
        });
        let expected = [Some("A"), Some("A"), None, Some("B"), None, Some("B"), None];
        assert_eq!(calls, expected);
    }

    #[test]
    fn without_a_limit_every_call_goes_through() {
        let limit = RateLimit::none();
        assert_eq!(n_allowed(&limit, "192.0.2.1", 1000), 1000);
        assert!((0..1000).all(|_| limit.check_account("A").is_ok()));
    }
}
