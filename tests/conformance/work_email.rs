//! Work addresses and the codes mailed to them, checked against the vectors.

use enmusubi_conformance::work_email::{
    AddressCase, AddressExpectation, CodeCase, CodeExpectation, address_cases, code_cases,
};
use enmusubi_core::json;
use enmusubi_core::work_email::{parse_confirmation_code, parse_work_email};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::check_all;

fn address_outcome(case: &AddressCase) -> AddressExpectation {
    let (employer_id, email) = (case.employer_id.to_string(), case.email().to_string());
    let parsed = parse_work_email(
        &json::parse(&employer_id).unwrap(),
        &json::parse(&email).unwrap(),
    );
    match parsed {
        Ok(_) if matches!(case.expect, AddressExpectation::Word(_)) => {
            AddressExpectation::Word("accepted".to_owned())
        }
        Ok(parsed) => {
            assert_eq!(
                parsed.employer_id(),
                case.employer_id.as_str().unwrap().trim()
            );
            let (local, domain) = parsed.address();
            AddressExpectation::Mailbox {
                address: format!("{local}@{domain}"),
                mailbox: parsed.mailbox(),
            }
        }
        Err(errors) => AddressExpectation::Broken {
            errors: errors
                .iter()
                .map(|error| [error.field.as_str(), error.code.as_str()].map(str::to_owned))
                .collect(),
        },
    }
}

fn code_outcome(case: &CodeCase) -> CodeExpectation {
    match parse_confirmation_code(&json::parse(&case.code().to_string()).unwrap()) {
        Ok(digits) => CodeExpectation::Digits(digits),
        Err(error) => CodeExpectation::Refused(error.code.as_str().to_owned()),
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn an_address_must_belong_to_the_employer() {
    check_all(&address_cases(), 80, |case| {
        let outcome = address_outcome(case);
        let fault = || format!("- {}: {:?}, not {outcome:?}", case.name, case.expect);
        (outcome != case.expect).then(fault)
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn a_code_is_six_digits_in_any_spelling() {
    check_all(&code_cases(), 15, |case| {
        let outcome = code_outcome(case);
        let fault = || format!("- {}: {:?}, not {outcome:?}", case.name, case.expect);
        (outcome != case.expect).then(fault)
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn a_parsed_address_parses_to_itself() {
    for case in address_cases() {
        if let AddressExpectation::Mailbox { address, mailbox } = &case.expect {
            let again = case.clone().with_email(address);
            assert_eq!(address_outcome(&again), case.expect, "{}", case.name);
            let of_the_mailbox = address_outcome(&case.clone().with_email(mailbox));
            let expected = AddressExpectation::Mailbox {
                address: mailbox.clone(),
                mailbox: mailbox.clone(),
            };
            assert_eq!(of_the_mailbox, expected, "{}", case.name);
        }
    }
}
