//! Registers and checks passkeys (`WebAuthn`), with a library that knows the protocol. Only authenticators that verify
//! the person are accepted.

use std::fmt;

use aws_lc_rs::rand;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use url::{Host, Url};
use webauthn_rp::bin::{Decode as _, Encode as _};
use webauthn_rp::request::auth::{
    AuthenticationVerificationOptions, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, SignatureCounterEnforcement,
};
use webauthn_rp::request::register::{
    CoseAlgorithmIdentifier, CoseAlgorithmIdentifiers, CredProtect,
    PublicKeyCredentialCreationOptions, PublicKeyCredentialUserEntity, RegistrationServerState,
    RegistrationVerificationOptions, UserHandle, Username,
};
use webauthn_rp::request::{AsciiDomain, BackupReq, ExtensionInfo, RpId, TimedCeremony as _};
use webauthn_rp::response::auth::error::AuthCeremonyErr;
use webauthn_rp::response::register::error::RegCeremonyErr;
use webauthn_rp::response::register::{DynamicState, StaticState};
use webauthn_rp::response::{AuthenticatorAttachment, Backup, CredentialId, SentChallenge};
use webauthn_rp::{AuthenticatedCredential, DiscoverableAuthentication, Registration};

use super::challenge::Challenge;
use crate::error::{Error, Result};
use crate::store::reviewer::{Passkey, Reviewer};

/// The name that an authenticator shows beside the reviewer's.
const APP_NAME: &str = "Enmusubi";
/// The bytes of a user handle. They are random, so an authenticator learns nothing about the reviewer from them.
const HANDLE_BYTES: usize = 16;

/// `EdDSA`, ES256, and RS256, the only algorithm of Windows Hello on older Windows. No authenticator has ES384 alone.
const ALGORITHMS: CoseAlgorithmIdentifiers =
    CoseAlgorithmIdentifiers::ALL.remove(CoseAlgorithmIdentifier::Es384);

type Handle = UserHandle<HANDLE_BYTES>;

/// The host to which passkeys belong, and the only origin that may use them.
pub(crate) struct RelyingParty {
    id: RpId,
    origin: String,
}

impl fmt::Debug for RelyingParty {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.origin)
    }
}

/// A ceremony that waits for the authenticator's answer.
#[derive(Debug)]
pub(crate) struct OpenCeremony {
    /// The expectations about the answer, as the library encodes them.
    state: Vec<u8>,
    /// The options for the browser, in the JSON form of `WebAuthn` Level 3.
    pub(crate) options: Value,
}

/// The reason for which an answer of an authenticator is refused, as a code for the log. The client does not get it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Refused(pub(crate) &'static str);

/// An answer of an authenticator about a new passkey, which is not verified yet.
#[derive(Debug)]
pub(crate) struct NewPasskey(Registration);

/// An answer of an authenticator that signs in, which is not verified yet.
#[derive(Debug)]
pub(crate) struct Assertion(DiscoverableAuthentication<HANDLE_BYTES>);

impl RelyingParty {
    /// Returns `None` if the host of the URL is an IP address, to which no passkey can belong.
    pub(crate) fn new(public_base_url: &Url) -> Option<Self> {
        let Some(Host::Domain(host)) = public_base_url.host() else {
            return None;
        };
        Some(Self {
            id: RpId::Domain(AsciiDomain::try_from(host.to_owned()).ok()?),
            origin: public_base_url.origin().ascii_serialization(),
        })
    }

    /// Begins the registration of a passkey.
    pub(crate) fn begin_registration(
        &self,
        reviewer: &Reviewer,
        challenge: Challenge,
    ) -> Result<OpenCeremony> {
        let handle = handle_of(reviewer)?;
        let user = PublicKeyCredentialUserEntity {
            name: Username::try_from("reviewer").map_err(Error::internal)?,
            id: &handle,
            display_name: None,
        };
        let mut options = PublicKeyCredentialCreationOptions::first_passkey(&self.id, user);
        options.pub_key_cred_params = ALGORITHMS;
        // Accept authenticators without this protection, too.
        options.extensions.cred_protect =
            CredProtect::UserVerificationRequired(ExtensionInfo::AllowDontEnforceValue);
        let (server, client) = options.start_ceremony().map_err(Error::internal)?;
        let mut options = serde_json::to_value(&client).map_err(Error::internal)?;
        options["rp"]["name"] = json!(APP_NAME);
        // The library accepts only names without spaces.
        options["user"]["name"] = json!(reviewer.name);
        options["user"]["displayName"] = json!(reviewer.name);
        let state = server.encode().map_err(Error::internal)?;
        OpenCeremony::with_challenge(challenge, server.sent_challenge(), state, options)
    }

