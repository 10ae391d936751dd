-- The tables of Enmusubi.
--
-- `m20261127_000001_create_tables.rs` replaces the words in braces by those of SQLite or PostgreSQL. The driver
-- decodes a value of SQLite by the declared type of its column. Times are Unix milliseconds, because all databases
-- compare integers in the same way.

-- Uploaded files. A file has no foreign key to `account`, because people upload files before they have an account.
CREATE TABLE upload (
    name varchar NOT NULL PRIMARY KEY,
    line_user_id varchar NOT NULL,
    purpose varchar NOT NULL CHECK (purpose IN ('PHOTO', 'DOCUMENT')),
    media_type varchar NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    thumbhash varchar NOT NULL,
    size_bytes {bigint} NOT NULL,
    created_at_ms {bigint} NOT NULL,
    attached_at_ms {bigint},
    evidence_hash varchar,
    proof_of varchar CHECK (proof_of IS NULL OR (purpose = 'DOCUMENT' AND proof_of IN ('EMPLOYMENT', 'AGE')))
);
CREATE INDEX upload_line_user_id ON upload (line_user_id);
-- The cleanup lists the files that no profile uses. Nearly all files are in use.
CREATE INDEX upload_unattached ON upload (created_at_ms) WHERE attached_at_ms IS NULL;
CREATE INDEX upload_evidence_hash ON upload (evidence_hash) WHERE evidence_hash IS NOT NULL;

-- One row for each LINE user who registered, with the state of the review.
CREATE TABLE account (
    id {id},
    line_user_id varchar NOT NULL UNIQUE,
    review_status varchar NOT NULL CHECK (
        review_status IN ('PENDING', 'IN_REVIEW', 'APPROVED', 'NEEDS_INFO', 'REJECTED', 'SUSPENDED')
    ),
    appealed boolean NOT NULL,
    created_at_ms {bigint} NOT NULL,
    avatar_file_id varchar REFERENCES upload (name),
    opened_at_ms {bigint} NOT NULL DEFAULT 0,
    language varchar
);
-- The reviewers' list selects one status, the oldest account first.
CREATE INDEX account_review_status ON account (review_status, created_at_ms);
-- When a file is deleted, the database makes sure that it is the avatar of no account.
CREATE INDEX account_avatar ON account (avatar_file_id) WHERE avatar_file_id IS NOT NULL;

-- One column for each field of the payload, with the field's name. There is no column for coordinates: the server
-- stores the place as a cell and nothing more precise. The matching relies on the lists of words.
CREATE TABLE profile (
    account_id {bigint} NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    nickname varchar NOT NULL,
    name varchar NOT NULL,
    gender varchar NOT NULL CHECK (gender IN ('MALE', 'FEMALE', 'NON_BINARY')),
    match_gender varchar NOT NULL CHECK (match_gender IN ('MALE', 'FEMALE', 'NON_BINARY', 'ANY')),
    occupation_type varchar NOT NULL,
    occupation varchar NOT NULL,
    achievement text NOT NULL,
    height integer NOT NULL,
    income_range varchar NOT NULL,
    birthday {date} NOT NULL,
    school varchar NOT NULL,
    education varchar NOT NULL CHECK (education IN ('HIGH_SCHOOL', 'ASSOCIATE', 'BACHELOR', 'MASTER', 'DOCTORATE')),
    marriage_record boolean NOT NULL,
    has_children boolean NOT NULL,
    smoke boolean NOT NULL,
    tattoo boolean NOT NULL,
    drink boolean NOT NULL,
    about_me text NOT NULL,
    personality_tag_ids {json} NOT NULL,
    exercise_tag_ids {json} NOT NULL,
    hobby_tag_ids {json} NOT NULL,
    marriage_type_tag_ids {json} NOT NULL,
    fertility_plan_tag_ids {json} NOT NULL,
    pet_tag_ids {json} NOT NULL,
    dating_question text NOT NULL,
    daily_life text NOT NULL,
    surprise_point text NOT NULL,
    city varchar NOT NULL,
    address varchar NOT NULL,
    cell_row integer NOT NULL CHECK (cell_row BETWEEN -1800 AND 1799),
    cell_column integer NOT NULL CHECK (cell_column BETWEEN -3600 AND 3599),
    recommend_distance_km integer NOT NULL,
    feedback text NOT NULL,
    mbti varchar NOT NULL,
    verify_method varchar NOT NULL CHECK (verify_method IN ('WORK_EMAIL', 'DOCUMENT', 'LINK')),
    employer_id varchar NOT NULL,
    review_link text NOT NULL,
    verify_temp_file_name varchar NOT NULL,
    verify_description text NOT NULL,
    value_item {json} NOT NULL,
    age_proof_file_name varchar NOT NULL DEFAULT ''
);
-- The index has only the profiles with a document. From nearly all others, a decision has removed it.
CREATE UNIQUE INDEX profile_age_proof_file_name ON profile (age_proof_file_name) WHERE age_proof_file_name <> '';

