-- Companies with people: two rights more, memberships that rest or end by themselves, sessions that change the profile.

alter table identity.membership
  add column can_view_documents boolean not null default false,
  add column can_view_statements boolean not null default false,
  -- SUSPENDED: nothing is lost, but it counts for nothing.
  add column status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  -- Until when it counts; null: without an end. Compared with the database's clock.
  add column valid_until timestamptz,
  add column added_at timestamptz not null default now();
update identity.membership m
set can_view_documents = is_boss, can_view_statements = is_boss, added_at = c.created_at
from identity.client c where c.id = m.client_id;

alter table identity.session
  -- When it was last proved that it is them: by signing in, or with a code.
  add column proved_at timestamptz not null default now(),
  -- The session that this one came from by a change of the profile; that one ended with it.
  add column parent_id uuid references identity.session,
  drop constraint session_end_reason_check,
  add constraint session_end_reason_check check (end_reason in
    ('logout', 'refresh_reused', 'signed_out_elsewhere', 'device_forgotten', 'password_changed', 'password_reset', 'frozen',
     'contact_undone', 'switched', 'membership_ended'));
update identity.session set proved_at = created_at;
create index on identity.session (parent_id) where parent_id is not null;
