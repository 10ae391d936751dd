//! How often one address may call: a burst at once, then one call after each pause.
//!
//! Each copy of the server counts for itself.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use poem::Request;

use super::client_address::client_address;
use crate::config::Config;
use crate::error::{Error, Result};

/// After so many calls, addresses that are as good as new are forgotten.
const BETWEEN_SWEEPS: u32 = 1024;
/// Past so many addresses at once, some megabytes, all share one allowance.
const MAX_ADDRESSES: usize = 64 * 1024;
const EVERYONE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The limits of the calls that have one.
#[derive(Debug)]
pub(super) struct RateLimits {
    /// A page in trouble tells a handful of things, and then goes on telling them.
    pub(super) logger: PerAddress,
    /// Many people are behind the address of a mobile network; what one account and one mailbox may do
    /// is counted in the database.
    pub(super) work_email: PerAddress,
    /// Codes are short: beside the five tries for each, one address has so many in all.
    pub(super) confirmation: PerAddress,
}

/// One call's limit; without an allowance there is none.
#[derive(Debug)]
pub(super) struct PerAddress<C: Clock = DefaultClock> {
    limiter: Option<Limiter<C>>,
    n_calls: AtomicU32,
}

type Limiter<C> =
    RateLimiter<IpAddr, HashMapStateStore<IpAddr>, C, NoOpMiddleware<<C as Clock>::Instant>>;

impl RateLimits {
    pub(super) fn new(config: &Config) -> Self {
        let limit = |burst, pause| {
            let limiter = limiter(burst, pause, DefaultClock::default());
            PerAddress::new(limiter.filter(|_| config.rate_limit))
        };
        Self {
            logger: limit(20, Duration::from_secs(3)),
            work_email: limit(20, Duration::from_secs(30)),
            confirmation: limit(40, Duration::from_secs(10)),
        }
    }
}

/// None for a burst or a pause of nothing.
fn limiter<C: Clock>(burst: u32, pause: Duration, clock: C) -> Option<Limiter<C>> {
    let quota = Quota::with_period(pause)?.allow_burst(NonZeroU32::new(burst)?);
    Some(RateLimiter::hashmap_with_clock(quota, clock))
}

impl<C: Clock> PerAddress<C> {
    const fn new(limiter: Option<Limiter<C>>) -> Self {
        Self {
            limiter,
            n_calls: AtomicU32::new(0),
        }
    }

    /// Counts the request, or refuses it with E005.
    pub(super) fn check(&self, request: &Request) -> Result<()> {
        self.check_address(client_address(request).unwrap_or(EVERYONE))
    }

    fn check_address(&self, address: IpAddr) -> Result<()> {
        let Some(limiter) = &self.limiter else {
            return Ok(());
        };
        let n_calls = self.n_calls.fetch_add(1, Ordering::Relaxed);
        if n_calls % BETWEEN_SWEEPS == BETWEEN_SWEEPS - 1 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
        let key = if limiter.len() < MAX_ADDRESSES {
            household_of(address)
        } else {
            EVERYONE
        };
        limiter.check_key(&key).map_err(|refused| {
            let wait = refused.wait_time_from(limiter.clock().now());
            Error::too_many_requests(wait)
        })
    }
}

/// With IPv6 one household has 64 bits of addresses.
fn household_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let prefix = address.to_bits() & (u128::MAX << 64);
            IpAddr::V6(Ipv6Addr::from_bits(prefix))
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use enmusubi_core::ErrorCode;
    use governor::clock::FakeRelativeClock;

    use super::*;

    const PAUSE: Duration = Duration::from_secs(3);

    fn twenty(clock: &FakeRelativeClock) -> PerAddress<FakeRelativeClock> {
        PerAddress::new(limiter(20, PAUSE, clock.clone()))
    }

    fn n_allowed(limit: &PerAddress<FakeRelativeClock>, address: &str, n_calls: usize) -> usize {
        let address = address.parse().unwrap();
        (0..n_calls)
            .filter(|_| limit.check_address(address).is_ok())
            .count()
    }

    #[test]
    fn after_the_burst_there_is_one_call_for_each_pause() {
        let clock = FakeRelativeClock::default();
        let limit = twenty(&clock);
        assert_eq!(n_allowed(&limit, "192.0.2.1", 30), 20);
        clock.advance(Duration::from_secs(2));
        assert_eq!(n_allowed(&limit, "192.0.2.1", 5), 0);
        clock.advance(Duration::from_secs(1));
        assert_eq!(n_allowed(&limit, "192.0.2.1", 5), 1);
        clock.advance(20 * PAUSE);
        assert_eq!(n_allowed(&limit, "192.0.2.1", 30), 20);
    }

    #[test]
    fn a_refusal_says_how_many_whole_seconds_to_wait() {
        let clock = FakeRelativeClock::default();
        let limit = twenty(&clock);
        n_allowed(&limit, "192.0.2.1", 20);
        for (passed_ms, wait_s) in [(0, 3), (900, 3), (200, 2), (1_899, 1)] {
            clock.advance(Duration::from_millis(passed_ms));
            let refused = limit.check_address("192.0.2.1".parse().unwrap());
            let error = refused.unwrap_err();
            assert_eq!(error.code, ErrorCode::E005);
            assert_eq!(error.retry_after, Some(Duration::from_secs(wait_s)));
        }
    }

    #[test]
    fn each_household_has_an_allowance_of_its_own() {
        let limit = twenty(&FakeRelativeClock::default());
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
    fn what_is_remembered_has_a_bound_and_is_forgotten() {
        let clock = FakeRelativeClock::default();
        let limit = twenty(&clock);
        for n in 0..200_000_u32 {
            limit.check_address(Ipv4Addr::from_bits(n + 1).into()).ok();
        }
        let limiter = limit.limiter.as_ref().unwrap();
        assert!(limiter.len() <= MAX_ADDRESSES + 1, "{}", limiter.len());
        assert_eq!(n_allowed(&limit, "203.0.113.1", 1), 0, "all share one now");
        clock.advance(20 * PAUSE);
        n_allowed(&limit, "203.0.113.1", BETWEEN_SWEEPS as usize);
        assert!(limiter.len() <= 2, "{}", limiter.len());
    }

    #[test]
    fn without_a_limit_every_call_goes_through() {
        let limit = PerAddress::<FakeRelativeClock>::new(None);
        assert_eq!(n_allowed(&limit, "192.0.2.1", 1000), 1000);
    }
}