-- The uses of files by profiles: photos, and documents that prove where a member works.
CREATE TABLE photo (
    id {id},
    account_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    file_id varchar NOT NULL UNIQUE REFERENCES upload (name) ON DELETE RESTRICT,
    position integer NOT NULL CHECK (position BETWEEN 0 AND 5),
    CONSTRAINT photo_account_id_position UNIQUE (account_id, position)
);

CREATE TABLE document (
    id {id},
    account_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    file_id varchar NOT NULL UNIQUE REFERENCES upload (name) ON DELETE RESTRICT,
    decided_at_ms {bigint}
);
-- A review reads the document of an account, and the deletion of an account looks for it.
CREATE INDEX document_account ON document (account_id);

-- The check of a member's age, which stays after a decision has deleted the proof of age.
CREATE TABLE age_check (
    account_id {bigint} NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    birthday {date} NOT NULL,
    document varchar NOT NULL,
    checked_at_ms {bigint} NOT NULL
);

-- The tokens of users. A token has no foreign key to `account`, because a registration token exists before its
-- account.
CREATE TABLE session (
    token_hash varchar NOT NULL PRIMARY KEY,
    kind varchar NOT NULL CHECK (kind IN ('SESSION', 'REGISTRATION')),
    line_user_id varchar NOT NULL,
    family varchar NOT NULL,
    login_at_ms {bigint} NOT NULL,
    issued_at_ms {bigint} NOT NULL,
    expires_at_ms {bigint} NOT NULL,
    renewed_at_ms {bigint},
    revoked_at_ms {bigint}
);
CREATE INDEX session_line_user_id ON session (line_user_id);
CREATE INDEX session_family ON session (family);
CREATE INDEX session_expires_at_ms ON session (expires_at_ms);

-- The stored answers for requests that a client sends again.
CREATE TABLE idempotency (
    id {id},
    line_user_id varchar NOT NULL,
    key varchar NOT NULL,
    body_hash varchar NOT NULL,
    status integer NOT NULL,
    body text NOT NULL,
    created_at_ms {bigint} NOT NULL,
    CONSTRAINT idempotency_line_user_id_key UNIQUE (line_user_id, key)
);

-- Random values that all instances of the server share.
CREATE TABLE secret (
    name varchar NOT NULL PRIMARY KEY,
    value {bytes} NOT NULL
);

-- Confirmed mailboxes, as keyed hashes. A user confirms a mailbox before the account exists. Later the mailbox is
-- deleted with the account.
CREATE TABLE work_email (
    mailbox_hash varchar NOT NULL PRIMARY KEY,
    line_user_id varchar NOT NULL,
    employer_id varchar NOT NULL,
    expires_at_ms {bigint} NOT NULL,
    account_id {bigint} REFERENCES account (id) ON DELETE CASCADE
);
CREATE INDEX work_email_line_user_id ON work_email (line_user_id);
CREATE INDEX work_email_account_id ON work_email (account_id);
CREATE INDEX work_email_expires_at_ms ON work_email (expires_at_ms);

-- Mailed codes. The table has no address.
CREATE TABLE work_email_code (
    line_user_id varchar NOT NULL PRIMARY KEY,
    mailbox_hash varchar NOT NULL,
    employer_id varchar NOT NULL,
    code_hash varchar NOT NULL,
    n_failures integer NOT NULL,
    expires_at_ms {bigint} NOT NULL,
    confirmed_until_ms {bigint},
    confirm_key varchar
);
CREATE INDEX work_email_code_expires_at_ms ON work_email_code (expires_at_ms);

