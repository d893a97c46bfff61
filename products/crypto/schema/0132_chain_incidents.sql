-- A settled withdrawal may get another outcome when blocks are replaced: found paid after its money was given back, or gone after it was settled. That is an incident
-- like a lost deposit. The sandbox's chains decide the outcome of a transaction again when its block is replaced, so that this can be tried.

alter table wallets.incident rename column deposit_id to id;
alter table wallets.incident
  drop constraint incident_deposit_id_fkey,
  add column kind text not null default 'DEPOSIT_LOST' check (kind in ('DEPOSIT_LOST', 'WITHDRAWAL_PAID', 'WITHDRAWAL_GONE')),
  drop constraint incident_outcome_check,
  add constraint incident_outcome_check check (outcome in ('RETURNED', 'SETTLED', 'WRITTEN_OFF'));
alter table wallets.incident alter column kind drop default;
create index incident_waiting on wallets.incident (id) where closed_at is null;

-- What the books say that the chain did with it: paid, failed, or nothing. Null until it is settled.
alter table wallets.withdrawal add column chain_outcome text check (chain_outcome in ('PAID', 'FAILED', 'GONE'));
update wallets.withdrawal set chain_outcome = case state when 'CONFIRMED' then 'PAID' else 'FAILED' end
where state in ('CONFIRMED', 'FAILED');
alter table wallets.withdrawal
  add constraint withdrawal_outcome check ((state in ('CONFIRMED', 'FAILED')) = (chain_outcome is not null));
create index withdrawal_by_height on wallets.withdrawal (network, height) where state in ('CONFIRMED', 'FAILED');
create index withdrawal_by_tx on wallets.withdrawal (network, tx_id) where tx_id is not null;

alter table chain.transaction drop column was_mined;
