//! Hosts on which anybody can have a mailbox: they prove nothing, whoever their domain belongs to.

use crate::catalogue::PUBLIC_MAIL_DOMAINS;

/// Below an employer's own domain, and yet for its customers. (The mail hosts for everyone, in the list
/// beside the employers, are under none of their domains today; a changed list could have them so.)
const CUSTOMER_MAIL_DOMAINS: &[&str] = &[
    // Buyers and sellers on Amazon's marketplace write to each other by addresses made for them.
    "marketplace.amazon.com",
    "marketplace.amazon.co.jp",
    // What is mailed here becomes a comment in a document, an invitation in a calendar, or a text
    // message on the phone of whoever has an account at Google.
    "docs.google.com",
    "calendar.google.com",
    "voice.google.com",
    // Every organisation at Salesforce, a developer's free one too, makes addresses here that hand mail
    // to its own programs, support desk and records.
    "apex.salesforce.com",
    "case.salesforce.com",
    "in.salesforce.com",
    "le.salesforce.com",
];

/// Whether a mailbox of this domain is handed out by the employer of these domains and by nobody else.
pub(super) fn is_closed(domain: &str, employer: &[&str]) -> bool {
    let is_under_any = |parents: &[&str]| parents.iter().any(|parent| is_under(domain, parent));
    is_under_any(employer)
        && !is_under_any(CUSTOMER_MAIL_DOMAINS)
        && !is_under_any(PUBLIC_MAIL_DOMAINS)
}

/// Whether it is that domain or below it: `mail.google.com` is under `google.com`, `evilgoogle.com` is
/// not.
fn is_under(domain: &str, parent: &str) -> bool {
    let rest = domain.strip_suffix(parent);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::employers;

    #[test]
    fn a_public_mail_host_stays_one_when_an_employer_lists_it() {
        for domain in ["yahoo.co.jp", "mail.yahoo.co.jp", "hotmail.com"] {
            assert!(!is_closed(domain, &["yahoo.co.jp", "hotmail.com"]));
        }
        assert!(is_closed("corp.yahoo.example", &["yahoo.example"]));
    }

    #[test]
    fn every_customers_host_is_under_the_domain_of_an_employer() {
        for host in CUSTOMER_MAIL_DOMAINS {
            let mut domains = employers().iter().flat_map(|employer| employer.domains);
            assert!(domains.any(|domain| is_under(host, domain)), "{host}");
        }
    }

    #[test]
    fn each_domain_of_an_employer_is_closed() {
        for employer in employers() {
            for domain in employer.domains {
                assert!(is_closed(domain, employer.domains), "{domain}");
            }
        }
    }
}
