//! An authenticator in software, which can also be made to lie: every part of its answers can be changed before it signs.

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, ECDSA_P384_SHA384_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair,
    KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Map;

use crate::suite::prelude::*;

/// The flag that the person was present.
pub(crate) const PRESENT: u8 = 0x01;
/// The flag that the authenticator has verified the person.
pub(crate) const VERIFIED: u8 = 0x04;
/// The flag that the passkey may be on several devices.
pub(crate) const BACKUP_ELIGIBLE: u8 = 0x08;
/// The flag that the data has a new passkey.
pub(crate) const ATTESTED: u8 = 0x40;

/// The private key of a passkey.
pub(crate) enum Key {
    /// ES256, which nearly all authenticators have.
    P256(EcdsaKeyPair),
    /// `EdDSA`, which some security keys prefer.
    Ed25519(Ed25519KeyPair),
    /// RS256, the only algorithm of Windows Hello on older Windows.
    Rsa(RsaKeyPair),
}

/// The passkey of a person on a device.
pub(crate) struct Authenticator {
    key: Key,
    pub(crate) credential_id: Vec<u8>,
    /// The id of the user, in base64url, once a passkey was registered.
    pub(crate) user_handle: String,
    pub(crate) counter: u32,
}

/// The data that a browser signs for, and the data of the authenticator.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) client_data: Map<String, Value>,
    pub(crate) rp_id: String,
    pub(crate) flags: u8,
    pub(crate) counter: u32,
    pub(crate) credential_id: Vec<u8>,
    /// The public key in CBOR, for a new passkey.
    pub(crate) public_key: Vec<u8>,
    /// Bytes after the authenticator's data.
    pub(crate) tail: Vec<u8>,
    /// The number of bytes that are missing at the end of the authenticator's data.
    pub(crate) n_missing: usize,
    pub(crate) user_handle: Value,
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

impl Key {
    pub(crate) fn p256() -> Self {
        Self::P256(EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap())
    }

    pub(crate) fn ed25519() -> Self {
        Self::Ed25519(Ed25519KeyPair::generate().unwrap())
    }

    pub(crate) fn rsa() -> Self {
        Self::Rsa(RsaKeyPair::generate(KeySize::Rsa2048).unwrap())
    }

    /// Returns the public key in CBOR.
    fn public(&self) -> Vec<u8> {
        match self {
            Self::P256(key) => es256(key.public_key().as_ref()),
            Self::Ed25519(key) => eddsa(key.public_key().as_ref()),
            Self::Rsa(key) => {
                // The key in DER ends with the modulus and the exponent 65537, which has five bytes with its head.
                let der = key.public_key().as_ref();
                let end = der.len() - 5;
                rs256(&der[end - key.public_modulus_len()..end])
            }
        }
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        match self {
            Self::P256(key) => {
                let signature = key.sign(&SystemRandom::new(), message);
                signature.unwrap().as_ref().to_vec()
            }
            Self::Ed25519(key) => key.sign(message).as_ref().to_vec(),
            Self::Rsa(key) => {
                let mut signature = vec![0; key.public_modulus_len()];
                key.sign(
                    &RSA_PKCS1_SHA256,
                    &SystemRandom::new(),
                    message,
                    &mut signature,
                )
                .unwrap();
                signature
            }
        }
    }
}

impl Authenticator {
    pub(crate) fn new(id: u8) -> Self {
        Self::with_key(id, Key::p256())
    }

    pub(crate) fn with_key(id: u8, key: Key) -> Self {
        Self {
            key,
            credential_id: vec![id; 32],
            user_handle: String::new(),
            counter: 1,
        }
    }

    /// Answers the options of an enrolment.
    pub(crate) fn register(&mut self, options: &Value, origin: &str) -> Value {
        attestation(&self.registration(options, origin))
    }

    /// Returns the right parts of a new passkey.
    pub(crate) fn registration(&mut self, options: &Value, origin: &str) -> Parts {
        let handle = options["user"]["id"].as_str().unwrap();
        handle.clone_into(&mut self.user_handle);
        let rp_id = options["rp"]["id"].as_str().unwrap();
        Parts {
            flags: PRESENT | VERIFIED | ATTESTED,
            counter: self.counter,
            public_key: self.key.public(),
            ..self.parts("webauthn.create", &options["challenge"], origin, rp_id)
        }
    }

    /// Answers the options of a sign-in.
    pub(crate) fn sign_in(&mut self, options: &Value, origin: &str) -> Value {
        let parts = self.assertion(options, origin);
        self.sign(&parts)
    }

    /// Returns the right parts of a sign-in, with the next counter.
    pub(crate) fn assertion(&mut self, options: &Value, origin: &str) -> Parts {
        self.counter += 1;
        let rp_id = options["rpId"].as_str().unwrap();
        self.parts("webauthn.get", &options["challenge"], origin, rp_id)
    }

