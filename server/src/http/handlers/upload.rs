//! `POST /file/tempUpload`: reads a photo or a document from a multipart form.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use enmusubi_core::MAX_DOCUMENT_BYTES;
use futures_util::{StreamExt as _, stream};
use poem::web::{Data, Json, Multipart};
use poem::{Body, FromRequest, Request, RequestBody, handler};
use serde::Serialize;
use tokio::io::AsyncReadExt as _;
use tokio::task::yield_now;
use tokio_util::io::StreamReader;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Error, ErrorCode, Result};
use crate::features::photo::{MAX_UPLOAD_BYTES, Purpose};
use crate::http::auth::{AnyCaller, NotBarred};
use crate::http::concurrency_limit::{ConcurrencyLimit, Permit};
use crate::http::error_response::ErrorResponse;
use crate::http::middleware::account_hasher::AccountHasher;
use crate::http::middleware::time_limit;
use crate::http::request_body::{has_content_type, refuse_longer_than};

/// The largest accepted body, in bytes: the file, the other field and the multipart frame.
const MAX_BODY_BYTES: usize = MAX_UPLOAD_BYTES + MAX_DOCUMENT_BYTES;
/// The average size of a chunk, in bytes, that an upload of more than [`MAX_TINY_CHUNKS`] chunks must
/// reach. A packet has hundreds of bytes. Each chunk costs a microsecond, so 4 MB took four seconds
/// in chunks of one byte.
const LEAST_CHUNK_BYTES: usize = 64;
const MAX_TINY_CHUNKS: usize = 4096;
/// The size of the blocks, in bytes, in which the parser (multer) gets the form.
const BLOCK_BYTES: usize = 8 * 1024;
/// The number of blocks that the parser may take without finding a field or a piece of one. For each block, the parser
/// searches everything that it holds again: an endless header of a megabyte, in chunks of one byte, took ten seconds.
/// The headers that the page sends have 200 bytes, and may lie in two blocks.
const MAX_BARREN_BLOCKS: usize = 3;
/// The uploads of one account at the same time. The page sends one file at a time, and a person may have
/// two devices.
const MAX_PER_ACCOUNT: usize = 4;
/// The time that the upload of a photo takes.
const UPLOAD_DURATION: Duration = Duration::from_secs(5);

/// The current uploads by account. The limit keeps one person from taking all permits for uploads.
///
/// `RATE_LIMIT=off` does not switch this off: a proxy that limits in our place cannot see accounts.
pub(crate) struct AccountUploads {
    limit: Arc<ConcurrencyLimit<u64>>,
    hasher: AccountHasher,
}

impl AccountUploads {
    pub(crate) fn new(max_uploads: usize) -> Self {
        Self {
            limit: ConcurrencyLimit::new(max_uploads, MAX_PER_ACCOUNT),
            hasher: AccountHasher::default(),
        }
    }

    /// Counts an upload until the permit is dropped, or refuses it with E005.
    pub(crate) fn begin(&self, line_user_id: &str) -> Result<Permit<u64>> {
        let key = self.hasher.hash(line_user_id);
        let permit = self.limit.try_acquire(Some(key), 1);
        permit.ok_or_else(|| Error::too_many_requests(UPLOAD_DURATION))
    }
}

/// An upload whose head the server has checked and whose body it has not read.
///
/// Extracting it checks, in this order: announced size, content type, rate limit of the address,
/// credentials, rate limit of the account, state of the account.
pub(crate) struct UnreadUpload<'a> {
    caller: AnyCaller,
    head: &'a Request,
    body: Body,
}

impl<'a> FromRequest<'a> for UnreadUpload<'a> {
    async fn from_request(head: &'a Request, body: &mut RequestBody) -> poem::Result<Self> {
        refuse_longer_than(head, MAX_BODY_BYTES)?;
        if !has_content_type(head, "multipart/form-data") {
            let cause = "The content type should be multipart/form-data.";
            return Err(Error::unsupported_type(cause).into());
        }
        let NotBarred(caller) = NotBarred::<AnyCaller>::from_request(head, body).await?;
        let body = body.take()?;
        Ok(Self { caller, head, body })
    }
}

