//! Writes the ZIP while it is being sent: one file at a time is in memory. How long it becomes is told
//! first, so that nobody takes a part of it for the whole.

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

/// The ZIP's bytes. An error ends them where a file could not be read.
pub(crate) type Chunks = Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>;

/// A file of the file store and where it stands in the ZIP.
#[derive(Debug)]
pub(super) struct ArchivedFile {
    pub(super) name: String,
    pub(super) path: String,
}

/// A ZIP before it is written.
pub(super) struct Plan {
    json: Vec<u8>,
    /// With their sizes in bytes.
    files: Vec<(ArchivedFile, u64)>,
}

const JSON_PATH: &str = "profile.json";
/// The headers of an entry, before its content and in the directory at the end, and the end of that, in
/// bytes: sections 4.3.7, 4.3.12 and 4.3.16 of PKWARE's note on the format.
const HEADERS_BYTES: u64 = 30 + 46;
const END_BYTES: u64 = 22;
/// So many files are asked for at once.
const AT_ONCE: usize = 8;

/// So much is written ahead of a slow reader.
const BUFFER_BYTES: usize = 64 * 1024;
const READABLE: u16 = 0o644;

/// Looks for the files; those that were swept since they were listed are left out.
pub(super) async fn plan(
    storage: &dyn ObjectStore,
    json: Vec<u8>,
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
        json,
        files: found.into_iter().flatten().collect(),
    })
}

impl Plan {
    /// How long the ZIP becomes. Nothing in it is compressed: pictures are already.
    pub(super) fn size_bytes(&self) -> u64 {
        let files = self.files.iter().map(|(file, size)| (&*file.path, *size));
        let entries = files.chain([(JSON_PATH, self.json.len() as u64)]);
        let entries = entries.map(|(path, size)| HEADERS_BYTES + 2 * path.len() as u64 + size);
        entries.sum::<u64>() + END_BYTES
    }

    /// The bytes of the ZIP that are in memory at a time: its JSON and one file.
    pub(super) fn buffered_bytes(&self) -> u64 {
        let largest = self.files.iter().map(|(_, size)| *size).max();
        self.json.len() as u64 + largest.unwrap_or_default()
    }
}

/// Begins to write. Whoever drops the chunks ends it.
pub(super) fn write(storage: Arc<dyn ObjectStore>, plan: Plan, now: DateTime<Utc>) -> Chunks {
    let (writer, reader) = tokio::io::duplex(BUFFER_BYTES);
    let written = tokio::spawn(async move {
        let writer = ZipFileWriter::with_tokio(writer);
        write_all(writer, storage.as_ref(), &plan, date(now)).await
    });
    // The end of the bytes is the end of the ZIP only if its writer says so.
    let outcome = stream::once(async move {
        match written.await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => {
                // Without the detail, in which the file is named.
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
    let json = entry(JSON_PATH, date);
    let written = writer.write_entry_whole(json, &plan.json).await;
    written.map_err(of_zip)?;
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
