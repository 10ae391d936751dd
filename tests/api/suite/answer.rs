//! An answer of the server, and the checks of its status and error code.

use reqwest::Response;
use reqwest::header::HeaderMap;

use crate::suite::prelude::*;

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    pub(crate) async fn read(response: Response) -> Self {
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let bytes = response.bytes().await.unwrap().to_vec();
        Self {
            status,
            headers,
            bytes,
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// Returns everything that a client sees of an answer: status, headers and body, without the time and the id of
    /// the request.
    pub(crate) fn seen(&self) -> (u16, Vec<String>, &[u8]) {
        let varies = |name: &str| ["date", "x-request-id"].contains(&name);
        let headers = self.headers.iter();
        let headers = headers.filter(|(name, _)| !varies(name.as_str()));
        let headers = headers.map(|(name, value)| format!("{name}: {value:?}"));
        (self.status, headers.collect(), &self.bytes)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|error| panic!("{error}: {:?}", String::from_utf8_lossy(&self.bytes)))
    }

    /// Checks that the status is 200 and returns the JSON body.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        self.expect(200)
    }

    /// Checks the status and returns the JSON body, or null for an empty one.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Value {
        assert_eq!(
            self.status,
            status,
            "{}",
            String::from_utf8_lossy(&self.bytes)
        );
        if self.bytes.is_empty() {
            Value::Null
        } else {
            self.json()
        }
    }

    /// Checks that the answer is an error with this code, the code's status, a cause in words, and
    /// no other members.
    #[track_caller]
    pub(crate) fn refused(self, code: &str) -> Value {
        let body = self.json();
        assert_eq!(body["code"], code, "{body}");
        assert_eq!(self.status, status_of(code), "{body}");
        assert!(
            body["cause"]
                .as_str()
                .is_some_and(|cause| !cause.trim().is_empty()),
            "{body}"
        );
        for name in body.as_object().unwrap().keys() {
            assert!(
                ["code", "cause", "fields", "case"].contains(&name.as_str()),
                "{body}"
            );
        }
        if code == "E503" || code == "E005" {
            assert!(
                self.headers.contains_key("retry-after"),
                "{code} says when the client may try again"
            );
        }
        body
    }

    /// Checks that the answer is E002 with these errors, each a path and a code, in this order. A failure names `case`.
    #[track_caller]
    pub(crate) fn expect_field_errors(self, errors: &[[impl AsRef<str>; 2]], case: &str) {
        let error = self.refused("E002");
        let fields = error["fields"].as_array().unwrap().iter();
        let found = fields.map(|it| ["path", "code"].map(|name| it[name].as_str().unwrap()));
        let expected = errors.iter().map(|it| it.each_ref().map(AsRef::as_ref));
        assert!(found.eq(expected), "{case}: {error}");
    }
}

/// Returns the only status of an error code.
fn status_of(code: &str) -> u16 {
    match code {
        "E001" | "E001A" | "E001B" => 401,
        "E002" => 422,
        "E003" => 404,
        "E004" => 409,
        "E005" => 429,
        "E006" => 413,
        "E007" => 415,
        "E008" => 403,
        "E009" => 400,
        "E010" => 405,
        "E503" => 503,
        "E500" => 500,
        other => panic!("{other} is not an error code"),
    }
}
