//! The rules of LINE's SDK and the reading of start addresses, checked against the vectors.

use std::fmt::Write as _;

use enmusubi_conformance::line::{
    DeepLinkCase, Login, UrlCase, Whereto, deep_link_cases, login_cases, message_cases, url_cases,
};
use enmusubi_core::json::{self, Json};
use enmusubi_core::line::{
    LiffId, MessageError, check_open_window, check_picker_messages, check_sent_messages,
    is_below_endpoint, is_liff_url, parse_deep_link,
};
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

fn whereto(case: &DeepLinkCase) -> Whereto {
    let search = case.search.clone() + &"a".repeat(case.fill);
    match parse_deep_link(&search, &case.base) {
        Ok(None) => Whereto::Nothing,
        Ok(Some(_)) if case.expect == Whereto::Accepted => Whereto::Accepted,
        Ok(Some(link)) => Whereto::Place(link.as_str().to_owned()),
        Err(error) => Whereto::Refused(error.as_str().to_owned()),
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn start_addresses_lead_into_the_app_or_are_refused() {
    let cases = deep_link_cases();
    assert!(cases.len() > 80);
    for case in &cases {
        assert_eq!(whereto(case), case.expect, "{}", case.name);
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn a_parsed_address_parses_to_itself() {
    for case in deep_link_cases() {
        if let Whereto::Place(place) = whereto(&case) {
            let mut search = String::from("?redirect=");
            for byte in place.bytes() {
                let _ = write!(search, "%{byte:02x}");
            }
            let again = parse_deep_link(&search, "/none/");
            let again = again.unwrap().map(|link| link.as_str().to_owned());
            assert_eq!(again, Some(place), "{}", case.name);
        }
    }
}

fn with_json<T>(value: &Value, ask: impl FnOnce(&Json<'_>) -> T) -> T {
    let text = value.to_string();
    ask(&json::parse(&text).unwrap())
}

#[wasm_bindgen_test(unsupported = test)]
fn messages_match_the_rules_of_line() {
    let errors_of = |errors: Vec<MessageError>| -> Vec<Value> {
        let errors = errors.iter();
        errors
            .map(|error| json!({ "index": error.index, "code": error.code }))
            .collect()
    };
    for case in message_cases() {
        let sent = errors_of(with_json(&case.messages, check_sent_messages));
        assert_eq!(sent, case.sent, "{}", case.name);
        let picked = errors_of(with_json(&case.messages, check_picker_messages));
        assert_eq!(picked, case.picked, "{}", case.name);
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn addresses_match_the_rules_of_line() {
    for case in url_cases() {
        match case {
            UrlCase::OpenWindow {
                name,
                open_window,
                expect,
            } => {
                let refused = with_json(&open_window, check_open_window).err();
                let refused = refused.map(|error| error.as_str().to_owned());
                assert_eq!(refused, expect, "{name}");
            }
            UrlCase::Liff {
                name,
                liff_url,
                expect,
            } => assert_eq!(is_liff_url(&liff_url), expect, "{name}"),
            UrlCase::Below {
                name,
                endpoint,
                url,
                expect,
            } => assert_eq!(is_below_endpoint(&endpoint, &url), expect, "{name}"),
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn a_login_needs_the_id_of_an_app() {
    for case in login_cases() {
        let login = match case.liff_id.parse::<LiffId>() {
            Ok(id) => {
                assert_eq!(id.as_str(), case.liff_id, "{}", case.name);
                Login::ChannelId(id.channel_id().to_owned())
            }
            Err(error) => Login::Refused(error.as_str().to_owned()),
        };
        assert_eq!(login, case.expect, "{}", case.name);
    }
}
