//! Authenticates callers, by a LINE ID token, a registration token or a session token.
//!
//! A call names the callers that it accepts by a type, such as [`SessionCaller`]. [`authenticate`] also
//! counts the request: for its address before it checks the credentials, and for the account after.
//!
//! The state of the account is checked apart from the credentials, because a call with a JSON body
//! reads the body in between.

use std::sync::Arc;
use std::time::Duration;

use poem::http::header;
use poem::{FromRequest, Request, RequestBody};

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::session::{Session, TokenKind};
use crate::http::language::language_of;
use crate::http::middleware::rate_limit;
use crate::http::middleware::request_context::Renewal;

const ID_TOKEN: &str = "X-Line-Id-Token";

/// Credentials that the server has found valid.
pub(crate) enum Credentials {
    /// An ID token that LINE issued for this LINE user id.
    IdToken(String),
    /// A registration token.
    Registration(Session),
    /// A session token.
    Session(Session),
}

/// A caller who is authenticated. Each type accepts some kinds of credentials.
pub(crate) trait Caller: Sized + Send + Sync {
    /// True if the call accepts ID tokens. If false, the call ignores the header of an ID token.
    const TAKES_ID_TOKEN: bool;
    /// True if the call accepts bearer tokens of at least one kind. If false, the call ignores the header of a bearer
    /// token.
    const TAKES_BEARER_TOKEN: bool;

    /// Returns `None` for a kind of credentials that the call does not accept.
    fn accept(credentials: Credentials) -> Option<Self>;

    /// Returns the LINE user id of the caller.
    fn line_user_id(&self) -> &str;

    /// Makes the error for a request without credentials.
    fn missing() -> Error {
        Error::unauthenticated("Credentials are needed.")
    }

    /// Refuses a caller whose account is not in a state that the call accepts. Most calls accept every state, so the
    /// default reads nothing.
    fn check_account(&self, _: &Request) -> impl Future<Output = Result<()>> + Send {
        std::future::ready(Ok(()))
    }
}

/// A caller with a LINE ID token.
#[derive(Debug)]
pub(crate) struct IdTokenCaller {
    pub(crate) line_user_id: String,
}

/// A caller whom the head of a request authenticates, before the server reads the body.
pub(crate) trait Authenticate: Sized + Send + Sync {
    /// The longest time for the body. `None` leaves only the time limit of the whole request.
    const BODY_TIMEOUT: Option<Duration> = None;

    /// Counts the request and authenticates its caller.
    fn authenticate(request: &Request) -> impl Future<Output = Result<Self>> + Send;

    /// Authenticates the caller as [`authenticate`](Self::authenticate) does, but does not count the request.
    fn check_credentials(request: &Request) -> impl Future<Output = Result<Self>> + Send;

    /// Checks the state of the caller's account, after the JSON of the body and before its rules. The default accepts
    /// every state.
    fn check_state(&self, _: &Request) -> impl Future<Output = Result<()>> + Send {
        std::future::ready(Ok(()))
    }
}

impl<C: Caller> Authenticate for C {
    async fn authenticate(request: &Request) -> Result<Self> {
        authenticate(request).await
    }

    async fn check_credentials(request: &Request) -> Result<Self> {
        check_credentials(request).await
    }

    async fn check_state(&self, request: &Request) -> Result<()> {
        self.check_account(request).await
    }
}

impl Caller for IdTokenCaller {
    const TAKES_ID_TOKEN: bool = true;
    const TAKES_BEARER_TOKEN: bool = false;

    fn accept(credentials: Credentials) -> Option<Self> {
        match credentials {
            Credentials::IdToken(line_user_id) => Some(Self { line_user_id }),
            Credentials::Registration(_) | Credentials::Session(_) => None,
        }
    }

    fn line_user_id(&self) -> &str {
        &self.line_user_id
    }
}

/// A caller with a LINE ID token, or with the registration token that the server issued for one.
#[derive(Debug)]
pub(crate) struct RegistrationCaller {
    pub(crate) line_user_id: String,
}

impl Caller for RegistrationCaller {
    const TAKES_ID_TOKEN: bool = true;
    const TAKES_BEARER_TOKEN: bool = true;

