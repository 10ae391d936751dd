//! Accepted and refused rules, and the rule that applies to a path.

use super::*;
use crate::ops::config::{ConfigError, Settings};

fn checked(json: &str) -> Result<RouteRules, ConfigError> {
    let given = Settings {
        liff_id: Some("1234567890-AbcdEfgh".to_owned()),
        line_channel_id: Some("1234567890".to_owned()),
        line_bot_id: Some("@enmusubi".to_owned()),
        public_base_url: Some("https://example.org/app".to_owned()),
        route_rules: json.parse().ok(),
        ..Settings::default()
    };
    given.check().map(|config| config.route_rules)
}

fn rules(written: &[(&str, &str)]) -> RouteRules {
    checked(&json(written)).unwrap()
}

fn json(written: &[(&str, &str)]) -> String {
    let rules: Vec<_> = written
        .iter()
        .map(|(path, to)| serde_json::json!({ "path": path, "to": to }))
        .collect();
    serde_json::to_string(&rules).unwrap()
}

fn problem_of(json: &str) -> &'static str {
    match checked(json) {
        Err(ConfigError::RouteRule { problem, .. }) => problem,
        other => panic!("{json}: {other:?}"),
    }
}

#[test]
fn an_exact_path_counts_for_itself_with_or_without_a_slash_at_its_end() {
    let rules = rules(&[("/old", "/new"), ("/older/", "/new")]);
    for path in [
        "/old",
        "/old/",
        "/old?a=b",
        "/old#c",
        "/old/?a#c",
        "/older",
        "/older/",
    ] {
        assert!(rules.find(path).is_some(), "{path}");
    }
    for path in [
        "/", "/old/x", "/Old", "/oldest", "/a/old", "//old", "?/old", "",
    ] {
        assert!(rules.find(path).is_none(), "{path}");
    }
}

#[test]
fn two_stars_mean_a_path_and_everything_below_it() {
    let rules = rules(&[("/old/**", "/new")]);
    for path in ["/old", "/old/", "/old/x", "/old/x/y?z", "/old//"] {
        assert!(rules.find(path).is_some(), "{path}");
    }
    for path in ["/older", "/", "/new/old/x"] {
        assert!(rules.find(path).is_none(), "{path}");
    }
}

#[test]
fn the_longest_match_wins_however_the_rules_are_ordered() {
    let mut written = vec![
        ("/**", "https://example.com/all"),
        ("/a/**", "https://example.com/below-a"),
        ("/a", "https://example.com/a"),
        ("/a/b/**", "https://example.com/below-b"),
        ("/", "https://example.com/root"),
    ];
    for _ in 0..2 {
        let rules = rules(&written);
        for (path, last) in [
            ("/", "root"),
            ("/x", "all"),
            ("/a", "a"),
            ("/a/x", "below-a"),
            ("/a/b", "below-b"),
            ("/a/b/c/d", "below-b"),
        ] {
            let found = rules.find(path).unwrap();
            assert!(found.to.ends_with(&format!("/{last}")), "{path}: {found:?}");
        }
        written.reverse();
    }
}

#[test]
fn without_a_status_code_a_redirect_is_temporary() {
    let written = r#"[{"path":"/a","to":"/b"},{"path":"/c/**","to":"/b","status_code":308}]"#;
    let rules = checked(written).unwrap();
    assert_eq!(rules.find("/a").unwrap().status_code, 302);
    assert_eq!(rules.find("/c").unwrap().status_code, 308);
    assert_eq!(checked(&rules.to_string()).unwrap(), rules);
}

#[test]
fn a_pattern_is_a_path_with_at_most_two_stars_at_its_end() {
    for path in [
        "",
        "old",
        "**",
        "/old*",
        "/old**",
        "/*",
        "/**/x",
        "/a/**/**",
        "//**",
        "/a//**",
        "//old",
        "/a//b",
        "/a?b",
        "/a#b",
        "/a b",
        "/a\\b",
        "/a/../b",
        "/%2e%2e/b",
        "/a\n",
        "/é",
        "https://example.org/a",
    ] {
        let problem = problem_of(&json(&[(path, "/new")]));
        assert!(problem.starts_with("should have a path"), "{path}");
    }
    assert_eq!(
        problem_of(&json(&[(&format!("/{}", "a".repeat(2048)), "/new")])),
        "should have a path of the app, exact or with /** at its end"
    );
}

#[test]
fn a_target_is_a_path_of_the_app_or_an_https_url() {
    for to in [
        "",
        "new",
        "//example.com",
        "///example.com",
        "/a//b",
        "/\\example.com",
        "\\/example.com",
        "/%5cexample.com",
        "/../a",
        "/a b",
        "/a\tb",
        "http://example.com/",
        "https://",
        "https:",
        "https:/example.com",
        "https:example.com",
        "https://exa mple.com",
        "javascript:alert(1)",
        "data:text/html,x",
        "https://user@example.com/",
        "https://a:b@example.com/",
        "https://example.com\\@example.org/",
        " https://example.com/",
        "ftp://example.com/",
    ] {
        let problem = problem_of(&json(&[("/old", to)]));
        assert!(problem.starts_with("should lead to"), "{to}");
    }
    for to in [
        "/",
        "/new",
        "/new?a=b#c",
        "https://example.com",
        "https://example.com:8443/a?b=c#d",
    ] {
        assert!(checked(&json(&[("/old", to)])).is_ok(), "{to}");
    }
}

