-- How many rows an owner has in a list that is walked by its owner, as 0048 and 0062 say of older tables. A bank that is new knows few clients: a plan that takes each for a large
-- part of the table walks all rows by their key.
alter table accounts.iban_request alter column client_id set (n_distinct = -0.01);
alter table beneficiaries.beneficiary alter column client_id set (n_distinct = -0.0001);
alter table cards.card alter column client_id set (n_distinct = -0.001);
alter table cards.authorization alter column account_id set (n_distinct = -0.0001);
alter table companies.fact_change alter column company_id set (n_distinct = -0.01);
alter table documents.document alter column client_id set (n_distinct = -0.0001);
alter table exchange.quote alter column client_id set (n_distinct = -0.0001);
alter table notifications.notification alter column person_id set (n_distinct = -0.0001);
alter table payouts.payout alter column client_id set (n_distinct = -0.001);
alter table payouts.repair alter column payout_id set (n_distinct = -0.01);
alter table profile.address_change alter column client_id set (n_distinct = -0.1);
alter table profile.contact_change alter column person_id set (n_distinct = -0.1);
alter table support.message alter column conversation_id set (n_distinct = -0.01);
alter table trading.trade_order alter column client_id set (n_distinct = -0.0001);
alter table transactions.transaction alter column payout_id set (n_distinct = -0.0001);
alter table wallets.address alter column wallet_id set (n_distinct = -0.01);
alter table wallets.deposit alter column client_id set (n_distinct = -0.001);
alter table wallets.move alter column client_id set (n_distinct = -0.001);
alter table wallets.withdrawal alter column client_id set (n_distinct = -0.001);
alter table clearing.instruction alter column batch_id set (n_distinct = -0.001);
-- These have a row or two.
alter table clearing.instruction alter column payment_id set (n_distinct = -0.9);
alter table approvals.request alter column subject_id set (n_distinct = -0.5);
alter table cards.dispute alter column authorization_id set (n_distinct = -0.9);