-- The counts of sent and tried codes.
CREATE TABLE work_email_limit (
    subject varchar NOT NULL PRIMARY KEY,
    counted_at_ms text NOT NULL,
    touched_at_ms {bigint} NOT NULL
);
CREATE INDEX work_email_limit_touched_at_ms ON work_email_limit (touched_at_ms);

-- The choices about being introduced and being seen. An account without a row has the defaults.
CREATE TABLE member_setting (
    account_id {bigint} NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    paused_until_ms {bigint},
    hide_from_colleagues boolean NOT NULL,
    show_employer boolean NOT NULL,
    read_receipts boolean NOT NULL
);

-- The history of a member's preferences.
CREATE TABLE preference_change (
    id {id},
    account_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    field varchar NOT NULL,
    value_before {json} NOT NULL,
    changed_at_ms {bigint} NOT NULL
);
-- A member's changes are counted from a moment on.
CREATE INDEX preference_change_account ON preference_change (account_id, changed_at_ms);
-- The job asks for all members who have changed their preferences since a moment.
CREATE INDEX preference_change_changed ON preference_change (changed_at_ms);

-- Introductions: one row for a pair.
CREATE TABLE introduction (
    id {id},
    public_id varchar NOT NULL UNIQUE,
    low_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    high_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at_ms {bigint} NOT NULL,
    distance_band varchar NOT NULL,
    matched_at_ms {bigint}
);
-- No two people are introduced twice. Both indexes of pairs tell whom a member was ever introduced to, so that the job
-- reads no row of the table for it.
CREATE UNIQUE INDEX introduction_pair ON introduction (low_id, high_id);
CREATE INDEX introduction_high_low ON introduction (high_id, low_id);

-- One row for each of the two members of an introduction.
CREATE TABLE introduction_side (
    introduction_id {bigint} NOT NULL REFERENCES introduction (id) ON DELETE CASCADE,
    account_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    other_id {bigint} NOT NULL,
    day {date} NOT NULL,
    expires_at_ms {bigint} NOT NULL,
    conditions integer NOT NULL,
    answer varchar,
    answered_at_ms {bigint},
    note varchar NOT NULL,
    ended_at_ms {bigint},
    PRIMARY KEY (introduction_id, account_id)
);
-- A member's introductions are read by their end.
CREATE INDEX introduction_side_account ON introduction_side (account_id, expires_at_ms);

-- The state of the job that makes the introductions: its members, their requests, and the sets that are finished.
CREATE TABLE introduction_member (
    account_id {bigint} NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    served_day {date},
    introduced_at_ms {bigint},
    circle {json}
);

CREATE TABLE introduction_request (
    account_id {bigint} NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    asked_at_ms {bigint} NOT NULL
);

CREATE TABLE introduction_set (
    day {date} NOT NULL PRIMARY KEY,
    finished_at_ms {bigint} NOT NULL
);

-- One row for each of the two members of a match.
CREATE TABLE match_side (
    introduction_id {bigint} NOT NULL REFERENCES introduction (id) ON DELETE CASCADE,
    account_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    other_id {bigint} NOT NULL,
    matched_at_ms {bigint} NOT NULL,
    last_number {bigint} NOT NULL DEFAULT 0,
    read_number {bigint} NOT NULL DEFAULT 0,
    contact varchar NOT NULL DEFAULT '',
    contact_at_ms {bigint},
    has_told_if_met boolean NOT NULL DEFAULT FALSE,
    ended_at_ms {bigint},
    PRIMARY KEY (introduction_id, account_id)
);
CREATE INDEX match_side_account ON match_side (account_id);

-- The notes of a match's conversation.
CREATE TABLE note (
    introduction_id {bigint} NOT NULL REFERENCES introduction (id) ON DELETE CASCADE,
    number {bigint} NOT NULL,
    author_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    text text NOT NULL,
    sent_at_ms {bigint} NOT NULL,
    key varchar,
    PRIMARY KEY (introduction_id, number)
);
-- A note that a client sends again is stored once.
CREATE UNIQUE INDEX note_key ON note (author_id, key);
-- The notes of a member are counted from a moment on.
CREATE INDEX note_author ON note (author_id, sent_at_ms);