    /// Begins a sign-in with any passkey of this host.
    pub(crate) fn begin_sign_in(&self, challenge: Challenge) -> Result<OpenCeremony> {
        let options = DiscoverableCredentialRequestOptions::passkey(&self.id);
        let (server, client) = options.start_ceremony().map_err(Error::internal)?;
        let options = serde_json::to_value(&client).map_err(Error::internal)?;
        let state = server.encode().map_err(Error::internal)?;
        OpenCeremony::with_challenge(challenge, server.sent_challenge(), state, options)
    }

    /// Returns the passkey of the reviewer that an authenticator has made.
    pub(crate) fn verify_registration(
        &self,
        challenge: Challenge,
        answer: &NewPasskey,
        reviewer: &Reviewer,
    ) -> Result<Passkey, Refused> {
        let begun = self.begin_registration(reviewer, challenge);
        let begun = begun.map_err(|_| Refused("state"))?;
        let state = RegistrationServerState::<HANDLE_BYTES>::decode(&begun.state)
            .map_err(|_| Refused("state"))?;
        let options = RegistrationVerificationOptions::<&str, &str> {
            allowed_origins: &[&self.origin],
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let registered = state
            .verify(&self.id, &answer.0, &options)
            .map_err(|error| Refused(reason_of_registration(&error)))?;
        let dynamic = registered.dynamic_state();
        let Ok(public_key) = registered.static_state().encode();
        Ok(Passkey {
            credential_id: URL_SAFE_NO_PAD.encode(registered.id()),
            reviewer_id: reviewer.id,
            public_key,
            sign_count: dynamic.sign_count,
            is_backup_eligible: !matches!(dynamic.backup, Backup::NotEligible),
        })
    }

    /// Checks that the reviewer's authenticator has signed the challenge, and returns its counter, which may not have
    /// grown.
    pub(crate) fn verify_sign_in(
        &self,
        challenge: Challenge,
        answer: &Assertion,
        passkey: &Passkey,
        reviewer: &Reviewer,
    ) -> Result<u32, Refused> {
        let begun = self.begin_sign_in(challenge);
        let begun = begun.map_err(|_| Refused("state"))?;
        let state = DiscoverableAuthenticationServerState::decode(&begun.state)
            .map_err(|_| Refused("state"))?;
        let handle = handle_of(reviewer).map_err(|_| Refused("stored-handle"))?;
        let static_state = StaticState::decode(passkey.public_key.as_slice())
            .map_err(|_| Refused("stored-key"))?;
        let dynamic_state = DynamicState {
            // The registration has required user verification.
            user_verified: true,
            backup: Backup::NotEligible,
            sign_count: passkey.sign_count,
            authenticator_attachment: AuthenticatorAttachment::None,
        };
        let mut credential =
            AuthenticatedCredential::new(answer.0.raw_id(), &handle, static_state, dynamic_state)
                .map_err(|_| Refused("stored-key"))?;
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &[&self.origin],
            backup_requirement: Some(if passkey.is_backup_eligible {
                BackupReq::Eligible
            } else {
                BackupReq::NotEligible
            }),
            error_on_unsolicited_extensions: false,
            // The caller decides about a counter that has not grown.
            sig_counter_enforcement: SignatureCounterEnforcement::Update,
            ..AuthenticationVerificationOptions::default()
        };
        state
            .verify(&self.id, &answer.0, &mut credential, &options)
            .map_err(|error| Refused(reason_of_sign_in(&error)))?;
        Ok(credential.dynamic_state().sign_count)
    }
}

impl OpenCeremony {
    /// Replaces the challenge that the library drew, because the library accepts a challenge only within an encoded
    /// state.
    fn with_challenge(
        challenge: Challenge,
        drawn: SentChallenge,
        mut state: Vec<u8>,
        mut options: Value,
    ) -> Result<Self> {
        let drawn = drawn.0.to_le_bytes();
        let at = state.windows(drawn.len()).position(|bytes| bytes == drawn);
        let at = at.ok_or_else(|| Error::internal("an encoded state has no challenge"))?;
        state[at..at + challenge.len()].copy_from_slice(&challenge);
        options["challenge"] = json!(URL_SAFE_NO_PAD.encode(challenge));
        Ok(Self { state, options })
    }
}

impl NewPasskey {
    /// Reads the JSON form of `WebAuthn` Level 3.
    pub(crate) fn read(answer: &Value) -> Result<Self, Refused> {
        Registration::from_json_relaxed(answer.to_string().as_bytes())
            .map(Self)
            .map_err(|_| Refused("json"))
    }

    /// Returns the challenge that the authenticator says it has signed.
    pub(crate) fn challenge(&self) -> Result<Challenge, Refused> {
        read_challenge(self.0.challenge_relaxed())
    }
}

impl Assertion {
    /// Reads the JSON form of `WebAuthn` Level 3.
    pub(crate) fn read(answer: &Value) -> Result<Self, Refused> {
        // The library panics later without a user handle.
        if !answer["response"]["userHandle"].is_string() {
            return Err(Refused("user-handle"));
        }
        DiscoverableAuthentication::from_json_relaxed(answer.to_string().as_bytes())
            .map(Self)
            .map_err(|_| Refused("json"))
    }

