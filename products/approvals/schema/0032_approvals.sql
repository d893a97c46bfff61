-- Somebody else's consent to exactly one thing: a company's policy, what waits, and who consented to what.
--
-- A request is bound to its *version*, a hash over everything that is consented to. A consent names the version it was given
-- to and counts for no other, so that any change makes all consents worthless. People are compared, never profiles.

create schema approvals;

-- A company without a row has the bank's default: who is not a boss needs one boss, a boss needs nobody.
create table approvals.policy (
  client_id uuid primary key,
  version integer not null check (version > 0),
  rules jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid not null,
  changed_by_name text not null
);

create table approvals.request (
  id uuid primary key,
  client_id uuid not null,
  -- The company as it was called when this was asked.
  client_name text not null,
  kind text not null check (kind in ('payment', 'payee', 'people', 'policy')),
  -- What it is about: a payment, a payee, a member; of a policy the company.
  subject_id uuid not null,
  -- What it relies on besides: the payee of a payment. A change of it voids the consents.
  based_on uuid,
  -- What is done once it is approved, whole.
  content jsonb not null,
  -- What people are shown of it.
  facts jsonb not null,
  warnings text[] not null,
  amount_minor numeric(38, 0) check (amount_minor > 0),
  currency text,
  -- The approvals needed, in order, as the policy said when it was asked.
  steps jsonb not null,
  -- Counts the times that the consents were voided; part of what the version is made of.
  revision integer not null default 0,
  version text not null,
  requested_by uuid not null,
  requested_by_name text not null,
  -- The connected application that asked in this person's name.
  application text,
  state text not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REJECTED', 'RECALLED', 'EXPIRED', 'VOIDED')),
  -- What a person gave as the reason of a rejection.
  reason text,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  reminded_at timestamptz,
  closed_at timestamptz,
  closed_by uuid,
  closed_by_name text,
  check ((state = 'WAITING') = (closed_at is null)),
  check ((amount_minor is null) = (currency is null)),
  check (reason is null or state = 'REJECTED')
);
create index request_by_client on approvals.request (client_id, id desc);
create index request_by_requester on approvals.request (requested_by, id desc);
-- One thing waits once.
create unique index request_waiting on approvals.request (kind, subject_id) where state = 'WAITING';
create index request_waiting_by_client on approvals.request (client_id, id desc) where state = 'WAITING';
create index request_waiting_based_on on approvals.request (based_on) where state = 'WAITING' and based_on is not null;
create index request_by_subject on approvals.request (subject_id, id desc);

create table approvals.consent (
  request_id uuid not null references approvals.request,
  version text not null,
  person_id uuid not null,
  person_name text not null,
  -- Whom the person stood in for.
  on_behalf_of uuid,
  on_behalf_of_name text,
  at timestamptz not null,
  -- A person counts once, however often and from wherever they say yes.
  primary key (request_id, version, person_id)
);
create index on approvals.consent (person_id, request_id);

create function approvals.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'approvals.% is append-only', tg_table_name;
end $$;
create trigger append_only before update or delete or truncate on approvals.consent
  for each statement execute function approvals.refuse_change();

-- What a person has asked a company to pay on a UTC day; locked while the next payment is judged, so that many small payments at
-- the same time weigh as much as one after the other.
create table approvals.day_total (
  client_id uuid not null,
  person_id uuid not null,
  day date not null,
  currency text not null,
  amount_minor numeric(38, 0) not null check (amount_minor >= 0),
  primary key (client_id, person_id, day, currency)
);
