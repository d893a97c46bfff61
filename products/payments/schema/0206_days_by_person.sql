-- A single day of a standing order that another person changes or restores is paid in that person's name; the series stays with the person who
-- confirmed it. Null: in the name of the person who confirmed the series. A day that was only restored has no amount of its own.
alter table orders.other_amount
  alter column amount_minor drop not null,
  alter column fee_minor drop not null,
  add column person_id uuid,
  add column confirmed_at timestamptz,
  add column cooling_off_kept boolean,
  add check ((amount_minor is null) = (fee_minor is null)),
  add check ((person_id is null) = (confirmed_at is null) and (person_id is null) = (cooling_off_kept is null)),
  add check (amount_minor is not null or person_id is not null);