/// The form of an upload.
#[derive(Debug, ToSchema)]
pub(crate) struct UploadRequest {
    /// A JPEG or PNG picture of at most 15 MiB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// `photo` (default) or `document`.
    #[schema(value_type = Option<String>)]
    purpose: Purpose,
}

/// A stored file. The server keeps it for a day, unless a profile uses it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UploadResponse {
    /// The name of the file, for the payload of a profile.
    pub(crate) file_name: String,
    /// The width in pixels.
    pub(crate) width: u32,
    /// The height in pixels.
    pub(crate) height: u32,
    /// A small blurred version, in base64.
    pub(crate) thumbhash: String,
}

#[utoipa::path(
    post, path = "/file/tempUpload",
    request_body(content = UploadRequest, content_type = "multipart/form-data"),
    security(("idToken" = []), ("bearer" = [])),
    responses((status = 200, body = UploadResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn upload_temp_file(
    Data(app): Data<&Arc<App>>,
    Data(account_uploads): Data<&Arc<AccountUploads>>,
    UnreadUpload { caller, head, body }: UnreadUpload<'_>,
) -> Result<Json<UploadResponse>> {
    let _permit = account_uploads.begin(&caller.line_user_id)?;
    let timeout = app.config.request_timeout();
    let read = async |body| read_upload(head, body).await;
    let UploadRequest { file, purpose } =
        time_limit::read_upload_within(timeout, body, read).await?;
    let accepted = app
        .uploads
        .accept(&caller.line_user_id, purpose, file)
        .await?;
    app.uploads
        .confirm_owner(&accepted.name, caller.session.as_ref())
        .await?;
    Ok(Json(UploadResponse {
        file_name: accepted.name,
        width: accepted.width,
        height: accepted.height,
        thumbhash: accepted.thumbhash,
    }))
}

/// Reads a form of at most [`MAX_BODY_BYTES`]. A longer form looks incomplete to the parser, but gets E006.
async fn read_upload(head: &Request, body: Body) -> Result<UploadRequest> {
    let progress = Arc::new(Progress::default());
    let body = RequestBody::new(in_blocks(body, progress.clone()));
    let read = read_fields(head, body, &progress).await;
    read.map_err(|error| {
        if progress.is_cut.load(Ordering::Relaxed) {
            Error::from(ErrorCode::TooLarge)
        } else {
            error
        }
    })
}

/// The progress of the parser in a form.
#[derive(Default)]
struct Progress {
    /// The blocks that the parser took since it last found a field or a piece of one.
    n_barren_blocks: AtomicUsize,
    /// True after a body that is longer than [`MAX_BODY_BYTES`].
    is_cut: AtomicBool,
}

/// Divides the body into blocks of [`BLOCK_BYTES`] and ends it at [`MAX_BODY_BYTES`]. The new body fails
/// when the parser finds nothing in [`MAX_BARREN_BLOCKS`] blocks, and when the chunks from the network
/// are tiny.
fn in_blocks(body: Body, progress: Arc<Progress>) -> Body {
    let (mut n_chunks, mut n_bytes) = (0, 0);
    let chunks = body.into_bytes_stream().map(move |chunk| {
        n_chunks += 1;
        n_bytes += chunk.as_ref().map_or(0, Bytes::len);
        if n_chunks > MAX_TINY_CHUNKS + n_bytes / LEAST_CHUNK_BYTES {
            return Err(io::Error::other("the chunks are tiny"));
        }
        chunk
    });
    let reader = StreamReader::new(chunks).take(MAX_BODY_BYTES as u64);
    let blocks = stream::try_unfold((reader, progress), async |(mut reader, progress)| {
        // Yield here: the parser takes blocks until one is not ready, and searches them only then.
        yield_now().await;
        if progress.n_barren_blocks.fetch_add(1, Ordering::Relaxed) == MAX_BARREN_BLOCKS {
            return Err(io::Error::other("the parser found nothing"));
        }
        let mut block = Vec::with_capacity(BLOCK_BYTES);
        let mut next = (&mut reader).take(BLOCK_BYTES as u64);
        next.read_to_end(&mut block).await?;
        if reader.limit() == 0 {
            progress.is_cut.store(true, Ordering::Relaxed);
        }
        Ok((!block.is_empty()).then_some((block, (reader, progress))))
    });
    Body::from_bytes_stream(blocks)
}

/// Reads the fields, which may come in any order.
async fn read_fields(
    head: &Request,
    mut body: RequestBody,
    progress: &Progress,
) -> Result<UploadRequest> {
    let mut fields = Multipart::from_request(head, &mut body)
        .await
        .map_err(|_| unreadable())?;
    let mut purpose = Purpose::Photo;
    let mut file = None;
    while let Some(field) = fields.next_field().await.map_err(|_| unreadable())? {
        match field.name() {
            Some("file") => file = Some(read_bounded(field, MAX_UPLOAD_BYTES, progress).await?),
            Some("purpose") => {
                purpose = parse_purpose(&read_bounded(field, 64, progress).await?)?;
            }
            _ => drop(read_bounded(field, MAX_UPLOAD_BYTES, progress).await?),
        }
    }
    let file = file.ok_or_else(|| Error::malformed("There is no field called file."))?;
    Ok(UploadRequest { file, purpose })
}

async fn read_bounded(
    field: poem::web::Field,
    limit: usize,
    progress: &Progress,
) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut reader = std::pin::pin!(field.into_async_read().take(limit as u64 + 1));
    loop {
        progress.n_barren_blocks.store(0, Ordering::Relaxed);
        let read = reader.read_buf(&mut bytes).await;
        if read.map_err(|_| unreadable())? == 0 {
            break;
        }
    }
    if bytes.len() > limit {
        return Err(Error::from(ErrorCode::TooLarge));
    }
    Ok(bytes)
}

fn parse_purpose(text: &[u8]) -> Result<Purpose> {
    match text {
        b"photo" | b"" => Ok(Purpose::Photo),
        b"document" => Ok(Purpose::Document),
        _ => Err(Error::malformed("The purpose should be photo or document.")),
    }
}

fn unreadable() -> Error {
    Error::malformed("The form cannot be read.")
}

#[cfg(test)]
mod tests {
    use futures_util::TryStreamExt as _;

    use super::*;

    fn in_chunks(length: usize, n: usize) -> Body {
        let chunks = (0..n).map(move |_| Ok::<_, io::Error>(vec![b'a'; length]));
        Body::from_bytes_stream(stream::iter(chunks))
    }

    #[tokio::test]
    async fn a_body_in_small_chunks_comes_in_blocks_up_to_a_bound() {
        for (length, n_chunks) in [(1, 4_096), (64, 10_000), (100_000, 200)] {
            let progress = Arc::new(Progress::default());
            let body = in_blocks(in_chunks(length, n_chunks), progress.clone());
            let mut blocks = body.into_bytes_stream();
            let n_sent = length * n_chunks;
            let mut n_received = 0;
            while let Some(block) = blocks.try_next().await.unwrap() {
                n_received += block.len();
                assert!(block.len() == BLOCK_BYTES || n_received == n_sent.min(MAX_BODY_BYTES));
                progress.n_barren_blocks.store(0, Ordering::Relaxed);
            }
            assert_eq!(n_received, n_sent.min(MAX_BODY_BYTES));
            let is_cut = progress.is_cut.load(Ordering::Relaxed);
            assert_eq!(is_cut, n_sent > MAX_BODY_BYTES);
        }
    }

    #[tokio::test]
    async fn a_body_in_tiny_chunks_or_in_which_nothing_is_found_ends_early() {
        for (length, n_chunks, n_blocks) in [(1, 100_000, 0), (8, 100_000, 4), (8_192, 10, 3)] {
            let progress = Arc::new(Progress::default());
            let body = in_blocks(in_chunks(length, n_chunks), progress.clone());
            let mut blocks = body.into_bytes_stream();
            for _ in 0..n_blocks {
                assert_eq!(blocks.try_next().await.unwrap().unwrap().len(), BLOCK_BYTES);
                if length < BLOCK_BYTES {
                    progress.n_barren_blocks.store(0, Ordering::Relaxed);
                }
            }
            assert!(blocks.try_next().await.is_err(), "{length}");
        }
    }
}
