//! The place of users' files: a folder of this machine, or a bucket of an S3-compatible store.

use std::fmt;
use std::path::PathBuf;

use secrecy::SecretString;
use url::Url;

use super::database::refuse_misread_path;
use super::types::{Refusal, is_name};

/// The place of users' files.
#[derive(Debug, Clone)]
pub enum StorageConfig {
    /// A folder, absolute or below the working directory of the server.
    Folder(PathBuf),
    /// A bucket.
    Bucket(BucketConfig),
}

/// A bucket and the way to it. Without an access key here, the client of S3 takes one from the other
/// `AWS_…` variables (roles, token files), as every such client does.
#[derive(Debug, Clone, Default)]
pub struct BucketConfig {
    /// The name of the bucket.
    pub bucket: String,
    /// The beginning of the names of our files in the bucket; may be empty.
    pub prefix: String,
    /// The address of the store; without it, Amazon's.
    pub endpoint: Option<Url>,
    /// The region, a part of every signature even if the store has no regions.
    pub region: Option<String>,
    /// The credentials of the server at the store.
    pub access_key: Option<AccessKey>,
}

/// An access key.
#[derive(Debug, Clone)]
pub struct AccessKey {
    /// The name of the key, which is no secret.
    pub id: String,
    /// The secret that signs requests.
    pub secret: SecretString,
}

impl BucketConfig {
    /// Returns true if the way to the store is not encrypted.
    pub(super) fn is_http(&self) -> bool {
        let endpoint = self.endpoint.as_ref();
        endpoint.is_some_and(|endpoint| endpoint.scheme() == "http")
    }
}

impl StorageConfig {
    /// Returns the folder, if the files are in one.
    pub const fn folder(&self) -> Option<&PathBuf> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Bucket(_) => None,
        }
    }
}

/// The value of `STORAGE_URL` that would give this place.
impl fmt::Display for StorageConfig {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(formatter, "file://{}", folder.display()),
            Self::Bucket(BucketConfig { bucket, prefix, .. }) if prefix.is_empty() => {
                write!(formatter, "s3://{bucket}")
            }
            Self::Bucket(BucketConfig { bucket, prefix, .. }) => {
                write!(formatter, "s3://{bucket}/{prefix}")
            }
        }
    }
}

/// Reads a place, without the settings of the bucket that others hold.
pub(super) fn parse(url: &str) -> Result<StorageConfig, Refusal> {
    let folder = url.strip_prefix("file://");
    let folder = folder.map_or("", |folder| folder.trim_end_matches('/'));
    if !folder.is_empty() {
        refuse_misread_path(folder)?;
        // An operator may mean the escape or the folder whose name has these characters.
        if folder.contains('%') {
            let clause = "in which the server reads no escape such as %20. Write the character \
                          itself, and choose a folder without a %";
            return Err(Some(clause.to_owned()));
        }
        return Ok(StorageConfig::Folder(PathBuf::from(folder)));
    }
    let place = url.strip_prefix("s3://").unwrap_or_default();
    let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
    if !is_name(bucket, b"-_.") {
        return Err(None);
    }
    Ok(StorageConfig::Bucket(BucketConfig {
        bucket: bucket.to_owned(),
        prefix: prefix.trim_matches('/').to_owned(),
        ..BucketConfig::default()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::config::{Problems, Settings};

    fn settings(storage_url: &str) -> Settings {
        Settings {
            mock_enable: Some(true),
            storage_url: Some(storage_url.to_owned()),
            ..Settings::default()
        }
    }

    fn checked(settings: &Settings) -> Result<StorageConfig, Problems> {
        settings.clone().check_all().map(|config| config.storage)
    }

    #[test]
    fn a_storage_url_is_a_folder_or_a_bucket() {
        for (url, printed) in [
            ("file://data/blobs", Some("file://data/blobs")),
            ("file:///srv/blobs/", Some("file:///srv/blobs")),
            ("s3://bucket", Some("s3://bucket")),
            ("s3://bucket/", Some("s3://bucket")),
            ("s3://bucket/a/b/", Some("s3://bucket/a/b")),
            ("s3://", None),
            ("s3:///prefix", None),
            ("file://", None),
            ("data/blobs", None),
            ("https://bucket.example.com", None),
        ] {
            let storage = checked(&settings(url));
            let storage = storage.ok().map(|storage| storage.to_string());
            assert_eq!(storage.as_deref(), printed, "{url}");
        }
    }

    #[test]
    fn a_bucket_needs_tls_unless_the_operator_allows_http() {
        for (endpoint, allow_http, is_accepted) in [
            ("https://s3.example.com", None, true),
            ("http://127.0.0.1:9000", Some("true"), true),
            ("http://127.0.0.1:9000", None, false),
            ("http://127.0.0.1:9000", Some("false"), false),
            ("http://127.0.0.1:9000", Some("yes"), false),
            ("127.0.0.1:9000", Some("true"), false),
        ] {
            let storage = Settings {
                aws_endpoint: Some(endpoint.to_owned()),
                aws_allow_http: allow_http.map(str::to_owned),
                ..settings("s3://bucket")
            };
            assert_eq!(checked(&storage).is_ok(), is_accepted, "{endpoint}");
        }
    }

    #[test]
    fn the_secret_key_is_never_printed_and_never_alone() {
        let given = Settings {
            aws_access_key_id: Some("AKIA1".to_owned()),
            aws_secret_access_key: Some("hunter2".to_owned()),
            aws_region: Some("ap-northeast-1".to_owned()),
            ..settings("s3://bucket/prefix")
        };
        let config = given.clone().check().unwrap();
        let printed = config.to_string();
        let lines = "STORAGE_URL=s3://bucket/prefix\nAWS_REGION=ap-northeast-1\n\
                     AWS_ACCESS_KEY_ID=AKIA1\nAWS_SECRET_ACCESS_KEY=***\n";
        assert!(printed.contains(lines), "{printed}");
        assert!(!format!("{config:?}{printed}").contains("hunter2"));
        let alone = Settings {
            aws_access_key_id: None,
            ..given
        };
        let refused = checked(&alone).unwrap_err().to_string();
        assert!(
            refused.starts_with("AWS_SECRET_ACCESS_KEY is set"),
            "{refused}"
        );
    }
}
