//! Checks the address of the OpenTelemetry collector.

use url::Url;

use super::{ConfigError, Settings, web_address};

impl Settings {
    /// Returns the address of the collector.
    pub(super) fn otlp_endpoint(&self) -> Result<Option<Url>, ConfigError> {
        let Some(text) = self.otlp_endpoint.as_deref() else {
            return Ok(None);
        };
        let wanted = "an http or https URL without credentials, query and fragment, such as \
                      http://127.0.0.1:4318";
        web_address::check("OTLP_ENDPOINT", text, wanted).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str) -> Result<String, ConfigError> {
        let settings = Settings {
            mock_enable: Some(true),
            otlp_endpoint: Some(text.to_owned()),
            ..Settings::default()
        };
        settings.check().map(|config| config.to_string())
    }

    #[test]
    fn an_address_with_secrets_is_refused() {
        let printed = given("http://collector:4318").unwrap();
        assert!(printed.contains("\nOTLP_ENDPOINT=http://collector:4318/\n"));
        for text in [
            "collector:4318",
            "/v1/traces",
            "grpc://collector:4317",
            "http://user:hunter2@collector:4318",
            "https://collector/?key=hunter2",
        ] {
            let refused = given(text).unwrap_err().to_string();
            assert!(refused.starts_with("OTLP_ENDPOINT "), "{text}");
            assert!(!refused.contains("hunter2"));
        }
    }
}
