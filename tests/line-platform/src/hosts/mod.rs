//! LINE's hosts, and the recording and faults of every call.

mod access;
mod api;
mod bot;
mod cdn;
mod liff;
mod share;
mod sub_window;

use std::sync::Arc;
use std::time::Duration;

use poem::http::Method;
use poem::middleware::Cors;
use poem::web::Redirect;
use poem::{Endpoint, EndpointExt as _, IntoResponse as _, Request, Response, Result, Route};

use crate::answer::{Shared, error_of, ok};
use crate::memory::Call;
pub(crate) use bot::sign;

pub(crate) fn routes() -> impl Endpoint {
    Route::new()
        .nest("/api.line.me", api::routes())
        .nest("/access.line.me", access::routes())
        .nest("/liff.line.me", liff::routes())
        .nest("/liff-shortcut.line.me", liff::shortcut_routes())
        .nest("/line.me", liff::line_me_routes())
        .nest("/liffsdk.line-scdn.net", cdn::translation_routes())
        .nest("/static.line-scdn.net", cdn::script_routes())
        .nest("/profile.line-scdn.net", cdn::picture_routes())
        .nest("/", api::routes())
        .around(handle)
        .with(Cors::new().allow_credentials(false))
}

/// Records the call and applies the fault that the test set for it.
async fn handle<E: Endpoint>(endpoint: Arc<E>, request: Request) -> Result<Response> {
    let call = call_of(request.uri().path());
    let fault = {
        let state: &Shared = request.data().unwrap();
        let mut inner = state.lock();
        if request.method() != Method::OPTIONS {
            inner.memory.records.calls.push(Call {
                method: request.method().to_string(),
                call: call.clone(),
            });
        }
        inner.behaviour.take_fault(&call)
    };
    if let Some(fault) = fault {
        if fault.after_effect {
            // The result does not matter: the answer is lost whether or not the call succeeds.
            let _ = endpoint.call(request).await;
            tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
            return Ok(error_of(fault.status.unwrap_or(500)));
        }
        tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
        if let Some(status) = fault.status {
            return Ok(error_of(status));
        }
        if let Some(url) = fault.redirect_to {
            return Ok(Redirect::temporary(url).into_response());
        }
        if let Some(body) = fault.body {
            return Ok(ok(body));
        }
    }
    // An unknown path gets the CORS headers too, so that the page can read the answer.
    Ok(match endpoint.call(request).await {
        Ok(answer) => answer.into_response(),
        Err(error) if error.is_from_response() => error.into_response(),
        Err(error) => error_of(error.status().as_u16()),
    })
}

/// Returns the host and path of a call.
fn call_of(path: &str) -> String {
    let first = path.trim_start_matches('/').split('/').next();
    if first.is_some_and(|part| part.contains("line.me") || part.contains("line-scdn.net")) {
        path.trim_start_matches('/').to_owned()
    } else {
        format!("api.line.me{path}")
    }
}
