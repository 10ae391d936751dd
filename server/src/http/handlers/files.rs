//! `/file/…`: files on their way in and pictures on their way out.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bytes::Bytes;
use enmusubi_core::{ErrorCode, MAX_DOCUMENT_BYTES};
use futures_util::{StreamExt as _, stream};
use poem::http::header;
use poem::web::{Data, Json, Multipart, Path, Query};
use poem::{Body, FromRequest as _, Request, RequestBody, Response, ResponseBuilder, handler};
use serde::{Deserialize, Serialize};
use tokio::io::AsyncReadExt as _;
use tokio::task::yield_now;
use tokio_util::io::StreamReader;
use utoipa::ToSchema;

use crate::adapters::storage::FileStream;
use crate::app::App;
use crate::error::{Error, Result};
use crate::features::photo::{self, MAX_UPLOAD_BYTES, Purpose};
use crate::features::signed_url::Signature;
use crate::http::auth::{Accepts, prove};
use crate::http::error_response::ErrorResponse;
use crate::http::middleware::account_uploads::AccountUploads;
use crate::http::middleware::rate_limit;
use crate::http::middleware::time_limit;
use crate::http::request_body::refuse_longer_than;

/// The body around the file: the other field and the multipart frame.
const MAX_BODY_BYTES: usize = MAX_UPLOAD_BYTES + MAX_DOCUMENT_BYTES;
/// Bytes that a chunk has on average in uploads of more than [`MAX_TINY_CHUNKS`] chunks. A packet has
/// hundreds. Each chunk costs a microsecond, so in chunks of one byte 4 MB took four seconds.
const LEAST_CHUNK_BYTES: usize = 64;
const MAX_TINY_CHUNKS: usize = 4096;
/// Bytes of a form that the parser (multer) gets at a time.
const BLOCK_BYTES: usize = 8 * 1024;
/// Blocks that the parser may take without finding a field or a piece of one. With each it searches
/// all that it holds again: an endless header of a megabyte, in chunks of one byte, took ten seconds.
/// The page's headers have 200 bytes, and may lie in two blocks.
const MAX_BARREN_BLOCKS: usize = 3;

/// What an upload is sent as.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body, which is read field by field")]
pub(crate) struct UploadRequest {
    /// At most 15 MiB: JPEG, PNG or WebP; a PDF as a document.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// `photo` (default) or `document`.
    purpose: Option<String>,
}

/// A file that was taken in. It waits for a profile for a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UploadResponse {
    /// What to call it in the payload.
    pub(crate) file_name: String,
    /// In pixels; 0 for a PDF.
    pub(crate) width: u32,
    /// In pixels; 0 for a PDF.
    pub(crate) height: u32,
    /// A blurred miniature, base64; empty for a PDF.
    pub(crate) thumbhash: String,
}

/// The proof in a picture's URL. Text, because whatever is wrong with it is told in one way.
#[derive(Debug, Deserialize)]
pub(crate) struct SignatureQuery {
    exp: Option<String>,
    sig: Option<String>,
}

impl SignatureQuery {
    /// E003 where there is none that can be read.
    pub(crate) fn read(query: poem::Result<Query<Self>>) -> Result<Signature> {
        let query = query.ok().map(|Query(query)| (query.exp, query.sig));
        if let Some((Some(exp), Some(mac))) = query
            && let Ok(expires_at_s) = exp.parse()
        {
            return Ok(Signature { expires_at_s, mac });
        }
        Err(photo::no_such_file())
    }
}