    fn parts(&self, kind: &str, challenge: &Value, origin: &str, rp_id: &str) -> Parts {
        let client_data = json!({
            "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false,
        });
        Parts {
            client_data: client_data.as_object().unwrap().clone(),
            rp_id: rp_id.to_owned(),
            flags: PRESENT | VERIFIED,
            counter: self.counter,
            credential_id: self.credential_id.clone(),
            public_key: Vec::new(),
            tail: Vec::new(),
            n_missing: 0,
            user_handle: json!(self.user_handle),
        }
    }

    /// Signs the parts with the key of the passkey.
    pub(crate) fn sign(&self, parts: &Parts) -> Value {
        sign(parts, &self.key)
    }
}

/// Returns the answer of a sign-in in the JSON form of `WebAuthn` Level 3.
pub(crate) fn sign(parts: &Parts, key: &Key) -> Value {
    let client_data = Value::Object(parts.client_data.clone()).to_string();
    let data = parts.authenticator_data();
    let hash = digest(&SHA256, client_data.as_bytes());
    let signed = [data.as_slice(), hash.as_ref()].concat();
    let signature = key.sign(&signed);
    json!({
        "id": base64(&parts.credential_id), "rawId": base64(&parts.credential_id), "type": "public-key",
        "authenticatorAttachment": "platform", "clientExtensionResults": {},
        "response": {
            "clientDataJSON": base64(client_data.as_bytes()),
            "authenticatorData": base64(&data),
            "signature": base64(&signature),
            "userHandle": parts.user_handle,
        },
    })
}

/// Returns the answer of an enrolment in the JSON form of `WebAuthn` Level 3.
pub(crate) fn attestation(parts: &Parts) -> Value {
    let client_data = Value::Object(parts.client_data.clone()).to_string();
    let data = parts.authenticator_data();
    // {"fmt": "none", "attStmt": {}, "authData": …}
    let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData".to_vec();
    // CBOR allows only the shortest form of a length.
    if let Ok(length) = u8::try_from(data.len()) {
        object.extend(if length < 24 {
            vec![0x40 + length]
        } else {
            vec![0x58, length]
        });
    } else {
        object.push(0x59);
        object.extend(u16::try_from(data.len()).unwrap().to_be_bytes());
    }
    object.extend(&data);
    json!({
        "id": base64(&parts.credential_id), "rawId": base64(&parts.credential_id), "type": "public-key",
        "authenticatorAttachment": "platform", "clientExtensionResults": {},
        "response": {
            "clientDataJSON": base64(client_data.as_bytes()),
            "attestationObject": base64(&object),
            "transports": ["internal"],
        },
    })
}

impl Parts {
    fn authenticator_data(&self) -> Vec<u8> {
        let rp_id_hash = digest(&SHA256, self.rp_id.as_bytes());
        let mut data = rp_id_hash.as_ref().to_vec();
        data.push(self.flags);
        data.extend(self.counter.to_be_bytes());
        if self.flags & ATTESTED != 0 {
            data.extend([0; 16]);
            data.extend(
                u16::try_from(self.credential_id.len())
                    .unwrap()
                    .to_be_bytes(),
            );
            data.extend(&self.credential_id);
            data.extend(&self.public_key);
        }
        data.extend(&self.tail);
        data.truncate(data.len() - self.n_missing);
        data
    }
}

/// Returns a key on the curve P-256 in CBOR: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`.
fn es256(point: &[u8]) -> Vec<u8> {
    let (x, y) = point[1..].split_at(32);
    [
        b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20",
        x,
        b"\x22\x58\x20",
        y,
    ]
    .concat()
}

/// Returns a key on the curve P-384 in CBOR: `{1: 2, 3: -35, -1: 2, -2: x, -3: y}`.
pub(crate) fn es384() -> Vec<u8> {
    let key = EcdsaKeyPair::generate(&ECDSA_P384_SHA384_ASN1_SIGNING).unwrap();
    let (x, y) = key.public_key().as_ref()[1..].split_at(48);
    [
        b"\xa5\x01\x02\x03\x38\x22\x20\x02\x21\x58\x30",
        x,
        b"\x22\x58\x30",
        y,
    ]
    .concat()
}

/// Returns a key of Ed25519 in CBOR: `{1: 1, 3: -8, -1: 6, -2: x}`.
fn eddsa(point: &[u8]) -> Vec<u8> {
    [b"\xa4\x01\x01\x03\x27\x20\x06\x21\x58\x20", point].concat()
}

/// Returns a key of RSA in CBOR: `{1: 3, 3: -257, -1: n, -2: 65537}`.
pub(crate) fn rs256(modulus: &[u8]) -> Vec<u8> {
    let length = u16::try_from(modulus.len()).unwrap().to_be_bytes();
    // CBOR allows only the shortest form of a length.
    let length = if length[0] == 0 {
        vec![0x58, length[1]]
    } else {
        vec![0x59, length[0], length[1]]
    };
    [
        b"\xa4\x01\x03\x03\x39\x01\x00\x20",
        length.as_slice(),
        modulus,
        b"\x21\x43\x01\x00\x01",
    ]
    .concat()
}