    /// Returns the challenge that the authenticator says it has signed.
    pub(crate) fn challenge(&self) -> Result<Challenge, Refused> {
        read_challenge(self.0.challenge_relaxed())
    }

    /// Returns the id of the passkey that the authenticator has used, in base64url.
    pub(crate) fn credential_id(&self) -> String {
        URL_SAFE_NO_PAD.encode::<CredentialId<&[u8]>>(self.0.raw_id())
    }
}

/// Generates a user handle in the form of the table.
pub(crate) fn generate_handle() -> Result<String> {
    let mut bytes = [0_u8; HANDLE_BYTES];
    rand::fill(&mut bytes).map_err(Error::internal)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

fn handle_of(reviewer: &Reviewer) -> Result<Handle> {
    let bytes = URL_SAFE_NO_PAD.decode(&reviewer.user_handle);
    let bytes: Option<[u8; HANDLE_BYTES]> = bytes.ok().and_then(|bytes| bytes.try_into().ok());
    let bytes = bytes.ok_or_else(|| Error::internal("a stored user handle has a wrong length"))?;
    let Ok(handle) = Handle::decode(bytes);
    Ok(handle)
}

/// Returns the challenge that the client sent. Refuses client data from which it cannot read a challenge.
fn read_challenge<E>(sent: Result<SentChallenge, E>) -> Result<Challenge, Refused> {
    sent.map(|challenge| challenge.0.to_le_bytes())
        .map_err(|_| Refused("client-data"))
}

fn reason_of_registration(error: &RegCeremonyErr) -> &'static str {
    match error {
        RegCeremonyErr::Timeout => "timeout",
        RegCeremonyErr::CollectedClientData(_) | RegCeremonyErr::CollectedClientDataRelaxed(_) => {
            "client-data"
        }
        RegCeremonyErr::AttestationObject(_) => "attestation-object",
        RegCeremonyErr::AttestationSignature => "signature",
        RegCeremonyErr::OriginMismatch => "origin",
        RegCeremonyErr::CrossOrigin | RegCeremonyErr::TopOriginMismatch => "cross-origin",
        RegCeremonyErr::ChallengeMismatch => "challenge",
        RegCeremonyErr::RpIdHashMismatch => "rp-id",
        RegCeremonyErr::UserNotPresent => "user-presence",
        RegCeremonyErr::UserNotVerified => "user-verification",
        RegCeremonyErr::PublicKeyAlgorithmMismatch => "algorithm",
        RegCeremonyErr::PubKey(_) => "public-key",
        RegCeremonyErr::Extension(_) => "extension",
        _ => "other",
    }
}

fn reason_of_sign_in(error: &AuthCeremonyErr) -> &'static str {
    match error {
        AuthCeremonyErr::Timeout => "timeout",
        AuthCeremonyErr::CollectedClientData(_)
        | AuthCeremonyErr::CollectedClientDataRelaxed(_) => "client-data",
        AuthCeremonyErr::AuthenticatorData(_) => "authenticator-data",
        AuthCeremonyErr::AssertionSignature => "signature",
        AuthCeremonyErr::OriginMismatch => "origin",
        AuthCeremonyErr::CrossOrigin | AuthCeremonyErr::TopOriginMismatch => "cross-origin",
        AuthCeremonyErr::ChallengeMismatch => "challenge",
        AuthCeremonyErr::RpIdHashMismatch => "rp-id",
        AuthCeremonyErr::UserNotVerified => "user-verification",
        AuthCeremonyErr::UserHandleMismatch | AuthCeremonyErr::MissingUserHandle => "user-handle",
        AuthCeremonyErr::BackupEligible | AuthCeremonyErr::BackupNotEligible => "backup",
        AuthCeremonyErr::PubKey(_) => "public-key",
        AuthCeremonyErr::Extension(_) => "extension",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passkey_belongs_to_a_host_and_never_to_an_ip_address() {
        let party = |url: &str| RelyingParty::new(&url.parse().unwrap());
        for (url, id, origin) in [
            (
                "https://a.example.com/app/",
                "a.example.com",
                "https://a.example.com",
            ),
            (
                "http://localhost:8080",
                "localhost",
                "http://localhost:8080",
            ),
            (
                "https://a.example.com:443",
                "a.example.com",
                "https://a.example.com",
            ),
        ] {
            let party = party(url).unwrap();
            assert_eq!((party.id.as_ref(), party.origin.as_str()), (id, origin));
        }
        for url in [
            "http://127.0.0.1:8080",
            "http://[::1]:8080",
            "https://192.0.2.1",
        ] {
            assert!(party(url).is_none(), "{url}");
        }
    }
}
