-- Cooling-off: for a day after the access of a person has changed, larger payments to payees that are newer than the change are
-- confirmed with a factor that is older than it. What is remembered for that: when the access changed, when a payee's accounts did,
-- and of an open challenge how old the factor must be that confirms it. Passkeys and the app say themselves when they came.

alter table identity.person
  add column password_reset_at timestamptz,
  add column email_changed_at timestamptz,
  add column phone_changed_at timestamptz;

alter table identity.challenge add column factors_before timestamptz;

-- Null: as they were added.
alter table beneficiaries.beneficiary add column accounts_changed_at timestamptz;
