//! Hosts on which every person can have a mailbox. Such a mailbox proves nothing, even under an employer's
//! domain.

use crate::catalogue::PUBLIC_MAIL_DOMAINS;

/// Hosts under an employer's domain that serve its customers. (The public mail hosts, in the list beside
/// the employers, are under none of their domains today, but a changed list could put them there.)
const CUSTOMER_MAIL_DOMAINS: &[&str] = &[
    // Buyers and sellers on Amazon's marketplace write to each other by addresses made for them.
    "marketplace.amazon.com",
    "marketplace.amazon.co.jp",
    // Mail to these hosts becomes a comment in a document, an invitation in a calendar, or a text
    // message on the phone of any customer of Google.
    "docs.google.com",
    "calendar.google.com",
    "voice.google.com",
    // Every customer of Salesforce, also one with a free developer account, makes addresses here that
    // hand mail to its own programs, support desk and records.
    "apex.salesforce.com",
    "case.salesforce.com",
    "in.salesforce.com",
    "le.salesforce.com",
];

/// Returns true if the employer of these domains hands out the mailboxes of this domain to its own people
/// alone.
pub(super) fn is_closed(domain: &str, employer: &[&str]) -> bool {
    let is_under_any = |parents: &[&str]| parents.iter().any(|parent| is_under(domain, parent));
    is_under_any(employer)
        && !is_under_any(CUSTOMER_MAIL_DOMAINS)
        && !is_under_any(PUBLIC_MAIL_DOMAINS)
}

/// Returns true for the parent domain and for domains below it: `mail.google.com` is under `google.com`,
/// `evilgoogle.com` is not.
fn is_under(domain: &str, parent: &str) -> bool {
    let rest = domain.strip_suffix(parent);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::employers;

    #[test]
    fn a_public_mail_host_stays_open_when_an_employer_lists_it() {
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
