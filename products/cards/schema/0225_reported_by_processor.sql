-- The most that the card processor has reported as approved for a payment. A request from before that was decided by the processor in our place, and its
-- answer no longer counts: of money that was approved without us we may hold less, so what is authorised here does not say it.
alter table cards.authorization add column reported_minor numeric(38,0) not null default 0 check (reported_minor >= 0);
