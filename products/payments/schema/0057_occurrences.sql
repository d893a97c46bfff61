-- Single payments of a standing order may differ from the others, and a kept form keeps when it is to be paid.

-- What the bank charges for each, as the code confirmed it; of orders made before it was noted, nothing.
alter table orders.standing_order add column fee_minor numeric(38, 0) not null default 0 check (fee_minor >= 0);

-- Another amount for one day to come, confirmed by a code of its own.
create table orders.other_amount (
  order_id uuid not null references orders.standing_order,
  due_on date not null,
  amount_minor numeric(38, 0) not null check (amount_minor > 0),
  fee_minor numeric(38, 0) not null check (fee_minor >= 0),
  primary key (order_id, due_on)
);

create index on orders.standing_order (client_id) where state = 'ACTIVE';

update orders.kept_form
set form = '{"frequency": "NOW", "startOn": "", "ends": "NEVER", "endOn": "", "times": "", "restDays": "AFTER"}'::jsonb || form;
