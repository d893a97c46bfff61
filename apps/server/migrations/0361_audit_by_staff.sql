-- Which member of staff acted; their name stays in `actor`, as the name of the command line's staff did.
alter table platform.audit add column staff_id uuid;
create index audit_by_staff on platform.audit (staff_id, id desc) where staff_id is not null;
