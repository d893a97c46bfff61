-- What the code keeps to, the database refuses from now on.

alter table transactions.transaction add constraint transaction_status_check check (status in (
  'CREATED', 'SUBMITTED', 'TO_AML_REVIEW', 'UNDER_REVIEW', 'HOLD_AML', 'HOLD_OTHER', 'AML_APPROVED', 'AML_REJECTED', 'IN_PROCESS', 'PENDING_FINANCE_INSTITUTION',
  'EXECUTED', 'REJECTED', 'CANCELED', 'OVERDUE'));

-- Checked for new rows alone until now.
alter table transactions.transaction validate constraint transaction_audience_check;
alter table transactions.transaction validate constraint transaction_amount_minor_check;
alter table transactions.transaction validate constraint transaction_scheme_check;
alter table approvals.request validate constraint request_kind_check;

alter table trading.trade_order
  add constraint trade_order_filled_check1 check (filled >= 0 and filled_value >= 0 and fee_minor >= 0);
alter table trading.trade
  add constraint trade_check check (price > 0 and quantity > 0 and maker_fee_minor >= 0 and taker_fee_minor >= 0);

-- A transaction of a network pays one withdrawal, or one collection. One that was given back and is ordered anew may have the same coins, nonce and fee, and so the same
-- transaction: what failed does not count.
create unique index withdrawal_tx on wallets.withdrawal (network, tx_id) where tx_id is not null and state <> 'FAILED';
create unique index collection_tx on wallets.collection (tx_id) where tx_id is not null and state <> 'FAILED';
create unique index attempt_tx on wallets.attempt (withdrawal_id, tx_id) where tx_id is not null;
create unique index collection_attempt_tx on wallets.collection_attempt (collection_id, tx_id) where tx_id is not null;
-- An account of Ethereum uses a nonce once: what is prepared with one that is taken would replace what has it. What failed and is in no block any more has given its nonce back.
create unique index withdrawal_nonce on wallets.withdrawal
  ((unsigned::jsonb ->> 'chainId'), (unsigned::jsonb ->> 'from'), (unsigned::jsonb ->> 'nonce'))
  where state <> 'FAILED' and unsigned like '{"type":"eip1559"%';
create unique index collection_nonce on wallets.collection
  ((unsigned::jsonb ->> 'chainId'), (unsigned::jsonb ->> 'from'), (unsigned::jsonb ->> 'nonce'))
  where state <> 'FAILED' and unsigned like '{"type":"eip1559"%';

-- A payment is made of one row of a payout.
create unique index outcome_by_payment on payouts.outcome (payment_id) where payment_id is not null;
-- It is the other side of one exchange.
create unique index conversion_by_counterpart on exchange.conversion (counterpart_id);
-- It comes back once. A credit that arrived after the money waited again, or was given to an account, was taken for its return as well.
update clearing.suspense as later set return_of = null
where state = 'waiting' and exists (
  select from clearing.suspense as earlier
  where earlier.return_of = later.return_of and (earlier.state = 'assigned' or earlier.state = 'waiting' and earlier.id < later.id));
create unique index suspense_waiting_return on clearing.suspense (return_of) where state = 'waiting' and return_of is not null;
