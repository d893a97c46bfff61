-- Two more ways that money travels: SEPA_INSTANT reaches another bank in seconds, EXCHANGE turns one currency into another between
-- a client's own accounts.

-- The name that the check got while the table before 0010 still had its own.
alter table payments.payment
  drop constraint payment_scheme_check1,
  add constraint payment_scheme_check
    check (scheme in ('SEPA', 'SEPA_INSTANT', 'SWIFT', 'OWN', 'INTERNAL', 'EXCHANGE'));
