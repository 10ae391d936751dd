//! Whether a request is taken on: so many are under way at once, and one more is told to come back.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use poem::{Endpoint, IntoResponse, Middleware, Request, Response, Result};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::rate_limit::household;
use crate::config::Config;
use crate::error::Error;
use crate::metrics;

/// One address may hold a quarter of all places, so that somebody who sends bodies by the byte has to
/// do so from many. Thousands of people behind a mobile network have a few requests under way.
const SHARE: usize = 4;

/// Takes on so many requests at once. Its clones count together.
#[derive(Clone)]
pub(super) struct Admission {
    /// What is counted, for the metrics.
    kind: &'static str,
    places: Arc<Places>,
    /// Paths that are answered in any case.
    exempt: Arc<[String]>,
}

impl Admission {
    pub(super) fn new(kind: &'static str, n_places: usize, config: &Config) -> Self {
        let share = n_places.div_ceil(SHARE);
        Self {
            kind,
            places: Arc::new(Places {
                free: Semaphore::new(n_places),
                held: Mutex::default(),
                share: if config.rate_limit { share } else { n_places },
            }),
            exempt: Arc::new([]),
        }
    }

    /// Takes these paths on however many requests are under way.
    pub(super) fn except(self, exempt: impl Into<Arc<[String]>>) -> Self {
        Self {
            exempt: exempt.into(),
            ..self
        }
    }
}

impl<E: Endpoint> Middleware<E> for Admission {
    type Output = Admitted<E>;

    fn transform(&self, endpoint: E) -> Self::Output {
        Admitted {
            endpoint,
            admission: self.clone(),
        }
    }
}

/// An endpoint that is asked only where there is room: otherwise E503 at once, with the body unread.
pub(super) struct Admitted<E> {
    endpoint: E,
    admission: Admission,
}

impl<E: Endpoint> Endpoint for Admitted<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let Admission {
            kind,
            places,
            exempt,
        } = &self.admission;
        let is_exempt = exempt.iter().any(|path| path == request.uri().path());
        // Both are held to the end of the call.
        let place = places.take(household(&request));
        if place.is_none() && !is_exempt {
            return Err(Error::busy().into());
        }
        let _counted = metrics::under_way(kind);
        self.endpoint
            .call(request)
            .await
            .map(IntoResponse::into_response)
    }
}

struct Places {
    free: Semaphore,
    /// By whom; nobody is in it who holds none.
    held: Mutex<HashMap<IpAddr, usize>>,
    /// How many one may hold.
    share: usize,
}

impl Places {
    fn take(&self, address: IpAddr) -> Option<Place<'_>> {
        let permit = self.free.try_acquire().ok()?;
        let mut held = self.lock();
        let n_held = held.entry(address).or_default();
        if *n_held >= self.share {
            return None;
        }
        *n_held += 1;
        Some(Place {
            places: self,
            address,
            _permit: permit,
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place that is free again when this is dropped.
struct Place<'a> {
    places: &'a Places,
    address: IpAddr,
    _permit: SemaphorePermit<'a>,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut held = self.places.lock();
        match held.get_mut(&self.address) {
            Some(n_held) if *n_held > 1 => *n_held -= 1,
            _ => drop(held.remove(&self.address)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_and_who_holds_none_is_forgotten() {
        let places = Places {
            free: Semaphore::new(3),
            held: Mutex::default(),
            share: 2,
        };
        let [one, other]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|it| it.parse().unwrap());
        let first = places.take(one).unwrap();
        let second = places.take(one).unwrap();
        assert!(places.take(one).is_none(), "beyond its share");
        let third = places.take(other).unwrap();
        assert!(places.take(other).is_none(), "beyond all places");
        drop(first);
        assert!(places.take(one).is_some());
        drop((second, third));
        assert_eq!(places.lock().len(), 0);
        assert_eq!(places.free.available_permits(), 3);
    }
}
