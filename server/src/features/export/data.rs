//! `profile.json`: the stored data of a person, in JSON that people and programs can read.

use chrono::{DateTime, Utc};
use enmusubi_core::matching::index::ShownCircle;
use serde_json::{Value, json};

use crate::clock::{Millis, rfc_3339};
use crate::error::{Error, Result};
use crate::features::account::MEMBERS_LEFT_OUT;
use crate::features::introduction::{CircleMemory, FOREVER, conditions_of};
use crate::features::photo::Purpose;
use crate::store::account::member_setting::{FOREVER_MS, MemberSetting};
use crate::store::person::{CountedActions, PersonalData, StoredFile};

/// A stored file and its path in the ZIP file.
#[derive(Debug)]
pub(super) struct ZipEntry<'a> {
    pub(super) file: &'a StoredFile,
    pub(super) path: String,
}

/// Returns the person's files with their paths.
pub(super) fn name_files(person: &PersonalData) -> Vec<ZipEntry<'_>> {
    let name = |file| ZipEntry {
        file,
        path: path_of(person, file),
    };
    person.files.iter().map(name).collect()
}

/// Returns the content of `profile.json`, without hashes, which mean nothing to the person.
pub(super) fn describe(
    person: &PersonalData,
    files: &[ZipEntry<'_>],
    now: DateTime<Utc>,
) -> Result<Value> {
    let described: Vec<Value> = files
        .iter()
        .map(|named| describe_file(person, named.file, &named.path))
        .collect();
    Ok(json!({
        "exportedAt": rfc_3339(now),
        "account": {
            "userId": person.profile.account,
            "registeredAt": person.account.created_at_ms.rfc_3339(),
            "openedAt": person.account.opened_at_ms.rfc_3339(),
            "language": person.account.language,
            "reviewStatus": person.account.review_status,
            "appealed": person.account.appealed,
        },
        "profile": payload(person)?,
        // The server stores a cell of a twentieth of a degree, and not the place itself.
        "place": { "cellRow": person.cell.row, "cellColumn": person.cell.column },
        "files": described,
        "ageCheck": person.age_check.map(|check| json!({
            "birthday": check.birthday, "document": check.document,
            "checkedAt": check.checked_at_ms.rfc_3339(),
        })),
        "review": review(person),
        "appeals": appeals(person),
        "preferenceChanges": preference_changes(person),
        "profileChanges": profile_changes(person),
        "privacy": privacy(person),
        "lineMessages": line_messages(person),
        "introductions": introductions(person),
        "matches": matches(person),
        "news": news(person),
        "blocks": blocks(person),
        "reports": reports(person),
        "workEmail": work_email(person),
        "sessions": sessions(person),
        "storedAnswers": stored_answers(person),
    }))
}

fn review(person: &PersonalData) -> Vec<Value> {
    let steps = person.review.iter().map(|step| {
        json!({
            "action": step.action, "from": step.from, "to": step.to,
            "reasons": step.reasons, "at": step.at_ms.rfc_3339(),
        })
    });
    steps.collect()
}

fn appeals(person: &PersonalData) -> Vec<Value> {
    let appeals = person
        .appeals
        .iter()
        .map(|appeal| json!({ "text": appeal.text, "sentAt": appeal.sent_at_ms.rfc_3339() }));
    appeals.collect()
}

fn preference_changes(person: &PersonalData) -> Vec<Value> {
    let changes = person.preference_changes.iter().map(|change| {
        json!({
            "field": change.field, "valueBefore": change.value_before,
            "changedAt": change.changed_at_ms.rfc_3339(),
        })
    });
    changes.collect()
}

fn profile_changes(person: &PersonalData) -> Vec<Value> {
    let changes = person.profile_changes.iter().map(|change| {
        let closed = change.closed.as_ref();
        json!({
            "changes": change.proposed, "proposedAt": change.created_at_ms.rfc_3339(),
            "outcome": closed.map(|closed| closed.outcome),
            "closedAt": closed.map(|closed| closed.at_ms.rfc_3339()),
            "reasons": closed.map(|closed| &closed.reasons),
        })
    });
    changes.collect()
}

fn sessions(person: &PersonalData) -> Vec<Value> {
    let logins = person.logins.iter().map(|login| {
        json!({
            "kind": login.kind,
            "loginAt": login.login_at_ms.rfc_3339(),
            "issuedAt": login.issued_at_ms.rfc_3339(),
            "expiresAt": login.expires_at_ms.rfc_3339(),
            "revokedAt": login.revoked_at_ms.map(Millis::rfc_3339),
        })
    });
    logins.collect()
}

fn stored_answers(person: &PersonalData) -> Vec<Value> {
    let responses = person.responses.iter().map(|response| {
        json!({
            "key": response.key, "answer": response.body, "createdAt": response.created_at_ms.rfc_3339(),
        })
    });
    responses.collect()
}

fn payload(person: &PersonalData) -> Result<Value> {
    let mut payload = serde_json::to_value(&person.profile).map_err(Error::internal)?;
    if let Value::Object(members) = &mut payload {
        members.retain(|name, _| !MEMBERS_LEFT_OUT.contains(&name.as_str()));
        members.insert("photoNameList".to_owned(), json!(person.photos));
    }
    Ok(payload)
}

/// Returns the path of a file in the ZIP file: photos of the profile by their position, all other files
/// by their names.
fn path_of(person: &PersonalData, file: &StoredFile) -> String {
    let name = &file.name;
    if let Some(index) = person.photos.iter().position(|photo| photo == name) {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        return format!("photos/{}.{ending}", index + 1);
    }
    if file.purpose == Purpose::Document.as_str() {
        format!("documents/{name}")
    } else {
        format!("photos/other/{name}")
    }
}

fn describe_file(person: &PersonalData, file: &StoredFile, path: &str) -> Value {
    let name = Some(&file.name);
    let is_document = person.document.as_ref() == name;
    json!({
        "path": path,
        "name": file.name,
        "isPhoto": person.photos.contains(&file.name),
        "isAvatar": person.account.avatar_file_id.as_ref() == name,
        "isDocument": is_document,
        "isAgeProof": person.profile.age_proof_file_name == file.name,
        "uploadedAs": file.purpose,
        "mediaType": file.media_type,
        "width": file.width,
        "height": file.height,
        "thumbhash": file.thumbhash,
        "sizeBytes": file.size_bytes,
        "uploadedAt": file.created_at_ms.rfc_3339(),
        "attachedAt": file.attached_at_ms.map(Millis::rfc_3339),
        "decidedAt": person.document_decided_at_ms.filter(|_| is_document).map(Millis::rfc_3339),
    })
}

/// Describes the choices about being introduced and being seen.
fn privacy(person: &PersonalData) -> Value {
    let MemberSetting {
        paused_until_ms,
        hide_from_colleagues,
        show_employer,
        read_receipts,
    } = person.setting;
    let paused_until = paused_until_ms.map(|end_ms| match end_ms {
        FOREVER_MS => FOREVER.to_owned(),
        end_ms => end_ms.rfc_3339(),
    });
    json!({
        "pausedUntil": paused_until,
        "hideFromColleagues": hide_from_colleagues,
        "showEmployer": show_employer,
        "readReceipts": read_receipts,
    })
}

/// Describes the introductions with the person's own answers and notes. The other members' answers and notes are their
/// data.
fn introductions(person: &PersonalData) -> Value {
    let introductions = person.introductions.iter().map(|it| {
        json!({
            "introductionId": it.public_id,
            "day": it.day.to_string(),
            "introducedAt": it.created_at_ms.rfc_3339(),
            "expiresAt": it.expires_at_ms.rfc_3339(),
            "conditions": conditions_of(it.conditions),
            "distanceBand": it.distance_band,
            "answer": it.answer,
            "answeredAt": it.answered_at_ms.map(Millis::rfc_3339),
            "note": it.note,
            "matchedAt": it.matched_at_ms.map(Millis::rfc_3339),
        })
    });
    let state = &person.introduction_state;
    let memory = CircleMemory::parse(state.circle.clone());
    let circle = |circle: ShownCircle| {
        let without = circle.without.iter();
        json!({
            "size": circle.size,
            "without": without
                .map(|(kind, more)| json!({ "type": kind, "more": more }))
                .collect::<Vec<_>>(),
        })
    };
    let circles = memory
        .seen()
        .map(|(day, seen)| json!({ "day": day, "circle": circle(seen) }));
    json!({
        "introductions": introductions.collect::<Vec<_>>(),
        "latestSet": state.served_day.map(|day| day.to_string()),
        "latestIntroductionAt": state.introduced_at_ms.map(Millis::rfc_3339),
        "circle": memory.shown().map(circle),
        "circles": circles.collect::<Vec<_>>(),
    })
}

/// Describes the matches with the person's own notes; the other members' notes are their data. Leaves out the end of a
/// match, which would reveal what the other member did.
fn matches(person: &PersonalData) -> Value {
    let described = person.matches.iter().map(|own| {
        let notes = person.notes.iter();
        let notes = notes.filter(|note| note.introduction_id == own.introduction_id);
        let notes = notes.map(|note| {
            json!({ "noteId": note.number, "text": note.text, "sentAt": note.sent_at_ms.rfc_3339() })
        });
        json!({
            "matchId": own.public_id,
            "matchedAt": own.matched_at_ms.rfc_3339(),
            "readUntil": own.read_number,
            "lineContact": own.contact,
            "lineContactAt": own.contact_at_ms.map(Millis::rfc_3339),
            "hasToldIfMet": own.has_told_if_met,
            "notes": notes.collect::<Vec<_>>(),
        })
    });
    described.collect()
}

fn line_messages(person: &PersonalData) -> Value {
    let contact = person.line_contact;
    let choices = contact.choices;
    let sent = person.line_messages.iter().map(|message| {
        json!({
            "topics": message.topics, "storedAt": message.created_at_ms.rfc_3339(),
            "outcome": message.outcome, "settledAt": message.settled_at_ms.map(Millis::rfc_3339),
        })
    });
    json!({
        "isReachable": contact.is_reachable,
        "reviews": choices.reviews, "matches": choices.matches, "notes": choices.notes,
        "introductions": choices.introductions,
        "messages": sent.collect::<Vec<_>>(),
    })
}

fn news(person: &PersonalData) -> Value {
    let described = person.news.iter().map(|entry| {
        let mut described = json!({
            "newsId": entry.public_id,
            "kind": entry.kind,
            "at": entry.created_at_ms.rfc_3339(),
            "readAt": entry.read_at_ms.map(Millis::rfc_3339),
        });
        if entry.is_about_case() {
            described["reasons"] = json!(person.reasons_of_news.get(&entry.subject));
        } else {
            described["subject"] = json!(entry.subject);
        }
        described
    });
    described.collect()
}

fn blocks(person: &PersonalData) -> Value {
    let described = person.blocks.iter().map(
        |block| json!({ "nickname": block.nickname, "blockedAt": block.created_at_ms.rfc_3339() }),
    );
    described.collect()
}

/// Describes the person's own reports. Reports about the person would reveal the reporters.
fn reports(person: &PersonalData) -> Value {
    let described = person.reports.iter().map(|report| {
        json!({
            "category": report.category,
            "note": report.note,
            "reportedAt": report.created_at_ms.rfc_3339(),
            // The decision itself is data of the reported member.
            "isHandled": report.outcome.is_some(),
        })
    });
    described.collect()
}

/// Describes the confirmed mailboxes and the code. The tables hold keyed hashes of the addresses, from
/// which the server cannot restore them, so the export has no addresses.
fn work_email(person: &PersonalData) -> Value {
    let mailboxes = person.mailboxes.iter().map(|mailbox| {
        json!({
            "employerId": mailbox.employer_id,
            "isUsedByProfile": mailbox.account_id.is_some(),
            "expiresAt": mailbox.expires_at_ms.rfc_3339(),
        })
    });
    let code = person.code.as_ref().map(|code| {
        json!({
            "employerId": code.employer_id,
            "wrongTries": code.n_failures,
            "expiresAt": code.expires_at_ms.rfc_3339(),
            "confirmedUntil": code.confirmed_until_ms.map(Millis::rfc_3339),
        })
    });
    json!({
        "mailboxes": mailboxes.collect::<Vec<_>>(),
        "code": code,
        "codesAskedAt": times_of(&person.counted, "account"),
        "wrongTriesAt": times_of(&person.counted, "tries"),
    })
}

fn times_of(counted: &[CountedActions], what: &str) -> Vec<String> {
    counted
        .iter()
        .filter(|it| it.what == what)
        .flat_map(|it| &it.at_ms)
        .map(|at_ms| at_ms.rfc_3339())
        .collect()
}
