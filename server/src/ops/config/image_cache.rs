//! Where made pictures are kept, and how many.

use std::path::{Path, PathBuf};

use super::{ConfigError, Settings, StorageConfig};

/// Some thousand pictures.
const DEFAULT_MB: u64 = 256;

/// The folder of made pictures; each copy of the server has its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageCacheConfig {
    /// Holds pictures of people, so it is for its owner alone.
    pub folder: PathBuf,
    /// How much is kept in it; with nothing, every picture is made each time it is asked for.
    pub max_bytes: u64,
}

impl Settings {
    /// Beside the stored files, where these are in a folder.
    pub(super) fn image_cache(
        &self,
        storage: &StorageConfig,
    ) -> Result<ImageCacheConfig, ConfigError> {
        let files = match storage {
            StorageConfig::Folder(folder) => folder,
            StorageConfig::Bucket(_) => Path::new("data/blobs"),
        };
        let beside = || files.with_file_name("image-cache");
        Ok(ImageCacheConfig {
            folder: self.image_cache_dir.clone().unwrap_or_else(beside),
            max_bytes: self.image_cache_mb()? * 1024 * 1024,
        })
    }

    fn image_cache_mb(&self) -> Result<u64, ConfigError> {
        let Some(text) = self.image_cache_mb.as_deref() else {
            return Ok(DEFAULT_MB);
        };
        let number = text.trim().parse().ok();
        let wanted = "a whole number from 0, which keeps no picture, to 1000000";
        number
            .filter(|number| *number <= 1_000_000)
            .ok_or_else(|| ConfigError::must_be("IMAGE_CACHE_MB", text, wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(storage_url: &str, settings: Settings) -> ImageCacheConfig {
        let settings = Settings {
            mock_enable: Some(true),
            storage_url: Some(storage_url.to_owned()),
            ..settings
        };
        settings.check().unwrap().image_cache
    }

    #[test]
    fn made_pictures_are_beside_the_stored_ones_unless_said_otherwise() {
        for (storage_url, folder) in [
            ("file://data/blobs", "data/image-cache"),
            ("file:///srv/enmusubi/files", "/srv/enmusubi/image-cache"),
            ("file://blobs", "image-cache"),
            ("s3://bucket/prefix", "data/image-cache"),
        ] {
            let config = config(storage_url, Settings::default());
            assert_eq!(config.folder, Path::new(folder), "{storage_url}");
            assert_eq!(config.max_bytes, 256 * 1024 * 1024);
        }
        let settings = Settings {
            image_cache_dir: Some(PathBuf::from("/tmp/pictures")),
            image_cache_mb: Some("1".to_owned()),
            ..Settings::default()
        };
        let config = config("file://data/blobs", settings);
        assert_eq!(config.folder, Path::new("/tmp/pictures"));
        assert_eq!(config.max_bytes, 1024 * 1024);
    }
}
