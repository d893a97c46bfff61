-- The address of a withdrawal is screened before anything is prepared for it. What the screening finds is held (REVIEW) until staff has decided.

alter table wallets.withdrawal
  -- Null: not screened yet.
  add column screened_at timestamptz,
  -- What the screening found; staff sees it, the client never does.
  add column finding text;
update wallets.withdrawal set screened_at = updated_at where state not in ('APPROVAL', 'QUEUED', 'CANCELED');
alter table wallets.withdrawal
  drop constraint withdrawal_state_check,
  add constraint withdrawal_state_check
    check (state in ('APPROVAL', 'QUEUED', 'REVIEW', 'SIGNING', 'BROADCAST', 'CONFIRMED', 'CANCELED', 'FAILED')),
  drop constraint withdrawal_check,
  add constraint withdrawal_unprepared check ((state in ('APPROVAL', 'QUEUED', 'REVIEW', 'CANCELED')) = (unsigned is null)),
  add constraint withdrawal_screened check (unsigned is null or screened_at is not null);
create index withdrawal_in_review on wallets.withdrawal (id) where state = 'REVIEW';
