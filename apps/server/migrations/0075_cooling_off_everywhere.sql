-- Cooling-off covers every way in which money leaves. A person's small payments to new payees count together; a factor that a person
-- gave up stays known for a day, so that removing the strongest one does not make a weaker one the strongest; and a standing order
-- remembers when it was confirmed and whether cooling-off was observed then. Orders from before are checked at their next run.
create table identity.cooling_sum (
  person_id uuid primary key references identity.person on delete cascade,
  spent_minor bigint not null check (spent_minor >= 0),
  counted_at timestamptz not null
);
create table identity.lost_factor (
  person_id uuid not null references identity.person on delete cascade,
  kind text not null check (kind in ('passkey', 'totp', 'sms', 'email')),
  since timestamptz,
  lost_at timestamptz not null default now()
);
create index on identity.lost_factor (person_id);
alter table orders.standing_order add column confirmed_at timestamptz, add column cooling_off_kept boolean not null default false;
update orders.standing_order set confirmed_at = created_at;
alter table orders.standing_order alter column confirmed_at set not null;
alter table orders.standing_order
  drop constraint standing_order_reason_check,
  add constraint standing_order_reason_check
    check (reason in ('payee_changed', 'payee_deleted', 'rights_lost', 'cooling_off', 'refused', 'completed', 'canceled'));
