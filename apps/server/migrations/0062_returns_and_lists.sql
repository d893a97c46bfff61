-- Money that a payment brings back beyond what was sent, and lists of small clients beside large ones.

-- A payment brings back once what was sent, or less. Whatever else comes back of it is money nonetheless: it waits for the desk.
alter table payments.suspense drop constraint suspense_cause_check;
alter table payments.suspense add constraint suspense_cause_check
  check (cause in ('account_unknown', 'account_closed', 'other_currency', 'name_listed', 'return_unexpected'));

-- How many rows one client or person has is as uneven here as among payments (0048), and plans are made once for all of them: left to its
-- sample the database reads everybody's rows from the newest on to find the few of one. Ten thousand each makes it walk their own index.
-- Figures: docs/performance.md.
alter table platform.audit alter column client_id set (n_distinct = -0.0001), alter column person_id set (n_distinct = -0.0001);
alter table requests.request alter column client_id set (n_distinct = -0.0001);
alter table requests.link alter column client_id set (n_distinct = -0.0001);
alter table approvals.request
  alter column client_id set (n_distinct = -0.0001),
  alter column requested_by set (n_distinct = -0.0001),
  alter column closed_by set (n_distinct = -0.0001);
alter table orders.standing_order alter column client_id set (n_distinct = -0.0001);
alter table orders.kept_form alter column client_id set (n_distinct = -0.0001);
alter table accounts.account alter column client_id set (n_distinct = -0.0001);
alter table identity.session
  alter column client_id set (n_distinct = -0.0001),
  alter column person_id set (n_distinct = -0.0001);
alter table identity.sign_in alter column person_id set (n_distinct = -0.0001);
alter table companies.invitation alter column client_id set (n_distinct = -0.0001);
alter table companies.handover alter column client_id set (n_distinct = -0.0001);
alter table connections.connection alter column client_id set (n_distinct = -0.0001);

-- Lists in the order of their ids need an index in that order.
create index sign_in_by_person on identity.sign_in (person_id, id desc);
drop index identity.sign_in_person_id_at_idx;
create index kept_form_by_client on orders.kept_form (client_id, id desc);
drop index orders.kept_form_client_id_kind_id_idx;
-- What a person has closed, wherever.
create index request_by_closer on approvals.request (closed_by, id desc) where closed_by is not null;
-- Each new quote forgets the client's old ones that were never used, without reading those that were.
create index quote_unused on exchange.quote (client_id, expires_at) where executed_at is null;

analyze platform.audit;
analyze requests.request;
analyze requests.link;
analyze approvals.request;
analyze orders.standing_order;
analyze orders.kept_form;
analyze accounts.account;
analyze identity.session;
analyze identity.sign_in;
