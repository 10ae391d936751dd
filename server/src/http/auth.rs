//! Who is calling: by a LINE ID token, a registration ticket or a session.
//!
//! How often the call may be made is asked here too (`rate_limit`): by the address before the proof, by
//! the account after it.

use poem::Request;
use poem::http::header;

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::session::{Session, TokenKind};
use crate::http::middleware::rate_limit;
use crate::http::middleware::request_context::Renewal;

const ID_TOKEN: &str = "X-Line-Id-Token";

/// Which proofs a call takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accepts {
    /// A LINE ID token.
    IdToken,
    /// That, or the ticket it was exchanged for.
    IdTokenOrTicket,
    /// That, or a session.
    Any,
    /// A ticket or a session.
    TicketOrSession,
    /// A session only.
    Session,
}

/// A caller whose proof was good.
#[derive(Debug)]
pub(crate) struct Caller {
    pub(crate) line_user_id: String,
    /// Unless the proof was an ID token.
    pub(crate) session: Option<Session>,
}

impl Accepts {
    const fn takes(self, kind: TokenKind) -> bool {
        match kind {
            TokenKind::Session => matches!(self, Self::Any | Self::TicketOrSession | Self::Session),
            TokenKind::Registration => matches!(
                self,
                Self::Any | Self::IdTokenOrTicket | Self::TicketOrSession
            ),
        }
    }

    const fn takes_id_token(self) -> bool {
        !matches!(self, Self::TicketOrSession | Self::Session)
    }
}

/// Recognises the caller, or E001, E001A, E001B; E005 when they call too often.
pub(crate) async fn prove(app: &App, request: &Request, accepts: Accepts) -> Result<Caller> {
    let limit = rate_limit::check_address(request)?;
    let caller = recognise(app, request, accepts).await?;
    if let Some(limit) = limit {
        limit.check_account(&caller.line_user_id)?;
    }
    Ok(caller)
}

/// [`prove`] without counting the call.
pub(crate) async fn recognise(app: &App, request: &Request, accepts: Accepts) -> Result<Caller> {
    let bearer = match accepts {
        Accepts::IdToken => None,
        _ => bearer_token(request),
    };
    let id_token = request
        .header(ID_TOKEN)
        .filter(|_| accepts.takes_id_token());
    match (id_token, bearer) {
        (Some(id_token), None) => by_id_token(app, id_token).await,
        (None, Some(bearer)) => by_bearer(app, request, bearer, accepts).await,
        // A form that was open for long sends a stale ID token beside its ticket: one is enough.
        (Some(id_token), Some(bearer)) => match by_bearer(app, request, bearer, accepts).await {
            Ok(caller) => Ok(caller),
            Err(_) => by_id_token(app, id_token).await,
        },
        (None, None) if accepts == Accepts::Session => {
            Err(Error::invalid_token("A session token is needed."))
        }
        (None, None) if !accepts.takes_id_token() => Err(Error::invalid_token(
            "A ticket or a session token is needed.",
        )),
        (None, None) => Err(Error::unauthenticated("A proof of identity is needed.")),
    }
}

async fn by_id_token(app: &App, token: &str) -> Result<Caller> {
    Ok(Caller {
        line_user_id: app.id_tokens.verify(token).await?,
        session: None,
    })
}

async fn by_bearer(app: &App, request: &Request, token: &str, accepts: Accepts) -> Result<Caller> {
    let bearer = app.sessions.authenticate(token).await?;
    if !accepts.takes(bearer.session.kind) {
        return Err(Error::invalid_token("This token is not for this call."));
    }
    if let (Some(renewed), Some(renewal)) = (bearer.renewed, request.data::<Renewal>()) {
        renewal.put(renewed.token);
    }
    let line_user_id = bearer.session.line_user_id.clone();
    Ok(Caller {
        line_user_id,
        session: Some(bearer.session),
    })
}

fn bearer_token(request: &Request) -> Option<&str> {
    let (scheme, token) = request.header(header::AUTHORIZATION)?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
