//! The number of messages that the server may still send in a month, the share of one member, and the topics that are
//! left when the number becomes small.

use chrono::{DateTime, Datelike as _, FixedOffset, NaiveTime, TimeDelta, Utc};
use enmusubi_core::service::MessageTopic;

use crate::adapters::line::Quota;
use crate::clock::Millis;

/// LINE counts the months in Japan's time.
const JAPAN_S: i32 = 9 * 3600;

/// The most messages to one member on a day, from one morning to the next. Without this limit, two members who write
/// and read in turn would use up the month of all members within three hours.
const PER_DAY: i64 = 3;
/// A member who has received the twentieth part of the month's messages gets at most one a day for the rest of the
/// month.
const MONTHS_PART: i64 = 20;

/// A month of LINE's count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Month {
    /// The name in the table, such as `2026-11`.
    pub(crate) name: String,
    pub(crate) starts_at_ms: Millis,
}

/// Returns the month of LINE's count.
pub(crate) fn month_of(now: DateTime<Utc>) -> Month {
    let japan = FixedOffset::east_opt(JAPAN_S);
    let local = japan.map_or_else(|| now.fixed_offset(), |japan| now.with_timezone(&japan));
    let since_start = TimeDelta::days(local.day0().into()) + (local.time() - NaiveTime::MIN);
    Month {
        name: local.format("%Y-%m").to_string(),
        starts_at_ms: Millis::from(now - since_start),
    }
}

/// The messages that one member has received, without those about decisions of a review.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) today: i64,
    pub(super) this_month: i64,
}

/// The moment at which the server sends a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SendTime {
    Now,
    /// In the morning, as one message with all the news that come until then.
    Morning,
    Never,
}

/// The messages of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) total: i64,
    pub(super) n_sent: i64,
}

impl Budget {
    /// Returns the limit that leaves fewer messages: the operator's or LINE's. `n_sent` counts the server's messages of
    /// the month, and `n_unknown` those that it sent after LINE's answer about the quota.
    pub(super) fn new(per_month: i64, n_sent: i64, quota: Option<Quota>, n_unknown: i64) -> Self {
        let own = Self {
            total: per_month,
            n_sent,
        };
        let limited = quota.and_then(|quota| {
            Some(Self {
                total: quota.limit?,
                n_sent: quota.n_sent + n_unknown,
            })
        });
        match limited {
            Some(of_line) if of_line.left() < own.left() => of_line,
            _ => own,
        }
    }

    pub(super) const fn left(self) -> i64 {
        self.total - self.n_sent
    }

    /// Returns when the server sends a message about this topic to a member with this share. For a member whose share of
    /// the month is used up, each topic counts as the least important one, so that many such members together leave
    /// half of the month to the rest.
    pub(super) fn send_time(self, topic: MessageTopic, share: Share) -> SendTime {
        let (counts_as, per_day) = match topic {
            MessageTopic::Review => (topic, i64::MAX),
            _ if share.this_month < self.total / MONTHS_PART => (topic, PER_DAY),
            _ => (MessageTopic::Introductions, 1),
        };
        if !self.allows(counts_as) {
            SendTime::Never
        } else if share.today < per_day {
            SendTime::Now
        } else {
            SendTime::Morning
        }
    }

    /// Returns true if the server may send a message about this topic, and need not keep the rest for more important
    /// topics.
    const fn allows(self, topic: MessageTopic) -> bool {
        self.left() * 100 > self.total * percent_kept_for_others(topic) && self.left() > 0
    }

    /// Returns the most important topic about which the server sends nothing more in this month.
    pub(super) fn ended(self) -> Option<MessageTopic> {
        let mut topics = MessageTopic::ALL.iter().copied();
        topics.find(|topic| !self.allows(*topic))
    }
}

/// Returns the part of the month's messages that is kept for topics which are more important than this one.
const fn percent_kept_for_others(topic: MessageTopic) -> i64 {
    match topic {
        MessageTopic::Review => 0,
        MessageTopic::Match => 10,
        MessageTopic::Note => 25,
        MessageTopic::Introductions => 50,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended_after(n_sent: i64) -> Option<MessageTopic> {
        Budget::new(200, n_sent, None, 0).ended()
    }

    #[test]
    fn the_least_important_topics_end_first() {
        assert_eq!(ended_after(99), None);
        assert_eq!(ended_after(100), Some(MessageTopic::Introductions));
        assert_eq!(ended_after(149), Some(MessageTopic::Introductions));
        assert_eq!(ended_after(150), Some(MessageTopic::Note));
        assert_eq!(ended_after(180), Some(MessageTopic::Match));
        assert_eq!(ended_after(199), Some(MessageTopic::Match));
        assert_eq!(ended_after(200), Some(MessageTopic::Review));
        assert_eq!(
            Budget::new(0, 0, None, 0).ended(),
            Some(MessageTopic::Review)
        );
    }

    #[test]
    fn a_member_gets_three_messages_a_day_and_after_a_twentieth_of_the_month_one() {
        let time = |topic, today, this_month, n_sent| {
            Budget::new(200, n_sent, None, 0).send_time(topic, Share { today, this_month })
        };
        let (review, of_match, note) = (
            MessageTopic::Review,
            MessageTopic::Match,
            MessageTopic::Note,
        );
        for (topic, today, this_month, n_sent, expected) in [
            (note, 0, 0, 0, SendTime::Now),
            (note, 2, 9, 149, SendTime::Now),
            (note, 3, 9, 149, SendTime::Morning),
            (note, 3, 9, 150, SendTime::Never),
            (note, 0, 10, 99, SendTime::Now),
            (note, 1, 10, 99, SendTime::Morning),
            (note, 0, 10, 100, SendTime::Never),
            (of_match, 3, 9, 150, SendTime::Morning),
            (of_match, 0, 10, 100, SendTime::Never),
            (review, 50, 100, 199, SendTime::Now),
            (review, 0, 0, 200, SendTime::Never),
        ] {
            let case = format!("{topic} {today} {this_month} {n_sent}");
            assert_eq!(time(topic, today, this_month, n_sent), expected, "{case}");
        }
    }

    #[test]
    fn the_smaller_of_both_limits_counts() {
        let quota = |limit, n_sent| Some(Quota { limit, n_sent });
        let lines = Budget::new(1000, 10, quota(Some(200), 150), 5);
        assert_eq!((lines.total, lines.n_sent), (200, 155));
        let own = Budget::new(100, 90, quota(Some(5000), 4000), 0);
        assert_eq!((own.total, own.n_sent), (100, 90));
        let unlimited = Budget::new(100, 90, quota(None, 4000), 0);
        assert_eq!((unlimited.total, unlimited.n_sent), (100, 90));
    }

    #[test]
    fn a_month_begins_at_midnight_in_japan() {
        let month = |now: &str| {
            let month = month_of(now.parse().unwrap());
            let start = month.starts_at_ms.time();
            (month.name, start.to_rfc3339())
        };
        let is = |name: &str, start: &str| (name.to_owned(), start.to_owned());
        let november = is("2026-11", "2026-10-31T15:00:00+00:00");
        assert_eq!(month("2026-10-31T15:00:00Z"), november);
        assert_eq!(month("2026-11-30T14:59:59.999Z"), november);
        let december = is("2026-12", "2026-11-30T15:00:00+00:00");
        assert_eq!(month("2026-11-30T15:00:00Z"), december);
    }
}
