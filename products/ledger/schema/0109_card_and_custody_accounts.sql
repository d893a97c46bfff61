-- Two kinds of accounts for the products to come: `card`, which a client owns and cannot overdraw, and `custody`, the bank's own account of
-- what a custodian or a chain holds for it, one for each currency.

alter table ledger.accounts
  drop constraint accounts_kind_check,
  add constraint accounts_kind_check check (kind in ('client', 'card', 'nostro', 'fees', 'suspense', 'fx', 'custody')),
  drop constraint accounts_check,
  add constraint accounts_owner check ((client_id is null) = (kind not in ('client', 'card')));
