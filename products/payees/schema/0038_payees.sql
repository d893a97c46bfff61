-- Payees whole: what of them travels, who added them, what the account's bank says of their name, and their papers.
--
-- `latin` is name and address in the letters that travel, written when the payee is; null for payees from before, who travel as
-- they stand. `party_changed_at` is when name or address changed last; null: as they were added.
--
-- The same account may be kept under two names (a joint account): what is there once is account, currency and name. The name's key
-- is computed in code (its plain Latin words); for the payees there are it is read from the first line of their search text, which
-- is the name in small Latin letters.

alter table beneficiaries.beneficiary
  add column latin jsonb,
  add column added_by uuid,
  add column party_changed_at timestamptz;

alter table beneficiaries.bank_detail add column name_key text;
update beneficiaries.bank_detail d
set name_key = trim(regexp_replace(split_part(b.search, E'\n', 1), '[^a-z0-9]+', ' ', 'g'))
from beneficiaries.beneficiary b
where b.client_id = d.client_id and b.id = d.beneficiary_id;
alter table beneficiaries.bank_detail alter column name_key set not null;

drop index beneficiaries.bank_detail_once;
create unique index bank_detail_once on beneficiaries.bank_detail (client_id, account_key, currency, name_key) where active;

-- The last answer about an account under a name, whether or not a payee has both yet.
create table beneficiaries.name_check (
  client_id uuid not null,
  account_key text not null,
  name_key text not null,
  result text not null
    check (result in ('match', 'close_match', 'no_match', 'cannot_be_checked', 'temporarily_unavailable')),
  suggested_name text check (suggested_name is null or result = 'close_match'),
  checked_at timestamptz not null,
  primary key (client_id, account_key, name_key)
);

-- Papers about a payee; the files are the documents module's, under the same ids.
create table beneficiaries.document (
  client_id uuid not null,
  beneficiary_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('PRINCIPAL', 'SECONDARY')),
  added_by uuid not null,
  primary key (client_id, beneficiary_id, id),
  foreign key (client_id, beneficiary_id) references beneficiaries.beneficiary
);
