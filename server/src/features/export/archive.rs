//! Writes the ZIP file while the server sends it, with one stored file in memory at a time. The server
//! computes the length first, so that a client can tell an interrupted download from a complete one.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use async_zip::error::ZipError;
use async_zip::tokio::write::ZipFileWriter;
use async_zip::{Compression, ZipDateTime, ZipDateTimeBuilder, ZipEntryBuilder};
use bytes::Bytes;
use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use futures_util::{Stream, StreamExt as _, TryStreamExt as _, stream};
use object_store::{ObjectStore, ObjectStoreExt as _};
use tokio::io::{AsyncWriteExt as _, DuplexStream};
use tokio_util::io::ReaderStream;

use crate::adapters::storage;
use crate::error::{Error, Result};

/// The bytes of the ZIP file. The stream ends with an error if a stored file cannot be read.
pub(crate) type Chunks = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

/// A stored file and its path in the ZIP file.
#[derive(Debug)]
pub(super) struct ArchivedFile {
    pub(super) name: String,
    pub(super) path: String,
}

/// A file that the server makes for the export.
pub(super) struct MadeFile {
    pub(super) path: &'static str,
    pub(super) content: Vec<u8>,
}

/// The content of a ZIP file before it is written.
pub(super) struct Plan {
    made: Vec<MadeFile>,
    /// The files with their sizes in bytes.
    files: Vec<(ArchivedFile, u64)>,
}

/// The bytes of an entry's two headers, before its content and in the directory at the end (sections
/// 4.3.7 and 4.3.12 of PKWARE's APPNOTE).
const HEADERS_BYTES: u64 = 30 + 46;
/// The bytes of the record that ends the directory (4.3.16 of PKWARE's APPNOTE).
const END_BYTES: u64 = 22;
/// The number of files that are looked up at once.
const AT_ONCE: usize = 8;
/// The most bytes that the writer may be ahead of a slow reader.
const BUFFER_BYTES: usize = 64 * 1024;
const READABLE: u16 = 0o644;

/// Looks up the sizes of the files. Leaves out files that the cleanup has deleted since they were
/// listed.
pub(super) async fn plan(
    storage: &dyn ObjectStore,
    made: Vec<MadeFile>,
    files: Vec<ArchivedFile>,
) -> Result<Plan> {
    let found = stream::iter(files).map(async |file| {
        match storage.head(&storage::path_of(&file.name)).await {
            Ok(meta) => Ok(Some((file, meta.size))),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(Error::from(error)),
        }
    });
    let found: Vec<_> = found.buffered(AT_ONCE).try_collect().await?;
    Ok(Plan {
        made,
        files: found.into_iter().flatten().collect(),
    })
}

impl Plan {
    /// Returns the size of the ZIP file. Its entries are not compressed, because pictures already are.
    pub(super) fn size_bytes(&self) -> u64 {
        let files = self.files.iter().map(|(file, size)| (&*file.path, *size));
        let made = self
            .made
            .iter()
            .map(|it| (it.path, it.content.len() as u64));
        let entries = files.chain(made);
        let entries = entries.map(|(path, size)| HEADERS_BYTES + 2 * path.len() as u64 + size);
        entries.sum::<u64>() + END_BYTES
    }

    /// Returns the largest number of bytes in memory at a time: the files that the server made, and one
    /// stored file.
    pub(super) fn buffered_bytes(&self) -> u64 {
        let largest = self.files.iter().map(|(_, size)| *size).max();
        let made = self.made.iter().map(|it| it.content.len() as u64);
        made.sum::<u64>() + largest.unwrap_or_default()
    }
}

/// Starts to write the ZIP file. The writing ends when the caller drops the chunks.
pub(super) fn write(storage: Arc<dyn ObjectStore>, plan: Plan, now: DateTime<Utc>) -> Chunks {
    let (writer, reader) = tokio::io::duplex(BUFFER_BYTES);
    let written = tokio::spawn(async move {
        let writer = ZipFileWriter::with_tokio(writer);
        write_all(writer, storage.as_ref(), &plan, date(now)).await
    });
    // If the writer fails, the stream must end with an error and not like a complete file.
    let outcome = stream::once(async move {
        match written.await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => {
                // The error itself would name the file in the log.
                tracing::warn!("an export broke off: the file store did not answer");
                Some(Err(error))
            }
            Err(error) => Some(Err(io::Error::other(error))),
        }
    });
    let outcome = outcome.filter_map(|it| async move { it });
    Box::pin(ReaderStream::new(reader).chain(outcome))
}

async fn write_all(
    mut writer: ZipFileWriter<DuplexStream>,
    storage: &dyn ObjectStore,
    plan: &Plan,
    date: ZipDateTime,
) -> io::Result<()> {
    for file in &plan.made {
        let entry = entry(file.path, date);
        let written = writer.write_entry_whole(entry, &file.content).await;
        written.map_err(of_zip)?;
    }
    for (file, _) in &plan.files {
        let found = storage.get(&storage::path_of(&file.name)).await?;
        let bytes = found.bytes().await?;
        let entry = entry(&file.path, date);
        let written = writer.write_entry_whole(entry, &bytes).await;
        written.map_err(of_zip)?;
    }
    let rest = writer.close().await.map_err(of_zip)?;
    rest.into_inner().shutdown().await
}

fn entry(path: &str, date: ZipDateTime) -> ZipEntryBuilder {
    ZipEntryBuilder::new(path.into(), Compression::Stored)
        .last_modification_date(date)
        .unix_permissions(READABLE)
}

fn date(now: DateTime<Utc>) -> ZipDateTime {
    ZipDateTimeBuilder::new()
        .year(now.year())
        .month(now.month())
        .day(now.day())
        .hour(now.hour())
        .minute(now.minute())
        .second(now.second())
        .build()
}

fn of_zip(error: ZipError) -> io::Error {
    io::Error::other(error)
}
