-- Passkeys sign in without a password. What a passkey signs is bound to the browser by a MAC and is kept only once it is used, so that it
-- works once. After a password was changed or an access recovered, a passkey signs in only once it has confirmed something beside the
-- password: one that an intruder has added must not outlive the recovery.

create table identity.spent_challenge (
  hash bytea primary key,
  expires_at timestamptz not null
);

alter table identity.person add column password_needed_since timestamptz;
-- Passkeys from before this date have never signed in alone; a reset counts from then on.
update identity.person set password_needed_since = password_reset_at where password_reset_at is not null;

alter table identity.sign_in
  drop constraint sign_in_outcome_check,
  add constraint sign_in_outcome_check check (outcome in
    ('signed_in', 'signed_in_by_passkey', 'passkey_refused', 'bad_credentials', 'admin_refused', 'locked', 'code_sent', 'code_wrong',
      'codes_locked', 'frozen'));
