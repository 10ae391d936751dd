//! Rate limits of calls: by IP prefix before the caller is authenticated, and by account after that.
//!
//! The table of calls assigns a limit to each call. Each instance of the server counts for itself.
//! A quota allows a number of calls at once, and then one call in each period. A refused call gets
//! E005 with `Retry-After`.
//!
//! The quotas of an address are wide, because a mobile network puts thousands of people behind one
//! address; they bound the cost of strangers' calls. A person on a bad network must not reach the
//! quota of an account: the page retries after 1 s, 2 s, 4 s … up to 5 minutes, which is ten times in
//! ten minutes for each thing that it sends, and immediately when the network or the person comes
//! back.

mod keyed;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use poem::Request;

use self::keyed::{KeyedRateLimiter, Quota};
use super::account_hasher::AccountHasher;
use super::client_address::{UNKNOWN, client_address, client_prefix, site_prefix};
use crate::clock::Clock;
use crate::error::Result;
use crate::ops::config::Config;

/// The quota of an IPv6 /48, as a multiple of the quota of a /64. A provider gives one customer up to a
/// /48, and a mobile network serves thousands of people from it.
const SITE_FACTOR: u32 = 16;

/// The limits of all calls.
#[derive(Debug)]
pub(crate) struct RateLimits {
    /// The login. A page logs in when its session has ended: after a week without use, or after 30 days. The quota of
    /// an address bounds the signature checks of LINE's ID tokens.
    pub(crate) login: Arc<RateLimit>,
    /// The sign-in of reviewers, once or twice a day. The quota of an address bounds the checks of signatures.
    pub(crate) reviewer_login: Arc<RateLimit>,
    /// The registration token, the form and the resubmission. The page retries each of them until it gets
    /// a response.
    pub(crate) registration: Arc<RateLimit>,
    /// The uploads. A form has six photos and a document, some of them changed or sent again. An account may also own
    /// 40 unattached uploads. Each upload takes up to a second of a processor.
    pub(crate) upload: Arc<RateLimit>,
    /// The review status, for which the page asks at every start, and when it comes back into view.
    pub(crate) review_status: Arc<RateLimit>,
    /// The export, which is rare, and reads all files of a person.
    pub(crate) export: Arc<RateLimit>,
    /// The choice of an avatar among six photos.
    pub(crate) avatar: Arc<RateLimit>,
    /// The log lines of the page. A page with an error sends a handful, and then the same lines again.
    pub(crate) logger: Arc<RateLimit>,
    /// The requests for codes by mail. The database counts the codes of one account and of one mailbox.
    pub(crate) work_email: Arc<RateLimit>,
    /// The confirmations with codes, which are short. Each code has five tries, and this limit bounds the tries of one
    /// address for all codes.
    pub(crate) confirmation: Arc<RateLimit>,
    /// The pictures. A page of people shows dozens of pictures. A browser fetches them by signed URL, without
    /// credentials.
    pub(crate) pictures: Arc<RateLimit>,
    /// The variants that are not cached yet, each of which takes up to a second of a processor. All viewers share the
    /// variants of a photo, of which the page asks for about 20. A page of people asks for two or three of each photo,
    /// and many people share an address.
    pub(crate) new_variants: Arc<NewVariantLimit>,
    /// The notes. A page asks for new notes every 3.5 seconds while a conversation is open, and hundreds of members on
    /// a mobile network share an address.
    pub(crate) notes: Arc<RateLimit>,
    /// The deliveries to the webhook that LINE did not sign. The first ones get E001, so that an
    /// operator who has copied a wrong secret sees the reason.
    pub(crate) forged_deliveries: Arc<RateLimit>,
    /// The limit of every call that has none of its own.
    pub(crate) others: Arc<RateLimit>,
}

/// The limit of one call, or of a few calls together. A part that is `None` does not limit.
#[derive(Debug)]
pub(crate) struct RateLimit {
    by_client: Option<KeyedRateLimiter<IpAddr>>,
    /// The limit of an IPv6 /48, whose owner has 65,536 prefixes of 64 bits, each with a quota of its own.
    by_site: Option<KeyedRateLimiter<IpAddr>>,
    by_account: Option<KeyedRateLimiter<u64>>,
    hasher: AccountHasher,
}

/// Limits how often the server makes a variant that is not cached yet: for one address, and of one
/// photo. The photo counts in place of an account, because the URL of a picture names no account.
#[derive(Debug)]
pub(crate) struct NewVariantLimit(Arc<RateLimit>);

impl NewVariantLimit {
    /// Counts a variant that is about to be made, or refuses it with E005.
    pub(crate) fn check(&self, request: &Request, file_id: &str) -> Result<()> {
        // Check the photo first: a call that it refuses must not use up the quota of an address that
        // many people share.
        self.0.check_account(file_id)?;
        self.0
            .check_address(client_address(request).unwrap_or(UNKNOWN))
    }
}

