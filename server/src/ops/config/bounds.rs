//! How much the server takes on at once, and for how long.

use std::fmt;
use std::time::Duration;

use super::{ConfigError, Settings};

/// What is beyond these is refused at once rather than left to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Requests under way. More of them would wait for the same processors and the same database.
    pub max_requests: usize,
    /// Uploads among these requests, so there are never more than `max_requests`. Each may hold 15
    /// MiB in memory, so 64 of them may hold a gigabyte.
    pub max_uploads: usize,
    /// Open connections, most of them idle; each costs some kilobytes and a file descriptor.
    pub max_connections: usize,
    /// For one request, from its head to its answer; a long body gets more.
    pub request_timeout: Duration,
}

impl Bounds {
    /// How many callers may wait for LINE's keys at once: half of the uploads, so that such callers
    /// leave the other half of the permits to people whose key is known. With a single upload at a
    /// time, one caller may still take it.
    pub(crate) fn max_waiting_for_keys(&self) -> usize {
        (self.max_uploads / 2).max(1)
    }
}

impl Settings {
    pub(super) fn bounds(&self) -> Result<Bounds, ConfigError> {
        let max_requests = count("MAX_REQUESTS", self.max_requests.as_deref(), 1024)?;
        let max_uploads = self.max_uploads.as_deref();
        let max_uploads = count("MAX_UPLOADS", max_uploads, max_requests.min(64))?;
        if max_uploads > max_requests {
            return Err(ConfigError::must_be(
                "MAX_UPLOADS",
                max_uploads,
                &format!("at most MAX_REQUESTS, which is {max_requests}"),
            ));
        }
        let request_timeout_s = count("REQUEST_TIMEOUT", self.request_timeout.as_deref(), 60)?;
        Ok(Bounds {
            max_requests,
            max_uploads,
            max_connections: count("MAX_CONNECTIONS", self.max_connections.as_deref(), 8192)?,
            request_timeout: Duration::from_secs(request_timeout_s as u64),
        })
    }
}

fn count(name: &'static str, text: Option<&str>, default: usize) -> Result<usize, ConfigError> {
    let Some(text) = text else {
        return Ok(default);
    };
    let number = text.trim().parse::<u32>().ok();
    number
        .filter(|number| (1..=1_000_000).contains(number))
        .map(|number| number as usize)
        .ok_or_else(|| ConfigError::must_be(name, text, "a whole number from 1 to 1000000"))
}

/// As the operator would write it.
impl fmt::Display for Bounds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "MAX_REQUESTS={}", self.max_requests)?;
        writeln!(formatter, "MAX_UPLOADS={}", self.max_uploads)?;
        writeln!(formatter, "MAX_CONNECTIONS={}", self.max_connections)?;
        write!(
            formatter,
            "REQUEST_TIMEOUT={}",
            self.request_timeout.as_secs()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(max_requests: &str) -> Settings {
        Settings {
            max_requests: Some(max_requests.to_owned()),
            ..Settings::default()
        }
    }

    #[test]
    fn callers_who_wait_for_keys_leave_half_of_the_uploads() {
        for (max_requests, waiting) in [("1", 1), ("2", 1), ("20", 10), ("2000", 32)] {
            let bounds = given(max_requests).bounds().unwrap();
            assert_eq!(bounds.max_waiting_for_keys(), waiting, "{max_requests}");
        }
    }

    #[test]
    fn the_bounds_are_printed_as_they_are_set() {
        let bounds = given("2").bounds().unwrap();
        assert_eq!(
            bounds.to_string(),
            "MAX_REQUESTS=2\nMAX_UPLOADS=2\nMAX_CONNECTIONS=8192\nREQUEST_TIMEOUT=60"
        );
    }
}
