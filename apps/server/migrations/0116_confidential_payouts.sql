-- Confidential payouts (salaries): only people with the right see the rows, their payments and the payees that they save. Everyone else sees one
-- line for each payout and account. ADR 46 says why the line is a row of its own.

alter table identity.membership add column can_view_confidential boolean not null default false;
update identity.membership set can_view_confidential = true where is_boss;

alter table payouts.payout add column confidential boolean not null default false;

-- ALL: as before. CONFIDENTIAL: a row for people with the right. MASK: the line for the others, which sums those rows up and moves no money. Rows
-- that are there have the default, so nothing is written, and nothing has to be checked.
alter table transactions.transaction add column audience text not null default 'ALL';
alter table transactions.transaction
  add constraint transaction_audience_check check (audience in ('ALL', 'CONFIDENTIAL', 'MASK')) not valid;
-- A line whose rows have all failed comes to nothing.
alter table transactions.transaction drop constraint payment_amount_minor_check1;
alter table transactions.transaction
  add constraint transaction_amount_minor_check check (amount_minor > 0 or (amount_minor = 0 and audience = 'MASK')) not valid;
create unique index transaction_mask on transactions.transaction (payout_id, account_id) where audience = 'MASK';

-- Money of a confidential payment that comes back and waits for the desk.
alter table clearing.suspense add column audience text not null default 'ALL';
