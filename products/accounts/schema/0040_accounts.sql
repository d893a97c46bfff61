-- Accounts are closed by their owner and stay, with the time of it; an IBAN is asked for and issued by a job.

alter table accounts.account add column closed_at timestamptz;
alter table accounts.account add constraint account_closed_since check ((status = 'CLOSED') = (closed_at is not null));

create table accounts.iban_request (
  id uuid not null,
  client_id uuid not null,
  currency text not null,
  -- The account that has the IBAN or gets it; until then null for one that is opened with it.
  account_id uuid references accounts.account,
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'ISSUED', 'REFUSED')),
  reason text,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (client_id, id),
  check ((status = 'REQUESTED') = (decided_at is null)),
  check ((status = 'REFUSED') = (reason is not null)),
  check (status <> 'ISSUED' or account_id is not null)
);
-- One at a time in a currency.
create unique index iban_request_open on accounts.iban_request (client_id, currency) where status = 'REQUESTED';
