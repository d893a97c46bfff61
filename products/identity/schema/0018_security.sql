-- What a person sees and does about their own safety: sessions and browsers that can be told apart and ended, links that
-- arrive by mail, access that its owner has frozen.

-- Nobody signs in and no session lives while this is set. Only its owner sets and clears it.
alter table identity.person add column frozen_at timestamptz;

-- A known browser gets an identity that stays when its cookie changes, and what its owner recognises it by.
alter table identity.device
  add column id uuid not null unique default gen_random_uuid(),
  add column name text check (char_length(name) between 1 and 40),
  add column ip text not null default '',
  add column user_agent text not null default '',
  add column added_at timestamptz not null default now(),
  add column last_used_at timestamptz not null default now();

alter table identity.session
  -- The known browser that it was opened in; null once that was forgotten.
  add column device_id uuid references identity.device (id) on delete set null,
  -- Since when nobody had been there for a while: writes then ask for a code first. Null again after one.
  add column stale_since timestamptz,
  drop constraint session_end_reason_check,
  add constraint session_end_reason_check check (end_reason in
    ('logout', 'refresh_reused', 'signed_out_elsewhere', 'device_forgotten', 'password_changed', 'password_reset', 'frozen', 'contact_undone'));
create index on identity.session (device_id);

alter table identity.sign_in
  drop constraint sign_in_outcome_check,
  add constraint sign_in_outcome_check check (outcome in
    ('signed_in', 'bad_credentials', 'admin_refused', 'locked', 'code_sent', 'code_wrong', 'codes_locked', 'frozen'));

-- Links in mails: 256 random bits, kept as SHA-256, good once. A newer one of the same purpose takes the place of the older.
create table identity.mailed_link (
  person_id uuid not null references identity.person on delete cascade,
  purpose text not null check (purpose in ('password_reset', 'unfreeze')),
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  primary key (person_id, purpose)
);