impl RateLimits {
    pub(crate) fn new(config: &Config, clock: &Clock) -> Self {
        let limit = |by_address: Quota, by_account: Option<Quota>| {
            let limit = RateLimit::new(by_address, by_account, clock);
            Arc::new(if config.rate_limit {
                limit
            } else {
                RateLimit::unlimited()
            })
        };
        let (s, ms) = (Duration::from_secs, Duration::from_millis);
        Self {
            login: limit((200, ms(100)), Some((20, s(10)))),
            reviewer_login: limit((200, ms(100)), None),
            registration: limit((200, ms(100)), Some((60, s(5)))),
            upload: limit((200, ms(250)), Some((40, s(5)))),
            review_status: limit((400, ms(50)), Some((60, s(2)))),
            export: limit((60, s(1)), Some((10, s(30)))),
            avatar: limit((100, ms(200)), Some((20, s(5)))),
            logger: limit((20, s(3)), None),
            work_email: limit((20, s(30)), None),
            confirmation: limit((40, s(10)), None),
            pictures: limit((1000, ms(10)), None),
            new_variants: Arc::new(NewVariantLimit(limit((400, ms(100)), Some((32, s(10)))))),
            notes: limit((2000, ms(5)), Some((60, s(1)))),
            forged_deliveries: limit((20, s(3)), None),
            others: limit((400, ms(50)), Some((60, s(1)))),
        }
    }
}

impl RateLimit {
    fn new(by_address: Quota, by_account: Option<Quota>, clock: &Clock) -> Self {
        Self {
            by_client: KeyedRateLimiter::new(by_address, UNKNOWN, clock),
            by_site: KeyedRateLimiter::new(site_quota(by_address), UNKNOWN, clock),
            by_account: by_account.and_then(|quota| KeyedRateLimiter::new(quota, 0, clock)),
            hasher: AccountHasher::default(),
        }
    }

    fn unlimited() -> Self {
        Self {
            by_client: None,
            by_site: None,
            by_account: None,
            hasher: AccountHasher::default(),
        }
    }

    /// Counts a call of this account, or refuses it with E005.
    pub(crate) fn check_account(&self, line_user_id: &str) -> Result<()> {
        match &self.by_account {
            Some(limiter) => limiter.check(self.hasher.hash(line_user_id)),
            None => Ok(()),
        }
    }

    fn check_address(&self, address: IpAddr) -> Result<()> {
        let client = client_prefix(address);
        let check_client = || check(self.by_client.as_ref(), Some(client));
        let check_site = || check(self.by_site.as_ref(), site_prefix(address));
        let is_known = self.by_client.as_ref().is_some_and(|it| it.has_key(client));
        if is_known {
            // A refused call of this client must not use up the quota that it shares with its
            // neighbours.
            check_client()?;
            check_site()
        } else {
            // Check the /48 first: its owner must not be able to fill the store of all clients with
            // new /64 prefixes.
            check_site()?;
            check_client()
        }
    }
}

fn check(limiter: Option<&KeyedRateLimiter<IpAddr>>, prefix: Option<IpAddr>) -> Result<()> {
    match (limiter, prefix) {
        (Some(limiter), Some(prefix)) => limiter.check(prefix),
        _ => Ok(()),
    }
}

fn site_quota((burst, period): Quota) -> Quota {
    (burst * SITE_FACTOR, period / SITE_FACTOR)
}

/// Counts the request for its address and returns the limit of its call, or refuses it with E005.
pub(crate) fn check_address(request: &Request) -> Result<Option<&RateLimit>> {
    let limit = request.data::<Arc<RateLimit>>().map(AsRef::as_ref);
    if let Some(limit) = limit {
        limit.check_address(client_address(request).unwrap_or(UNKNOWN))?;
    }
    Ok(limit)
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
    fn each_ip_prefix_has_its_own_quota() {
        let limit = RateLimit::new((20, Duration::from_hours(1)), None, &Clock::system());
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
    fn an_ipv6_48_gets_the_quota_of_sixteen_64s() {
        let limit = RateLimit::new((20, Duration::from_hours(1)), None, &Clock::system());
        let n_allowed_of = |site: &str| -> usize {
            let networks = (0..1000).map(|n| format!("{site}:{n:x}::1"));
            networks.map(|address| n_allowed(&limit, &address, 1)).sum()
        };
        assert_eq!(n_allowed_of("2001:db8:1"), 320);
        let keys = limit.by_client.as_ref().unwrap();
        let network = |text: &str| text.parse().unwrap();
        assert!(keys.has_key(network("2001:db8:1:13f::")));
        assert!(
            !keys.has_key(network("2001:db8:1:140::")),
            "a refused prefix"
        );
        assert_eq!(n_allowed_of("2001:db8:2"), 320);
        assert_eq!(n_allowed(&limit, "192.0.2.1", 21), 20);
    }

    #[test]
    fn a_refused_ip_prefix_does_not_use_up_the_quota_of_its_neighbours() {
        let limit = RateLimit::new((20, Duration::from_hours(1)), None, &Clock::system());
        assert_eq!(n_allowed(&limit, "2001:db8::1", 1000), 20);
        for n in 1..16 {
            let neighbour = format!("2001:db8:0:{n:x}::1");
            assert_eq!(n_allowed(&limit, &neighbour, 21), 20, "{neighbour}");
        }
    }

    #[test]
    fn each_account_has_its_own_quota() {
        let hour = Duration::from_hours(1);
        let limit = RateLimit::new((1, hour), Some((2, hour)), &Clock::system());
        let calls = ["A", "A", "A", "B", "A", "B", "B"].map(|account| {
            let is_allowed = limit.check_account(account).is_ok();
            is_allowed.then_some(account)
        });
        let expected = [Some("A"), Some("A"), None, Some("B"), None, Some("B"), None];
        assert_eq!(calls, expected);
    }

    #[test]
    fn an_unlimited_call_is_never_refused() {
        let limit = RateLimit::unlimited();
        assert_eq!(n_allowed(&limit, "192.0.2.1", 1000), 1000);
        assert!((0..1000).all(|_| limit.check_account("A").is_ok()));
    }
}
