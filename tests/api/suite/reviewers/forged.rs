//! Forged answers of authenticators: each is refused, and all with the same answer.

use enmusubi_core::review::ReviewerRole::Reviewer;

use super::authenticator::{
    ATTESTED, Authenticator, Key, PRESENT, Parts, VERIFIED, attestation, base64, es384, rs256, sign,
};
use super::{Console, ORIGIN};
use crate::suite::prelude::*;

type Forgery<T> = (&'static str, fn(&mut T));

/// Lies that are signed, in the parts that a registration and a sign-in share.
const SIGNED: &[Forgery<Parts>] = &[
    ("a foreign origin", |it| {
        set(it, "origin", json!("http://localhost:8081"));
    }),
    ("https in place of http", |it| {
        set(it, "origin", json!("https://localhost:8080"));
    }),
    ("the origin with a slash", |it| {
        set(it, "origin", json!("http://localhost:8080/"));
    }),
    ("a host that only begins like ours", |it| {
        set(it, "origin", json!("http://localhost:8080.example.com"));
    }),
    ("an origin that is no text", |it| {
        set(it, "origin", json!(1));
    }),
    ("no origin", |it| remove(it, "origin")),
    ("another RP id", |it| {
        "example.com".clone_into(&mut it.rp_id);
    }),
    ("an unknown challenge", |it| {
        set(it, "challenge", json!(base64(&[7; 16])));
    }),
    ("a short challenge", |it| {
        set(it, "challenge", json!(base64(&[7; 4])));
    }),
    ("an empty challenge", |it| set(it, "challenge", json!(""))),
    ("a challenge that is no base64", |it| {
        set(it, "challenge", json!("%%%%"));
    }),
    ("no challenge", |it| remove(it, "challenge")),
    ("no type", |it| remove(it, "type")),
    ("an empty type", |it| set(it, "type", json!(""))),
    ("from a frame of another origin", |it| {
        set(it, "crossOrigin", json!(true));
    }),
    ("below another page", |it| {
        set(it, "topOrigin", json!("https://example.com"));
    }),
    ("no user verification", |it| it.flags &= !VERIFIED),
    ("no user presence", |it| it.flags &= !PRESENT),
    ("no flags of the user", |it| {
        it.flags &= !(PRESENT | VERIFIED);
    }),
    ("a reserved flag", |it| it.flags |= 0x02),
    ("another reserved flag", |it| it.flags |= 0x20),
    ("a backup without eligibility", |it| it.flags |= 0x10),
    ("extensions without data", |it| it.flags |= 0x80),
    ("extra bytes", |it| it.tail = vec![0]),
    ("many extra bytes", |it| it.tail = vec![0xa0; 1000]),
    ("one byte less", |it| it.n_missing = 1),
    ("only the hash of the RP id", |it| {
        it.flags &= !ATTESTED;
        it.n_missing = 5;
    }),
    ("no authenticator data", |it| {
        it.flags &= !ATTESTED;
        it.n_missing = 37;
    }),
];

/// Changes after the signature, in the parts that a registration and a sign-in share.
const UNSIGNED: &[Forgery<Value>] = &[
    ("null", |it| *it = Value::Null),
    ("a text", |it| *it = json!("credential")),
    ("an empty object", |it| *it = json!({})),
    ("no response", |it| it["response"] = Value::Null),
    ("an empty response", |it| it["response"] = json!({})),
    ("client data that is no base64", |it| {
        it["response"]["clientDataJSON"] = json!("%%%");
    }),
    ("base64 with padding", |it| {
        let text = it["response"]["clientDataJSON"].as_str().unwrap();
        it["response"]["clientDataJSON"] = json!(format!("{text}===="));
    }),
    ("empty client data", |it| {
        it["response"]["clientDataJSON"] = json!("");
    }),
    ("client data that is no JSON", |it| {
        it["response"]["clientDataJSON"] = json!(base64(b"{\"type\":"));
    }),
    ("client data that is a list", |it| {
        it["response"]["clientDataJSON"] = json!(base64(b"[]"));
    }),
    ("another type of credential", |it| {
        it["type"] = json!("password");
    }),
    ("an empty id", |it| {
        it["id"] = json!("");
        it["rawId"] = json!("");
    }),
    ("two ids", |it| it["id"] = json!(base64(&[9; 32]))),
    ("another id", |it| {
        it["id"] = json!(base64(&[9; 32]));
        it["rawId"] = json!(base64(&[9; 32]));
    }),
    ("an id with a null character", |it| {
        it["id"] = json!("\u{0}");
        it["rawId"] = json!("\u{0}");
    }),
];

const ONLY_SIGNED_SIGN_INS: &[Forgery<Parts>] = &[
    ("the type of a registration", |it| {
        set(it, "type", json!("webauthn.create"));
    }),
    ("the counter stands still", |it| it.counter -= 1),
    ("the counter goes back to zero", |it| it.counter = 0),
    ("the user handle of another", |it| {
        it.user_handle = json!(base64(&[3; 16]));
    }),
    ("a long user handle", |it| {
        it.user_handle = json!(base64(&[3; 64]));
    }),
    ("an empty user handle", |it| it.user_handle = json!("")),
    ("no user handle", |it| it.user_handle = Value::Null),
    ("a new passkey", |it| it.flags |= ATTESTED),
    ("a backup that was not eligible", |it| it.flags |= 0x08),
];

const ONLY_UNSIGNED_SIGN_INS: &[Forgery<Value>] = &[
    ("no signature", |it| it["response"]["signature"] = json!("")),
    ("a signature of zeros", |it| {
        it["response"]["signature"] = json!(base64(&[0; 70]));
    }),
    ("a bit of the signature", |it| {
        let signature = it["response"]["signature"].as_str().unwrap();
        let last = if signature.ends_with('A') { "Q" } else { "A" };
        let changed = format!("{}{last}", &signature[..signature.len() - 1]);
        it["response"]["signature"] = json!(changed);
    }),
    ("a later counter, not signed", |it| {
        let mut data = Vec::from(DATA_OF_LOCALHOST);
        data.extend([0x05, 0, 0, 1, 0]);
        it["response"]["authenticatorData"] = json!(base64(&data));
    }),
];

/// SHA-256 of `localhost`.
const DATA_OF_LOCALHOST: [u8; 32] = [
    0x49, 0x96, 0x0d, 0xe5, 0x88, 0x0e, 0x8c, 0x68, 0x74, 0x34, 0x17, 0x0f, 0x64, 0x76, 0x60, 0x5b,
    0x8f, 0xe4, 0xae, 0xb9, 0xa2, 0x86, 0x32, 0xc7, 0x99, 0x5c, 0xf3, 0xba, 0x83, 0x1d, 0x97, 0x63,
];

const ONLY_REGISTRATIONS: &[Forgery<Parts>] = &[
    ("the type of a sign-in", |it| {
        set(it, "type", json!("webauthn.get"));
    }),
    ("a key on the curve P-384", |it| it.public_key = es384()),
    ("a key of RSA of 1,024 bits", |it| {
        it.public_key = rs256(&[0xff; 128]);
    }),
    ("a key that names another algorithm", |it| {
        it.public_key[4] = 0x27;
    }),
    ("a point that is not on the curve", |it| {
        let end = it.public_key.len();
        it.public_key[end - 32..].fill(1);
    }),
    ("a key without coordinates", |it| it.public_key = vec![0xa0]),
    ("no key", |it| it.public_key.clear()),
    ("no new passkey", |it| it.flags &= !ATTESTED),
    ("a short id of the passkey", |it| {
        it.credential_id = vec![1; 4];
    }),
    ("a long id of the passkey", |it| {
        it.credential_id = vec![1; 1024];
    }),
];

fn set(parts: &mut Parts, name: &str, value: Value) {
    parts.client_data.insert(name.to_owned(), value);
}

fn remove(parts: &mut Parts, name: &str) {
    parts.client_data.remove(name);
}

/// Checks that every answer is the same refusal.
fn expect_same(answers: Vec<(&str, Answer)>) {
    let (_, first) = &answers[0];
    for (name, answer) in &answers {
        let text = String::from_utf8_lossy(&answer.bytes);
        assert_eq!(answer.seen(), first.seen(), "{name}: {text}");
        assert_eq!(answer.header("set-cookie"), None, "{name}");
    }
    for (_, answer) in answers {
        answer.refused("E001A");
    }
}

#[tokio::test]
async fn every_forged_sign_in_gets_the_same_refusal() {
    let console = Console::start().await;
    let mut rita = console.reviewer("Rita", Reviewer, 1).await.passkey;
    let mut ralf = console.reviewer("Ralf", Reviewer, 2).await.passkey;
    let mut answers = Vec::new();
    for (name, forge) in SIGNED.iter().chain(ONLY_SIGNED_SIGN_INS) {
        let mut parts = rita.assertion(&console.sign_in_options().await, ORIGIN);
        forge(&mut parts);
        answers.push((*name, console.sign_in(&rita.sign(&parts)).await));
        // The server accepts the same passkey without the lie.
        console.signed_in(&mut rita).await;
    }
    for (name, forge) in UNSIGNED.iter().chain(ONLY_UNSIGNED_SIGN_INS) {
        let mut credential = rita.sign_in(&console.sign_in_options().await, ORIGIN);
        forge(&mut credential);
        answers.push((*name, console.sign_in(&credential).await));
    }

    let parts = rita.assertion(&console.sign_in_options().await, ORIGIN);
    let credential = sign(&parts, &Key::p256());
    answers.push(("another key", console.sign_in(&credential).await));

    let mut parts = rita.assertion(&console.sign_in_options().await, ORIGIN);
    parts.credential_id.clone_from(&ralf.credential_id);
    let credential = rita.sign(&parts);
    answers.push((
        "the id of another's passkey",
        console.sign_in(&credential).await,
    ));
    parts = ralf.assertion(&console.sign_in_options().await, ORIGIN);
    parts.user_handle = json!(rita.user_handle);
    let credential = ralf.sign(&parts);
    answers.push(("another's handle", console.sign_in(&credential).await));

    let credential = rita.sign_in(&console.sign_in_options().await, ORIGIN);
    console.sign_in(&credential).await.ok();
    answers.push(("sent again", console.sign_in(&credential).await));

    let credential = rita.sign_in(&console.sign_in_options().await, ORIGIN);
    console.app.clock.advance(5 * MINUTE_S);
    answers.push(("an expired challenge", console.sign_in(&credential).await));

    let token = console.link("Rita").await;
    let mut options = console.enrolment_options(&token).await;
    options["rpId"] = json!("localhost");
    let credential = rita.sign_in(&options, ORIGIN);
    answers.push((
        "the challenge of an enrolment",
        console.sign_in(&credential).await,
    ));

    let mut stranger = Authenticator::new(3);
    stranger.user_handle.clone_from(&rita.user_handle);
    let credential = stranger.sign_in(&console.sign_in_options().await, ORIGIN);
    answers.push(("an unknown passkey", console.sign_in(&credential).await));
    assert!(answers.len() > 50, "{}", answers.len());
    expect_same(answers);
    console.signed_in(&mut rita).await;
    console.signed_in(&mut ralf).await;
}

#[tokio::test]
async fn every_forged_registration_gets_the_same_refusal() {
    let console = Console::start().await;
    let token = console.add("Rita", Reviewer).await;
    let mut rita = Authenticator::new(1);
    let mut answers = Vec::new();
    for (name, forge) in SIGNED.iter().chain(ONLY_REGISTRATIONS) {
        let mut parts = rita.registration(&console.enrolment_options(&token).await, ORIGIN);
        forge(&mut parts);
        let credential = attestation(&parts);
        answers.push((*name, console.enrol(&token, &credential).await));
    }
    for (name, forge) in UNSIGNED {
        let mut credential = rita.register(&console.enrolment_options(&token).await, ORIGIN);
        forge(&mut credential);
        answers.push((*name, console.enrol(&token, &credential).await));
    }
    let options = console.enrolment_options(&token).await;
    let mut credential = rita.register(&options, ORIGIN);
    credential["response"]["attestationObject"] = json!(base64(b"\xa0"));
    answers.push((
        "an empty attestation",
        console.enrol(&token, &credential).await,
    ));

    let options = console.enrolment_options(&token).await;
    let credential = rita.register(&options, "http://localhost:8081");
    answers.push(("a foreign origin", console.enrol(&token, &credential).await));
    let options = console.sign_in_options().await;
    let options = json!({
        "rp": { "id": "localhost" }, "user": { "id": rita.user_handle },
        "challenge": options["challenge"],
    });
    let credential = rita.register(&options, ORIGIN);
    answers.push((
        "the challenge of a sign-in",
        console.enrol(&token, &credential).await,
    ));
    expect_same(answers);
    console.enrolled(&token, 1).await;
}
