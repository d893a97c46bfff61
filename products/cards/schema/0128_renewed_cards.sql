-- A renewed plastic card works until its successor is activated, so for a while two cards that are not at their end have one account.

drop index cards.card_in_use;
create unique index card_in_use on cards.card (account_id) where status not in ('ORDERED', 'EXPIRED', 'CLOSED');
create index card_by_account on cards.card (account_id);

-- Money that a client's cards spend is money out (the dashboard).
create index card_account_of_client on ledger.accounts (client_id) where kind = 'card';
