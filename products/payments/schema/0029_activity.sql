-- Who ordered a payment, and from where: what the activity log of a profile tells beside the audit record.
--
-- Null for what nobody signed in ordered, and for payments from before this was kept. Never changed after the row is written.

alter table payments.payment
  add column initiator_id uuid,
  add column initiator_ip text,
  add column initiator_agent text;
