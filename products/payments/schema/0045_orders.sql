-- What an order says beyond amount, payee and reference, kept beside the payment: most payments say nothing of it and have no row.

create table payments.instruction (
  payment_id uuid primary key,
  -- ISO 20022 ExternalPurpose1Code.
  purpose text,
  -- Where the payee lives and through which bank theirs is reached, as they were when it was ordered.
  creditor_address jsonb,
  correspondent jsonb,
  -- The payment that failed and that this one replaces. Each is replaced once: what fails again is itself replaced, so that a chain has
  -- one live end and nothing goes twice.
  repair_of uuid unique
);

create table payments.attachment (
  payment_id uuid not null,
  document_id uuid not null unique,
  primary key (payment_id, document_id)
);
