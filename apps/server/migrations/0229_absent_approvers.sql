-- A suspended administrator keeps their place in approvals. What waits only for absent people happens after three days' notice to them: since
-- when they know of it, and who was told. Who suspended a person can also end it without another's approval.
alter table identity.membership add column suspended_by uuid;
alter table approvals.request
  add column lapses_at timestamptz,
  add column told_absent uuid[] not null default '{}';
