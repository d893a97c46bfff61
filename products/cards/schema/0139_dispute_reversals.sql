-- A merchant may refund a payment whose dispute was won. What the client would then have twice is taken back from the dispute's credit, by a payment of its own
-- that names the dispute too. A withdrawn dispute may still be won while a newer one of the same payment is under way.

alter table cards.dispute
  -- What was taken back of the credit.
  add column reversed_minor numeric(38,0) not null default 0,
  add constraint dispute_reversed check (reversed_minor between 0 and amount_minor);

drop index cards.dispute_once;
create unique index dispute_under_way on cards.dispute (authorization_id) where status in ('OPEN', 'IN_REVIEW');

alter table cards.authorization drop constraint authorization_dispute_id_key;
create unique index authorization_dispute_credit on cards.authorization (dispute_id) where is_refund;
