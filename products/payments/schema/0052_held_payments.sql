-- Payments that screening holds, until somebody at the desk has decided.
--
-- A payment's status is in no index, so that its steps touch none; what waits for the desk is therefore listed here. A row is written
-- only for what is held, and says for the bank's staff alone what was found.

create table payments.held (
  payment_id uuid primary key,
  since timestamptz not null,
  -- Of the closed list of reasons (`screening_name`); null where it is no longer known.
  rule text,
  -- The entry of the watch list that the name resembles.
  found text,
  -- Decided, or taken back by the client.
  ended_at timestamptz
);
create index held_waiting on payments.held (payment_id) where ended_at is null;

insert into payments.held (payment_id, since)
select id, updated_at from payments.payment where status in ('UNDER_REVIEW', 'HOLD_AML', 'HOLD_OTHER');

-- A credit from somebody on the watch list reaches no client before somebody has looked.
alter table payments.suspense drop constraint suspense_cause_check;
alter table payments.suspense add constraint suspense_cause_check
  check (cause in ('account_unknown', 'account_closed', 'other_currency', 'name_listed'));
