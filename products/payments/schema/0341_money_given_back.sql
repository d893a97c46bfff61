-- Money that the desk gave back as refused, though it may have left our account: to the client, or into suspense if it was sent back from there. When the other bank returns it, the bank keeps that
-- in place of what it gave: no one earns it. So what waits in suspense names the payment that it brings back, also where it is not the expected return.
create table clearing.give_back (
  id uuid primary key,
  original_id uuid not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  given_at timestamptz not null,
  balanced_by uuid
);
comment on column clearing.give_back.original_id is 'The payment, or the item of suspense that was sent back.';
comment on column clearing.give_back.balanced_by is 'The credit that brought the money back; null: it has not come.';
create index give_back_by_original on clearing.give_back (original_id);

insert into clearing.give_back (id, original_id, currency, amount_minor, given_at)
select gen_random_uuid(), x.payment_id, coalesce(a.currency, s.currency), coalesce(a.amount_minor, s.amount_minor), x.decided_at
from clearing.exception x
left join clearing.arrival a on a.rail_reference = 'rejected-' || x.payment_id
left join clearing.suspense s on s.id = x.payment_id
where x.kind = 'rejected_after_settlement' and x.state = 'approved' and coalesce(a.currency, s.currency) is not null;

alter table clearing.suspense add column original_id uuid, add column kept_minor bigint;
comment on column clearing.suspense.original_id is 'The payment, or the money sent back out of suspense, that the other bank says it brings back.';
comment on column clearing.suspense.kept_minor is 'What the bank kept of it to make good a loss that it had booked.';
create index suspense_by_original on clearing.suspense (original_id) where original_id is not null;

update clearing.suspense s set original_id = i.payment_id
from (
  select instruction ->> 'endToEndId' as end_to_end_id, min(payment_id::text)::uuid as payment_id
  from clearing.instruction group by 1 having count(distinct payment_id) = 1
) i
where s.state = 'waiting' and s.cause = 'return_unexpected' and s.end_to_end_id = i.end_to_end_id;
