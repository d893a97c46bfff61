-- When a code confirmed the first large order of the session; further ones need none.
alter table identity.session add column orders_confirmed_at timestamptz;
