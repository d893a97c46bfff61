-- Payments to a payee in another currency: what the payee gets, or what came back, beside the amount in the account's own currency.
-- A quote for such a payment has no account that is credited.

alter table payments.payment
  add column converted_currency text,
  add column converted_minor numeric(38, 0) check (converted_minor > 0),
  add column conversion_rate text,
  add constraint payment_converted check (
    num_nulls(converted_currency, converted_minor, conversion_rate) in (0, 3)
    and converted_currency is distinct from currency
  );

alter table exchange.quote alter column to_account_id drop not null;
