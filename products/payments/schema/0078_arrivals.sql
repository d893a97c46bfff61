-- What has arrived by which reference of the rail.
--
-- A reference alone does not say that two credits are the same money: banks use one again. What is booked is kept here with the facts that
-- tell two credits apart (our account at the bank, the client's account, amount, day, payer), so that the same credit reported twice is
-- booked once and another credit with a known reference is never dropped.

create table payments.arrival (
  rail_reference text not null,
  -- 0, unless the rail has used the reference before for another credit.
  ordinal integer not null,
  -- Our account at the bank, and the day on which it was booked there; null where the rail does not say.
  bank_account text,
  booked_on date,
  creditor_account text not null,
  currency text not null,
  amount_minor numeric(38, 0) not null,
  debtor_name text not null,
  debtor_account text not null,
  end_to_end_id text not null,
  primary key (rail_reference, ordinal)
);

-- A credit that was given out of suspense is both: what the rail said of it is kept in suspense.
insert into payments.arrival (rail_reference, ordinal, creditor_account, currency, amount_minor, debtor_name, debtor_account, end_to_end_id)
select rail_reference, 0, creditor_account, currency, amount_minor, debtor_name, debtor_account, end_to_end_id from payments.suspense;
insert into payments.arrival (rail_reference, ordinal, creditor_account, currency, amount_minor, debtor_name, debtor_account, end_to_end_id)
select rail_reference, 0, creditor_account, currency, amount_minor, debtor_name, debtor_account, end_to_end_id
from payments.payment where rail_reference is not null and direction = 'CREDIT'
on conflict do nothing;

drop index payments.payment_rail_reference;
alter table payments.suspense drop constraint suspense_rail_reference_key;

-- A reversal of a debit brings money back that belongs to no credit of a client.
alter table payments.suspense drop constraint suspense_cause_check;
alter table payments.suspense add constraint suspense_cause_check
  check (cause in ('account_unknown', 'account_closed', 'other_currency', 'name_listed', 'return_unexpected', 'reversal'));
