-- What a merchant collects after the end of its payment makes a row of its own. It names that payment, so that a refund under the payment's reference is set
-- against the row that was collected: otherwise the client could have the refund, and dispute the row as well.
alter table cards.authorization add column late_of uuid references cards.authorization (id);

-- Its reference is the payment's and the message's.
update cards.authorization late set late_of = payment.id
from cards.authorization payment
where not late.is_refund and late.dispute_id is null and late.authorized_minor = 0 and late.reference like '%/%'
  and payment.reference = regexp_replace(late.reference, '/[^/]*$', '') and payment.account_id = late.account_id;

create index authorization_late on cards.authorization (late_of) where late_of is not null;
