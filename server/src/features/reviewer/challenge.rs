//! The challenges that authenticators sign. Each contains a signature of the server, so the server need not store the
//! challenges that strangers ask for.

use std::fmt;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::{hmac, rand};
use secrecy::{ExposeSecret as _, SecretBox};

use crate::clock::{MINUTE_MS, Millis};
use crate::error::{Error, Result};

/// A challenge is valid for this long: the time for which the browser shows its dialog.
const LASTS_MS: i64 = 5 * MINUTE_MS;
/// The bytes of the moment at which a challenge expires, in Unix seconds.
const N_EXPIRY: usize = 4;
/// The bytes before the signature: the moment of expiry, and random bytes. The signature is cut to the rest, because
/// the passkey library has challenges of 16 bytes. A forger would need 2^63 tries on average, and a caller has ten a
/// second.
const N_SIGNED: usize = 8;

/// The bytes of a challenge.
pub(super) type Challenge = [u8; 16];

/// Returns the challenge in hexadecimal digits, the form in the table of used challenges.
pub(super) fn hexadecimal(challenge: Challenge) -> String {
    format!("{:032x}", u128::from_be_bytes(challenge))
}

/// The ceremony for which a challenge is valid.
#[derive(Debug, Clone, Copy)]
pub(super) enum Ceremony<'a> {
    SignIn,
    /// The registration of a passkey with the link of this hash.
    Enrolment(&'a str),
}

/// Makes and recognises challenges with the key that all instances of the server share.
#[derive(Clone)]
pub(crate) struct ChallengeKey(hmac::Key);

impl fmt::Debug for ChallengeKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ChallengeKey")
    }
}

impl ChallengeKey {
    pub(crate) fn new(secret: &SecretBox<[u8; 32]>) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, secret.expose_secret()))
    }

    /// Makes a challenge that is valid for five minutes.
    pub(super) fn make(&self, ceremony: Ceremony<'_>, now_ms: Millis) -> Result<Challenge> {
        let expires_at_s = u32::try_from((now_ms + LASTS_MS).0 / 1000).map_err(Error::internal)?;
        let mut signed = [0; N_SIGNED];
        let (expiry, random) = signed.split_at_mut(N_EXPIRY);
        expiry.copy_from_slice(&expires_at_s.to_be_bytes());
        rand::fill(random).map_err(Error::internal)?;
        Ok(self.signed(ceremony, signed))
    }

    /// Returns the moment at which the challenge expires, in Unix milliseconds. Returns `None` if the challenge has
    /// expired, or if the server did not make it for this ceremony.
    pub(super) fn find_expiry(
        &self,
        challenge: Challenge,
        ceremony: Ceremony<'_>,
        now_ms: Millis,
    ) -> Option<Millis> {
        let signed: [u8; N_SIGNED] = challenge[..N_SIGNED].try_into().ok()?;
        verify_slices_are_equal(&self.signed(ceremony, signed), &challenge).ok()?;
        let expiry: [u8; N_EXPIRY] = signed[..N_EXPIRY].try_into().ok()?;
        let expires_at_ms = Millis(i64::from(u32::from_be_bytes(expiry)) * 1000);
        (now_ms < expires_at_ms).then_some(expires_at_ms)
    }

    fn signed(&self, ceremony: Ceremony<'_>, signed: [u8; N_SIGNED]) -> Challenge {
        let mut context = hmac::Context::with_key(&self.0);
        context.update(&signed);
        match ceremony {
            Ceremony::SignIn => context.update(b"sign-in"),
            Ceremony::Enrolment(link_hash) => {
                context.update(b"enrolment ");
                context.update(link_hash.as_bytes());
            }
        }
        let mut challenge = [0; 16];
        let (front, back) = challenge.split_at_mut(N_SIGNED);
        front.copy_from_slice(&signed);
        let tag = context.sign();
        back.copy_from_slice(&tag.as_ref()[..back.len()]);
        challenge
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: Millis = Millis(1_795_233_600_000);

    fn key(byte: u8) -> ChallengeKey {
        ChallengeKey::new(&SecretBox::new(Box::new([byte; 32])))
    }

    #[test]
    fn a_challenge_is_good_for_its_ceremony_under_its_key_until_it_expires() {
        let expiry = |key: &ChallengeKey, challenge, ceremony, at_ms| {
            key.find_expiry(challenge, ceremony, NOW_MS + at_ms)
        };
        let ceremonies = [
            Ceremony::SignIn,
            Ceremony::Enrolment(""),
            Ceremony::Enrolment("a"),
            Ceremony::Enrolment("b"),
        ];
        let ours = key(1);
        for (n, made_for) in ceremonies.into_iter().enumerate() {
            let challenge = ours.make(made_for, NOW_MS).unwrap();
            for (m, used_for) in ceremonies.into_iter().enumerate() {
                let expected = (n == m).then_some(NOW_MS + LASTS_MS);
                assert_eq!(expiry(&ours, challenge, used_for, 0), expected, "{n} {m}");
            }
            let last = expiry(&ours, challenge, made_for, LASTS_MS - 1);
            assert_eq!(last, Some(NOW_MS + LASTS_MS));
            assert_eq!(expiry(&ours, challenge, made_for, LASTS_MS), None);
            assert_eq!(expiry(&key(2), challenge, made_for, 0), None);
        }
    }

    #[test]
    fn a_challenge_with_a_changed_bit_is_none() {
        let ours = key(1);
        let challenge = ours.make(Ceremony::SignIn, NOW_MS).unwrap();
        for bit in 0..128 {
            let mut changed = challenge;
            changed[bit / 8] ^= 1 << (bit % 8);
            let found = ours.find_expiry(changed, Ceremony::SignIn, NOW_MS);
            assert_eq!(found, None, "bit {bit}");
        }
    }

    #[test]
    fn two_challenges_of_a_moment_differ() {
        let make = || key(1).make(Ceremony::SignIn, NOW_MS).unwrap();
        assert_ne!(make(), make());
    }
}