-- The counts of the answers to "did you meet?", without their members.
CREATE TABLE meeting_answer (
    answer varchar NOT NULL PRIMARY KEY,
    n_members {bigint} NOT NULL
);

-- What a member should hear of. `due_ms` is the moment at which the server decides whether to send a message in LINE
-- about the entry.
CREATE TABLE news (
    id {id},
    public_id varchar NOT NULL UNIQUE,
    account_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    kind varchar NOT NULL,
    subject varchar NOT NULL,
    created_at_ms {bigint} NOT NULL,
    read_at_ms {bigint},
    due_ms {bigint},
    line_message_id {bigint}
);
CREATE INDEX news_account ON news (account_id, id);
-- A member has at most one unread entry of a kind about one subject.
CREATE UNIQUE INDEX news_unread ON news (account_id, kind, subject) WHERE read_at_ms IS NULL;
-- Old news are deleted by their time.
CREATE INDEX news_created ON news (created_at_ms);
-- Where the server sends messages, it has decided about nearly all entries, and most have no message.
CREATE INDEX news_due_ms ON news (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX news_line_message_id ON news (line_message_id) WHERE line_message_id IS NOT NULL;

-- Messages in LINE about news.
CREATE TABLE line_message (
    id {id},
    account_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    retry_key varchar NOT NULL UNIQUE,
    topics varchar NOT NULL,
    path varchar NOT NULL,
    created_at_ms {bigint} NOT NULL,
    next_try_at_ms {bigint},
    n_tries integer NOT NULL DEFAULT 0,
    outcome varchar,
    settled_at_ms {bigint}
);
CREATE INDEX line_message_account ON line_message (account_id);
-- Nearly all messages are settled.
CREATE INDEX line_message_waiting ON line_message (next_try_at_ms) WHERE next_try_at_ms IS NOT NULL;
-- Old messages are deleted by their time.
CREATE INDEX line_message_created ON line_message (created_at_ms);

-- Whether LINE reaches a member, and what the member wants to hear there.
CREATE TABLE line_contact (
    account_id {bigint} NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    is_reachable boolean,
    known_at_ms {bigint} NOT NULL DEFAULT 0,
    wants_reviews boolean NOT NULL DEFAULT TRUE,
    wants_matches boolean NOT NULL DEFAULT TRUE,
    wants_notes boolean NOT NULL DEFAULT TRUE,
    wants_introductions boolean NOT NULL DEFAULT TRUE
);

-- The events of LINE that were handled.
CREATE TABLE line_event (
    id varchar NOT NULL PRIMARY KEY,
    received_at_ms {bigint} NOT NULL
);
CREATE INDEX line_event_received ON line_event (received_at_ms);

-- The number of messages of each month.
CREATE TABLE line_month (
    month varchar NOT NULL PRIMARY KEY,
    n_messages {bigint} NOT NULL,
    announced varchar NOT NULL DEFAULT ''
);

-- A block outlives both accounts as two keyed hashes.
CREATE TABLE block (
    id {id},
    public_id varchar NOT NULL UNIQUE,
    blocker_id {bigint} REFERENCES account (id) ON DELETE SET NULL,
    blocked_id {bigint} REFERENCES account (id) ON DELETE SET NULL,
    blocker_hash varchar NOT NULL,
    blocked_hash varchar NOT NULL,
    nickname varchar NOT NULL,
    created_at_ms {bigint} NOT NULL
);
-- A person blocks another once.
CREATE UNIQUE INDEX block_pair ON block (blocker_hash, blocked_hash);
CREATE INDEX block_blocked_hash ON block (blocked_hash, id);
CREATE INDEX block_blocker ON block (blocker_id, blocked_id);
CREATE INDEX block_blocked ON block (blocked_id, blocker_id);

-- A report goes with either of its two accounts.
CREATE TABLE report (
    id {id},
    public_id varchar NOT NULL UNIQUE,
    reporter_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    reported_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    category varchar NOT NULL,
    note text NOT NULL,
    snapshot text NOT NULL,
    created_at_ms {bigint} NOT NULL,
    decided_at_ms {bigint},
    outcome varchar,
    actor varchar
);
CREATE INDEX report_reporter ON report (reporter_id, created_at_ms);
CREATE INDEX report_reported ON report (reported_id, created_at_ms);
-- Reviewers list the reports that wait for a decision.
CREATE INDEX report_open ON report (created_at_ms) WHERE decided_at_ms IS NULL;
-- A job clears the snapshots of old reports. Nearly all old reports are cleared already.
CREATE INDEX report_uncleared ON report (decided_at_ms) WHERE snapshot <> 'null';

-- The changes of approved profiles that wait for a reviewer or were decided.
CREATE TABLE profile_change (
    id {id},
    public_id varchar NOT NULL UNIQUE,
    account_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    proposed {json} NOT NULL,
    created_at_ms {bigint} NOT NULL,
    outcome varchar,
    closed_at_ms {bigint},
    actor varchar,
    reasons {json} NOT NULL
);
-- A member has one open proposal at most.
CREATE UNIQUE INDEX profile_change_open ON profile_change (account_id) WHERE outcome IS NULL;
-- The proposals of a member are counted from a moment on.
CREATE INDEX profile_change_account_created ON profile_change (account_id, created_at_ms);

-- The files of changes that wait.
CREATE TABLE profile_change_file (
    change_id {bigint} NOT NULL REFERENCES profile_change (id) ON DELETE CASCADE,
    file_id varchar NOT NULL,
    PRIMARY KEY (change_id, file_id)
);
CREATE INDEX profile_change_file_file ON profile_change_file (file_id);

-- The decisions about a profile, with the reviewer and the reasons.
CREATE TABLE review_event (
    id {id},
    account_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    action varchar NOT NULL,
    actor varchar NOT NULL,
    from_status varchar NOT NULL,
    to_status varchar NOT NULL,
    reasons {json} NOT NULL,
    created_at_ms {bigint} NOT NULL
);
CREATE INDEX review_event_account_id ON review_event (account_id);

-- The things that reviewers decide.
CREATE TABLE review_case (
    id {id},
    account_id {bigint} NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    kind varchar NOT NULL,
    subject varchar NOT NULL,
    evidence varchar NOT NULL,
    employer_id varchar NOT NULL,
    urgency integer NOT NULL,
    submitted_at_ms {bigint} NOT NULL,
    due_at_ms {bigint} NOT NULL,
    state varchar NOT NULL,
    version {bigint} NOT NULL,
    holder varchar,
    holder_name varchar,
    lease_until_ms {bigint} NOT NULL,
    fence {bigint} NOT NULL,
    barred varchar,
    second_look_of {bigint},
    agrees boolean,
    before {json},
    appeal text,
    decision {json},
    decided_by varchar,
    decided_by_name varchar,
    decided_at_ms {bigint},
    effect_at_ms {bigint},
    turn_of varchar,
    turn_since_ms {bigint},
    first_barred varchar
);
CREATE INDEX review_case_queue ON review_case (state, urgency, due_at_ms, id);
CREATE INDEX review_case_kind ON review_case (state, kind, urgency, due_at_ms, id);
CREATE INDEX review_case_evidence ON review_case (state, evidence, urgency, due_at_ms, id);
CREATE INDEX review_case_employer ON review_case (state, employer_id, urgency, due_at_ms, id);
CREATE INDEX review_case_account ON review_case (account_id, state);
CREATE INDEX review_case_subject ON review_case (subject);
CREATE INDEX review_case_decided ON review_case (decided_at_ms);
-- The server looks for lapsed claims every few seconds, and nearly all cases have no holder.
CREATE INDEX review_case_held ON review_case (lease_until_ms) WHERE holder IS NOT NULL;
-- The server also looks for decisions that have not taken effect.
CREATE INDEX review_case_effect ON review_case (effect_at_ms) WHERE effect_at_ms IS NOT NULL;

-- The keyed hashes of evidence, which outlive an account.
CREATE TABLE evidence_trace (
    id {id},
    hash varchar NOT NULL,
    kind varchar NOT NULL,
    account_id {bigint} REFERENCES account (id) ON DELETE SET NULL,
    outcome varchar,
    reasons {json} NOT NULL,
    decided_at_ms {bigint},
    created_at_ms {bigint} NOT NULL,
    deleted_at_ms {bigint}
);
-- An account has one trace of a piece of evidence.
CREATE UNIQUE INDEX evidence_trace_account_id ON evidence_trace (account_id, kind, hash);
CREATE INDEX evidence_trace_hash ON evidence_trace (hash);
CREATE INDEX evidence_trace_deleted_at_ms ON evidence_trace (deleted_at_ms) WHERE deleted_at_ms IS NOT NULL;

-- Reviewers, and how they sign in. The audit log names reviewers by their ids, and both databases use each id once
-- only. `member_hash` is the keyed hash of the person, which outlives the account `member_id`.
CREATE TABLE reviewer (
    id {id},
    name varchar NOT NULL,
    role varchar NOT NULL CHECK (role IN ('REVIEWER', 'LEAD')),
    member_id {bigint} REFERENCES account (id) ON DELETE SET NULL,
    user_handle varchar NOT NULL UNIQUE,
    added_at_ms {bigint} NOT NULL,
    removed_at_ms {bigint},
    member_hash varchar
);
-- A removed reviewer's name is free again.
CREATE UNIQUE INDEX reviewer_name ON reviewer (name) WHERE removed_at_ms IS NULL;
-- The deletion of an account looks for its reviewer.
CREATE INDEX reviewer_member_id ON reviewer (member_id);
-- A registration looks for the reviewer who is this person.
CREATE INDEX reviewer_member_hash ON reviewer (member_hash);

CREATE TABLE reviewer_link (
    token_hash varchar NOT NULL PRIMARY KEY,
    reviewer_id {bigint} NOT NULL REFERENCES reviewer (id) ON DELETE CASCADE,
    expires_at_ms {bigint} NOT NULL,
    used_at_ms {bigint}
);
CREATE INDEX reviewer_link_reviewer_id ON reviewer_link (reviewer_id);

CREATE TABLE reviewer_passkey (
    credential_id varchar NOT NULL PRIMARY KEY,
    reviewer_id {bigint} NOT NULL REFERENCES reviewer (id) ON DELETE CASCADE,
    public_key {bytes} NOT NULL,
    sign_count {bigint} NOT NULL,
    is_backup_eligible boolean NOT NULL,
    created_at_ms {bigint} NOT NULL,
    last_used_at_ms {bigint}
);
CREATE INDEX reviewer_passkey_reviewer_id ON reviewer_passkey (reviewer_id);

CREATE TABLE reviewer_session (
    token_hash varchar NOT NULL PRIMARY KEY,
    reviewer_id {bigint} NOT NULL REFERENCES reviewer (id) ON DELETE CASCADE,
    created_at_ms {bigint} NOT NULL,
    last_seen_at_ms {bigint} NOT NULL,
    revoked_at_ms {bigint}
);
CREATE INDEX reviewer_session_reviewer_id ON reviewer_session (reviewer_id);

-- The challenges that have opened a session of a reviewer, until they expire.
CREATE TABLE reviewer_used_challenge (
    challenge varchar NOT NULL PRIMARY KEY,
    expires_at_ms {bigint} NOT NULL
);
CREATE INDEX reviewer_used_challenge_expires_at_ms ON reviewer_used_challenge (expires_at_ms);

-- The log of the acts of reviewers, to which rows are only ever added; triggers refuse everything else. No foreign key
-- leads from it, because it outlives the accounts that it names by their ids. The server gives each row its id. On
-- SQLite, another type of key would leave a hidden row id beside it, by which `INSERT OR REPLACE` could replace a row.
CREATE TABLE audit (
    id {id},
    at_ms {bigint} NOT NULL,
    actor varchar NOT NULL,
    action varchar NOT NULL,
    case_id {bigint},
    account_id {bigint},
    reviewer_id {bigint},
    subject varchar NOT NULL,
    detail text NOT NULL,
    previous_hash varchar NOT NULL,
    hash varchar NOT NULL
);
-- Each opening of a photo counts the openings of the hour.
CREATE INDEX audit_action ON audit (action, at_ms, actor);

-- The leases of jobs that one instance runs at a time.
CREATE TABLE lease (
    name varchar NOT NULL PRIMARY KEY,
    holder varchar,
    fence {bigint} NOT NULL,
    until_ms {bigint} NOT NULL
);

-- The minutes by which the clock of the mock is ahead. Without the mock, the table stays empty.
CREATE TABLE mock_clock (
    id integer NOT NULL PRIMARY KEY,
    ahead_minutes integer NOT NULL
);