#[test]
fn only_redirects_are_status_codes() {
    for status_code in [0, 200, 300, 304, 305, 306, 309, 404] {
        let written = format!(r#"[{{"path":"/a","to":"/b","status_code":{status_code}}}]"#);
        assert!(
            problem_of(&written).contains("status code"),
            "{status_code}"
        );
    }
    for status_code in [301, 302, 303, 307, 308] {
        let written = format!(r#"[{{"path":"/a","to":"/b","status_code":{status_code}}}]"#);
        assert!(checked(&written).is_ok(), "{status_code}");
    }
}

#[test]
fn a_pattern_stands_once() {
    for twice in [["/a", "/a"], ["/a", "/a/"], ["/a/**", "/a/**"]] {
        let written = json(&[(twice[0], "/b"), (twice[1], "/c")]);
        assert_eq!(problem_of(&written), "is there twice");
    }
    assert!(checked(&json(&[("/a", "/b"), ("/a/**", "/c")])).is_ok());
}

#[test]
fn no_rule_leads_to_where_a_rule_leads_away_from() {
    for written in [
        vec![("/a", "/a")],
        vec![("/a", "/a/?b=c")],
        vec![("/a", "/b"), ("/b", "/c")],
        vec![("/b", "/c"), ("/a", "/b#d")],
        vec![("/a", "/b"), ("/b", "/a")],
        vec![("/a/**", "/a/b")],
        vec![("/a/**", "/a")],
        vec![("/**", "/")],
        vec![("/a", "https://example.org/app/a")],
        vec![("/", "https://example.org/app")],
        vec![("/a", "https://example.org:443/app/b/c"), ("/b/**", "/d")],
    ] {
        let problem = problem_of(&json(&written));
        assert!(problem.contains("leads away from"), "{written:?}");
    }
    for written in [
        vec![("/**", "https://example.com/a")],
        vec![("/a", "https://example.org/a")],
        vec![("/a", "https://example.org/application/a")],
    ] {
        assert!(checked(&json(&written)).is_ok(), "{written:?}");
    }
}

#[test]
fn an_address_of_our_liff_app_leads_back_into_the_app() {
    for (path, to) in [
        ("/", "https://liff.line.me/1234567890-AbcdEfgh"),
        ("/", "https://liff.line.me/1234567890-AbcdEfgh/"),
        ("/", "https://liff.line.me/1234567890-AbcdEfgh?a=b"),
        ("/", "https://liff.line.me/1234567890-AbcdEfgh#a"),
        ("/", "https://liff.line.me/1234567890-AbcdEfgh//a"),
        ("/", "https://liff.line.me/1234567890-AbcdEfgh/a%2fb"),
        ("/a", "https://liff.line.me/1234567890-AbcdEfgh/a"),
        ("/a", "https://liff.line.me/1234567890-AbcdEfgh/app/a"),
        ("/a", "https://LIFF.line.me:443/1234567890-AbcdEfgh/a/?b#c"),
        ("/a/**", "https://liff.line.me/1234567890-AbcdEfgh/a/b"),
        ("/a/**", "https://miniapp.line.me/1234567890-AbcdEfgh/a/b"),
        ("/**", "https://miniapp.line.me/1234567890-AbcdEfgh"),
    ] {
        let problem = problem_of(&json(&[(path, to)]));
        assert!(problem.contains("leads away from"), "{path} {to}");
    }
    let chain = [
        ("/a", "https://liff.line.me/1234567890-AbcdEfgh/b"),
        ("/b", "/c"),
    ];
    assert!(problem_of(&json(&chain)).contains("leads away from"));
    for (path, to) in [
        ("/a", "https://liff.line.me/1234567890-AbcdEfgh"),
        ("/a", "https://liff.line.me/1234567890-AbcdEfgh/b"),
        ("/**", "https://liff.line.me/1234567890-AbcdEfghi/a"),
        ("/**", "https://liff.line.me/1234567890-abcdefgh/a"),
        ("/**", "https://line.me/1234567890-AbcdEfgh/a"),
        ("/**", "https://liff.line.me:8443/1234567890-AbcdEfgh/a"),
        ("/**", "https://example.com/1234567890-AbcdEfgh/a"),
    ] {
        assert!(checked(&json(&[(path, to)])).is_ok(), "{path} {to}");
    }
}

#[test]
fn what_is_no_list_of_rules_is_refused() {
    for written in [
        "{}",
        "[",
        "null",
        "[1]",
        r#"[{"path":"/a"}]"#,
        r#"[{"to":"/a"}]"#,
        r#"[{"path":"/a","to":"/b","statusCode":301}]"#,
        r#"[{"path":"/a","to":"/b","status_code":"301"}]"#,
        r#"[{"path":"/a","to":"/b","status_code":99999}]"#,
    ] {
        let refused = checked(written);
        assert!(
            matches!(refused, Err(ConfigError::Value { ref name, .. }) if name == "ROUTE_RULES"),
            "{written}"
        );
    }
}
