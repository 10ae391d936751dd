//! The paths of the health checks. They need no permit, and their log lines have the level `debug`.

/// The path of the check that the process runs.
pub(crate) const HEALTHZ: &str = "/healthz";
/// The path of the check that the server can handle requests.
pub(crate) const READYZ: &str = "/readyz";
/// The paths of all health checks, below the path of the public URL.
pub(crate) const HEALTH_PATHS: [&str; 2] = [HEALTHZ, READYZ];

/// Returns whether this is the pattern of a health check, below any base path.
pub(crate) fn is_health_check(route: &str) -> bool {
    HEALTH_PATHS.iter().any(|path| route.ends_with(path))
}