    fn accept(credentials: Credentials) -> Option<Self> {
        match credentials {
            Credentials::IdToken(line_user_id)
            | Credentials::Registration(Session { line_user_id, .. }) => {
                Some(Self { line_user_id })
            }
            Credentials::Session(_) => None,
        }
    }

    fn line_user_id(&self) -> &str {
        &self.line_user_id
    }
}

/// A caller with a registration token or a session token.
#[derive(Debug)]
pub(crate) struct BearerCaller {
    pub(crate) line_user_id: String,
}

impl Caller for BearerCaller {
    const TAKES_ID_TOKEN: bool = false;
    const TAKES_BEARER_TOKEN: bool = true;

    fn accept(credentials: Credentials) -> Option<Self> {
        match credentials {
            Credentials::IdToken(_) => None,
            Credentials::Registration(session) | Credentials::Session(session) => Some(Self {
                line_user_id: session.line_user_id,
            }),
        }
    }

    fn line_user_id(&self) -> &str {
        &self.line_user_id
    }

    fn missing() -> Error {
        Error::invalid_token("A registration token or a session token is needed.")
    }
}

/// A caller with a session token.
#[derive(Debug)]
pub(crate) struct SessionCaller {
    pub(crate) session: Session,
}

impl Caller for SessionCaller {
    const TAKES_ID_TOKEN: bool = false;
    const TAKES_BEARER_TOKEN: bool = true;

    fn accept(credentials: Credentials) -> Option<Self> {
        match credentials {
            Credentials::Session(session) => Some(Self { session }),
            Credentials::IdToken(_) | Credentials::Registration(_) => None,
        }
    }

    fn line_user_id(&self) -> &str {
        &self.session.line_user_id
    }

    fn missing() -> Error {
        Error::invalid_token("A session token is needed.")
    }
}

/// A caller with credentials of any kind.
#[derive(Debug)]
pub(crate) struct AnyCaller {
    pub(crate) line_user_id: String,
    /// The row behind the bearer token. `None` for an ID token.
    pub(crate) session: Option<Session>,
}

impl Caller for AnyCaller {
    const TAKES_ID_TOKEN: bool = true;
    const TAKES_BEARER_TOKEN: bool = true;

    fn accept(credentials: Credentials) -> Option<Self> {
        Some(match credentials {
            Credentials::IdToken(line_user_id) => Self {
                line_user_id,
                session: None,
            },
            Credentials::Registration(session) | Credentials::Session(session) => Self {
                line_user_id: session.line_user_id.clone(),
                session: Some(session),
            },
        })
    }

    fn line_user_id(&self) -> &str {
        &self.line_user_id
    }
}

/// A caller of type `C` whose account is neither rejected nor suspended. Other accounts get E008. A caller without an
/// account is accepted, because the calls before a registration need it.
#[derive(Debug)]
pub(crate) struct NotBarred<C>(pub(crate) C);

impl<C: Caller> Caller for NotBarred<C> {
    const TAKES_ID_TOKEN: bool = C::TAKES_ID_TOKEN;
    const TAKES_BEARER_TOKEN: bool = C::TAKES_BEARER_TOKEN;

    fn accept(credentials: Credentials) -> Option<Self> {
        C::accept(credentials).map(Self)
    }

    fn line_user_id(&self) -> &str {
        self.0.line_user_id()
    }

    fn missing() -> Error {
        C::missing()
    }

    async fn check_account(&self, request: &Request) -> Result<()> {
        self.0.check_account(request).await?;
        let app = app_of(request)?;
        app.accounts.require_not_barred(self.line_user_id()).await
    }
}

/// A caller with a session token whose profile is approved. Other members get E008.
#[derive(Debug)]
pub(crate) struct ApprovedCaller {
    pub(crate) line_user_id: String,
}

impl Caller for ApprovedCaller {
    const TAKES_ID_TOKEN: bool = SessionCaller::TAKES_ID_TOKEN;
    const TAKES_BEARER_TOKEN: bool = SessionCaller::TAKES_BEARER_TOKEN;

    fn accept(credentials: Credentials) -> Option<Self> {
        SessionCaller::accept(credentials).map(|caller| Self {
            line_user_id: caller.session.line_user_id,
        })
    }

