-- The cards' calendar read all payments without a receipt, each hour, and locked all cards that it found in one transaction. Now each payment names the next day on which its receipt
-- has to be looked at: the day after the payment, the last day before the lock and the day after that. Null: on none.
alter table cards.authorization add column receipt_look_on date;
create index authorization_to_look_at on cards.authorization (receipt_look_on) where receipt_look_on is not null;

-- A new rule means other days. The calendar finds the client's payments once; after the upgrade those of all clients.
alter table cards.receipt_rule add column is_new boolean not null default true;
create index receipt_rule_new on cards.receipt_rule (client_id) where is_new;
