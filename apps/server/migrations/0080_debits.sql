-- The debit that carried out an instruction: a second one, by another reference of the bank, took the money twice.

alter table rail.instruction add column debit_reference text;

-- Payments that a tester of the sandbox has settled or rejected: the sandbox's outside world says no more of them.
create table rail.sandbox_decided (
  payment_id uuid primary key
);