    fn line_user_id(&self) -> &str {
        &self.line_user_id
    }

    fn missing() -> Error {
        SessionCaller::missing()
    }

    async fn check_account(&self, request: &Request) -> Result<()> {
        let (app, language) = (app_of(request)?, language_of(request));
        let line_user_id = self.line_user_id();
        app.accounts.require_approved(line_user_id, language).await
    }
}

impl<'a> FromRequest<'a> for ApprovedCaller {
    async fn from_request(request: &'a Request, _: &mut RequestBody) -> poem::Result<Self> {
        let caller: Self = authenticate(request).await?;
        caller.check_account(request).await?;
        Ok(caller)
    }
}

impl<'a> FromRequest<'a> for SessionCaller {
    async fn from_request(request: &'a Request, _: &mut RequestBody) -> poem::Result<Self> {
        Ok(authenticate(request).await?)
    }
}

impl<'a> FromRequest<'a> for AnyCaller {
    async fn from_request(request: &'a Request, _: &mut RequestBody) -> poem::Result<Self> {
        Ok(authenticate(request).await?)
    }
}

impl<'a, C: Caller> FromRequest<'a> for NotBarred<C> {
    async fn from_request(request: &'a Request, _: &mut RequestBody) -> poem::Result<Self> {
        let caller: Self = authenticate(request).await?;
        caller.check_account(request).await?;
        Ok(caller)
    }
}

/// Counts the request and authenticates its caller. Refuses the request with E001, E001A or E001B, and with E005 when
/// the address or the account calls too often.
pub(crate) async fn authenticate<C: Caller>(request: &Request) -> Result<C> {
    let limit = rate_limit::check_address(request)?;
    let caller: C = check_credentials(request).await?;
    if let Some(limit) = limit {
        limit.check_account(caller.line_user_id())?;
    }
    Ok(caller)
}

/// Authenticates the caller as [`authenticate`] does, but does not count the request.
async fn check_credentials<C: Caller>(request: &Request) -> Result<C> {
    let app = app_of(request)?;
    let id_token = request.header(ID_TOKEN).filter(|_| C::TAKES_ID_TOKEN);
    let bearer_token = bearer_token(request).filter(|_| C::TAKES_BEARER_TOKEN);
    match (id_token, bearer_token) {
        (Some(id_token), None) => check_id_token(app, id_token).await,
        (None, Some(bearer_token)) => check_bearer_token(app, request, bearer_token).await,
        // A form that was open for a long time sends an expired ID token with its registration token.
        // One valid token is enough.
        (Some(id_token), Some(bearer_token)) => {
            match check_bearer_token(app, request, bearer_token).await {
                Ok(caller) => Ok(caller),
                Err(_) => check_id_token(app, id_token).await,
            }
        }
        (None, None) => Err(C::missing()),
    }
}

/// Returns the app that answers the request.
pub(crate) fn app_of(request: &Request) -> Result<&App> {
    let app = request.data::<Arc<App>>();
    app.map(AsRef::as_ref)
        .ok_or_else(|| Error::internal("the request has no app"))
}

async fn check_id_token<C: Caller>(app: &App, token: &str) -> Result<C> {
    let line_user_id = app.id_tokens.verify(token).await?;
    C::accept(Credentials::IdToken(line_user_id)).ok_or_else(wrong_kind)
}

async fn check_bearer_token<C: Caller>(app: &App, request: &Request, token: &str) -> Result<C> {
    let bearer = app.sessions.authenticate(token).await?;
    let credentials = match bearer.session.kind {
        TokenKind::Registration => Credentials::Registration(bearer.session),
        TokenKind::Session => Credentials::Session(bearer.session),
    };
    let caller = C::accept(credentials).ok_or_else(wrong_kind)?;
    if let (Some(renewed), Some(renewal)) = (bearer.renewed, request.data::<Renewal>()) {
        renewal.put(renewed.token);
    }
    Ok(caller)
}

fn wrong_kind() -> Error {
    Error::invalid_token("This token is not for this call.")
}

fn bearer_token(request: &Request) -> Option<&str> {
    let (scheme, token) = request.header(header::AUTHORIZATION)?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