#[utoipa::path(
    post, path = "/file/tempUpload", operation_id = "upload_temp_file",
    request_body(content = UploadRequest, content_type = "multipart/form-data"),
    security(("idToken" = []), ("bearer" = [])),
    responses((status = 200, body = UploadResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn upload_temp_file(
    Data(app): Data<&Arc<App>>,
    Data(account_uploads): Data<&Arc<AccountUploads>>,
    request: &Request,
    body: Body,
) -> Result<Json<UploadResponse>> {
    refuse_longer_than(request, MAX_BODY_BYTES)?;
    require_multipart(request)?;
    let caller = prove(app, request, Accepts::Any).await?;
    app.accounts
        .require_not_barred(&caller.line_user_id)
        .await?;
    let _permit = account_uploads.begin(&caller.line_user_id)?;
    let timeout = app.config.bounds.request_timeout;
    let read = async |body| read_upload(request, body).await;
    let (purpose, bytes) = time_limit::read_upload_within(timeout, body, read).await?;
    let accepted = app
        .uploads
        .accept(&caller.line_user_id, purpose, bytes)
        .await?;
    app.uploads
        .require_kept(&accepted.name, caller.session.as_ref())
        .await?;
    Ok(Json(UploadResponse {
        file_name: accepted.name,
        width: accepted.width,
        height: accepted.height,
        thumbhash: accepted.thumbhash,
    }))
}

#[utoipa::path(
    get, path = "/file/fetch/{fileId}", operation_id = "fetch_file",
    params(
        ("fileId" = String, Path),
        ("exp" = String, Query, description = "Unix time after which the URL is of no use"),
        ("sig" = String, Query, description = "The proof that we made the URL"),
    ),
    responses(
        (status = 200, content_type = "image/*", description = "The picture"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn fetch_file(
    Data(app): Data<&Arc<App>>,
    Path(file_id): Path<String>,
    request: &Request,
    query: poem::Result<Query<SignatureQuery>>,
) -> Result<Response> {
    rate_limit::check_address(request)?;
    let signature = SignatureQuery::read(query)?;
    let (media_type, file) = app.pictures.fetch(&file_id, &signature).await?;
    let disposition = if media_type.starts_with("image/") {
        "inline"
    } else {
        "attachment"
    };
    let response = Response::builder()
        .header(header::CONTENT_TYPE, media_type)
        .header(header::CONTENT_DISPOSITION, disposition)
        .header(header::CACHE_CONTROL, kept_by_device(app, &signature));
    Ok(send_file(response, file))
}

/// Ends a response with a stored file, which the server reads while it sends it.
pub(crate) fn send_file(response: ResponseBuilder, file: FileStream) -> Response {
    response
        // Without its length a client takes an answer that breaks off for a whole one.
        .header(header::CONTENT_LENGTH, file.size_bytes)
        .body(Body::from_bytes_stream(file.chunks))
}

/// The picture at a URL never changes, so nobody need ask whether it did. But the URL is nobody's to use
/// after its end, and the next one is another: until then, and no longer, the viewer's own device keeps
/// what shows a person. (A year would keep it there for nothing.)
pub(crate) fn kept_by_device(app: &App, signature: &Signature) -> String {
    let kept_s = signature.left_s(&app.clock).max(0);
    format!("private, max-age={kept_s}, immutable")
}

fn require_multipart(request: &Request) -> Result<()> {
    let content_type = request.content_type().unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default();
    if essence.trim().eq_ignore_ascii_case("multipart/form-data") {
        Ok(())
    } else {
        Err(Error::unsupported_type(
            "The content type should be multipart/form-data.",
        ))
    }
}

/// The file and what it is for. Reads no more than the bound; a form that is cut there is too large
/// and not unreadable, however the parser sees it.
async fn read_upload(request: &Request, body: Body) -> Result<(Purpose, Vec<u8>)> {
    let progress = Arc::new(Progress::default());
    let body = RequestBody::new(in_blocks(body, progress.clone()));
    let read = read_fields(request, body, &progress).await;
    read.map_err(|error| {
        if progress.is_cut.load(Ordering::Relaxed) {
            Error::from(ErrorCode::TooLarge)
        } else {
            error
        }
    })
}

/// How far the parser has come with a form.
#[derive(Default)]
struct Progress {
    /// Blocks that the parser took since it last found a field or a piece of one.
    n_barren_blocks: AtomicUsize,
    /// Set where the body was longer than it may be.
    is_cut: AtomicBool,
}

/// The body in blocks of [`BLOCK_BYTES`], up to a bound. It fails where the parser finds nothing in
/// [`MAX_BARREN_BLOCKS`] blocks, and where the chunks that come from the network are tiny.
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
        // The parser takes blocks until one is not ready, and searches only then.
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

/// The fields, in whichever order they come.
async fn read_fields(
    request: &Request,
    mut body: RequestBody,
    progress: &Progress,
) -> Result<(Purpose, Vec<u8>)> {
    let mut fields = Multipart::from_request(request, &mut body)
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
    Ok((purpose, file))
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
