-- A credit under a used reference that brings a payment back is booked as that return, so that only people who see the payment see it. The
-- exception keeps the payment (or the money sent back out of suspense) in `payment_id`, and why the other bank returned it.
alter table clearing.exception add column return_reason text;

-- Those that wait: a return has the end-to-end id and both accounts of its payment. The other bank's reason was not kept.
update clearing.exception e set payment_id = t.id, client_id = t.client_id, return_reason = 'bank_refused'
from transactions.transaction t
where e.state = 'waiting' and e.kind = 'credit_differs' and e.payment_id is null
  and t.direction = 'DEBIT' and t.audience <> 'MASK' and t.end_to_end_id = e.credit ->> 'endToEndId'
  and t.debtor_account = e.credit ->> 'creditorAccount' and t.creditor_account = e.credit ->> 'debtorAccount';
