//! The folder of pictures in other sizes, and its size.

use std::path::{Path, PathBuf};

use super::{ConfigError, Problems, Settings, StorageConfig};

/// The folder of pictures in other sizes. Each instance of the server has its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageCacheConfig {
    /// The folder. It holds pictures of people, so only its owner may read it.
    pub folder: PathBuf,
    /// The largest size of the folder. With 0, the server makes each picture again for each request.
    pub max_bytes: u64,
}

impl Settings {
    pub(super) fn image_cache(
        &self,
        storage: Option<&StorageConfig>,
        problems: &mut Problems,
    ) -> Option<ImageCacheConfig> {
        let megabytes = problems.note(self.image_cache_mb());
        let files = match storage? {
            StorageConfig::Folder(folder) => folder,
            StorageConfig::Bucket(_) => Path::new("data/blobs"),
        };
        let beside = || files.with_file_name("image-cache");
        Some(ImageCacheConfig {
            folder: self.image_cache_dir.clone().unwrap_or_else(beside),
            max_bytes: megabytes? * 1024 * 1024,
        })
    }

    fn image_cache_mb(&self) -> Result<u64, ConfigError> {
        let text = self.image_cache_mb.as_deref().unwrap_or_default();
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
    fn the_default_folder_is_beside_the_stored_files() {
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
