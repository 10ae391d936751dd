//! The place of users' files: a folder of this machine, or a bucket of an S3-compatible store.

use std::fmt;
use std::path::PathBuf;

use secrecy::SecretString;
use url::Url;

use super::{ConfigError, Problems, Settings, database, web_address};

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
#[derive(Debug, Clone)]
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

impl Settings {
    pub(super) fn storage(&self, problems: &mut Problems) -> Option<StorageConfig> {
        let url = self.storage_url.as_deref().unwrap_or_default();
        let folder = url
            .strip_prefix("file://")
            .map(|it| it.trim_end_matches('/'));
        if let Some(folder) = folder.filter(|folder| !folder.is_empty()) {
            return problems.note(storage_folder(url, folder));
        }
        let place = url.strip_prefix("s3://").unwrap_or_default();
        let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
        let is_of_bucket = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if bucket.is_empty() || !bucket.bytes().all(is_of_bucket) {
            let wanted = "file://folder or s3://bucket/prefix";
            return problems.refuse(ConfigError::url_must_be("STORAGE_URL", url, wanted));
        }
        let endpoint = problems.note(self.aws_endpoint());
        let region = problems.note(self.aws_region());
        let access_key = problems.note(self.aws_access_key());
        Some(StorageConfig::Bucket(BucketConfig {
            bucket: bucket.to_owned(),
            prefix: prefix.trim_matches('/').to_owned(),
            endpoint: endpoint?,
            region: region?,
            access_key: access_key?,
        }))
    }

    fn aws_endpoint(&self) -> Result<Option<Url>, ConfigError> {
        let allow_http = match self.aws_allow_http.as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(text) => {
                return Err(ConfigError::must_be(
                    "AWS_ALLOW_HTTP",
                    text,
                    "true or false",
                ));
            }
        };
        let Some(endpoint) = &self.aws_endpoint else {
            return Ok(None);
        };
        let name = "AWS_ENDPOINT";
        let wanted = "an https URL without credentials, query and fragment, or such an http URL \
                      beside AWS_ALLOW_HTTP=true";
        let url = web_address::check(name, endpoint, wanted)?;
        if url.scheme() != "https" && !allow_http {
            return Err(ConfigError::must_be(name, endpoint, wanted));
        }
        Ok(Some(url))
    }

    fn aws_region(&self) -> Result<Option<String>, ConfigError> {
        let is_of_region = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        match &self.aws_region {
            Some(region) if !region.bytes().all(is_of_region) => {
                let wanted = "the name of a region, such as us-east-1";
                Err(ConfigError::must_be("AWS_REGION", region, wanted))
            }
            region => Ok(region.clone()),
        }
    }

    fn aws_access_key(&self) -> Result<Option<AccessKey>, ConfigError> {
        let is_visible = |text: &String| text.bytes().all(|byte| byte.is_ascii_graphic());
        let wanted = "letters, digits and signs without a space";
        let half = |there, missing| {
            let problem = format!("is set without {missing}. Set both or neither");
            Err(ConfigError::of(there, problem))
        };
        match (&self.aws_access_key_id, &self.aws_secret_access_key) {
            (Some(id), Some(_)) if !is_visible(id) => {
                Err(ConfigError::must_be("AWS_ACCESS_KEY_ID", id, wanted))
            }
            (Some(_), Some(secret)) if !is_visible(secret) => {
                Err(ConfigError::secret_must_be("AWS_SECRET_ACCESS_KEY", wanted))
            }
            (Some(id), Some(secret)) => Ok(Some(AccessKey {
                id: id.clone(),
                secret: SecretString::from(secret.clone()),
            })),
            (None, None) => Ok(None),
            (Some(_), None) => half("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
            (None, Some(_)) => half("AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID"),
        }
    }
}

fn storage_folder(url: &str, folder: &str) -> Result<StorageConfig, ConfigError> {
    database::refuse_misread_path("STORAGE_URL", url, folder)?;
    // An operator may mean the escape or the folder whose name has these characters.
    if folder.contains('%') {
        let problem = "in which the server reads no escape such as %20. Write the character \
                       itself, and choose a folder without a %";
        return Err(ConfigError::refused("STORAGE_URL", url, problem));
    }
    Ok(StorageConfig::Folder(PathBuf::from(folder)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(storage_url: &str) -> Settings {
        Settings {
            mock_enable: Some(true),
            storage_url: Some(storage_url.to_owned()),
            ..Settings::default()
        }
    }

    fn checked(settings: &Settings) -> Result<StorageConfig, Problems> {
        Problems::collect(|problems| settings.storage(problems))
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
