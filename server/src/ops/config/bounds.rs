//! The limits of what the server does at the same time.

use std::time::Duration;

/// The server refuses work beyond these limits at once, instead of letting the client wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Requests under way. More of them would wait for the same processors and the same database.
    pub max_requests: usize,
    /// Uploads among these requests, so there are never more than `max_requests`. Each may hold 15
    /// MiB in memory, so 64 of them may hold a gigabyte.
    pub max_uploads: usize,
    /// Open connections, most of them idle; each costs some kilobytes and a file descriptor.
    pub max_connections: usize,
    /// The time of one request, from its head to its answer. A long body gets more.
    pub request_timeout: Duration,
}

impl Bounds {
    /// Returns the number of callers that may wait for LINE's keys at once. It is half of the uploads:
    /// the other half of the permits stays free for people whose key is known. With a single upload at
    /// a time, one caller may still wait.
    pub(crate) fn max_waiting_for_keys(&self) -> usize {
        (self.max_uploads / 2).max(1)
    }
}

#[cfg(test)]
mod tests {
    use crate::ops::config::Settings;

    fn given(max_requests: &str) -> Settings {
        Settings {
            mock_enable: Some(true),
            max_requests: Some(max_requests.to_owned()),
            ..Settings::default()
        }
    }

    #[test]
    fn callers_who_wait_for_keys_leave_half_of_the_uploads() {
        for (max_requests, waiting) in [("1", 1), ("2", 1), ("20", 10), ("2000", 32)] {
            let bounds = given(max_requests).check().unwrap().bounds;
            assert_eq!(bounds.max_waiting_for_keys(), waiting, "{max_requests}");
        }
    }

    #[test]
    fn the_bounds_are_printed_as_they_are_set() {
        let printed = given("2").check().unwrap().to_string();
        let lines = "MAX_REQUESTS=2\nMAX_UPLOADS=2\nMAX_CONNECTIONS=8192\nREQUEST_TIMEOUT=60\n";
        assert!(printed.contains(lines), "{printed}");
    }
}
