//! Addresses of valid and invalid parts: an accepted address belongs to the employer, in any spelling.

use enmusubi_core::catalogue::employers;
use enmusubi_core::json::Json;
use enmusubi_core::work_email::{WorkEmail, WorkEmailError, parse_work_email};
use proptest::prelude::*;
use proptest::sample::select;

use super::config;

fn parse(employer_id: &str, email: &str) -> Result<WorkEmail, Vec<WorkEmailError>> {
    parse_work_email(&Json::text(employer_id), &Json::text(email))
}

fn local() -> impl Strategy<Value = String> {
    let pieces = select(vec![
        "ming", "M", "7", ".", "..", "+", "+a", "@", "%", "\"", " ", "ｍ", "＋", "明", "",
    ]);
    proptest::collection::vec(pieces, 0..5).prop_map(|pieces| pieces.concat())
}

/// Generates an employer's domain with something before or after it.
fn domain() -> impl Strategy<Value = String> {
    let before = select(vec![
        "", "", "", "mail.", "a.b.", "MAIL.", "evil", "evil-", ".", "-.", "docs.", "apex.", "x@",
        "ｍ．", "m。",
    ]);
    let domains: Vec<_> = employers()
        .iter()
        .flat_map(|it| it.domains)
        .copied()
        .collect();
    let after = select(vec![
        "", "", "", "", ".", ".evil.io", "x", "@evil.io", "。", " ",
    ]);
    (before, select(domains), after)
        .prop_map(|(before, domain, after)| [before, domain, after].concat())
}

/// Replaces full-width letters with plain ones in lower case.
fn plain(text: &str) -> String {
    let plain = |it: char| match u32::from(it) {
        code @ 0xFF01..=0xFF5E => char::from_u32(code - 0xFEE0).unwrap(),
        0x3002 => '.',
        _ => it,
    };
    text.trim()
        .chars()
        .map(plain)
        .collect::<String>()
        .to_lowercase()
}

proptest! {
    #![proptest_config(config(4096))]

    #[test]
    fn an_accepted_address_belongs_to_the_employer_and_a_refused_one_has_one_error(
        local in local(),
        domain in domain(),
        employer in select(employers()),
        hits in any::<bool>(),
    ) {
        let email = format!("{local}@{domain}");
        // Half of the time, use the employer that owns the domain.
        let owner = employers().iter().find(|it| {
            hits && it.domains.iter().any(|listed| domain.contains(listed))
        });
        let employer = owner.unwrap_or(&employer);
        match parse(employer.id, &email) {
            Ok(parsed) => {
                let (local, domain) = parsed.address();
                prop_assert_eq!(format!("{local}@{domain}"), plain(&email));
                let labels: Vec<&str> = domain.split('.').collect();
                let is_listed = |listed: &&str| {
                    let listed: Vec<&str> = listed.split('.').collect();
                    labels.ends_with(&listed)
                };
                prop_assert!(employer.domains.iter().any(is_listed), "{email}");
                prop_assert!(!domain.starts_with("docs.google"), "{email}");
                prop_assert!(!domain.starts_with("apex.salesforce"), "{email}");
                let mailbox = parsed.mailbox();
                let (name, _) = mailbox.rsplit_once('@').unwrap();
                let with_tag = local.strip_prefix(name).is_some_and(|tag| tag.starts_with('+'));
                prop_assert!(local == name || with_tag, "{email}");
                // With another tag it is the same mailbox.
                let other = if name.starts_with('+') { String::new() } else { "+other".to_owned() };
                let other = parse(employer.id, &format!("{name}{other}@{domain}"));
                prop_assert_eq!(other.unwrap().mailbox(), mailbox);
            }
            Err(errors) => {
                let found: Vec<_> = errors.iter().map(|it| (it.field.as_str(), it.code.as_str())).collect();
                let known = [("email", "email"), ("email", "email_domain")];
                prop_assert!(matches!(found.as_slice(), [only] if known.contains(only)), "{found:?}");
                let is_plain = email.bytes().all(|it| it.is_ascii_lowercase() || it == b'@' || it == b'.');
                let is_valid = is_plain
                    && employer.domains.iter().any(|listed| domain == *listed)
                    && !local.is_empty()
                    && local.bytes().all(|it| it.is_ascii_lowercase());
                prop_assert!(!is_valid, "{email} was refused");
            }
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(employer in ".{0,12}", email in "\\PC{0,300}") {
        if let Ok(parsed) = parse(&employer, &email) {
            prop_assert!(parsed.mailbox().len() <= 254);
        }
    }
}
