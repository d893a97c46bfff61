-- serves: 0360
-- Which member of staff acted; their name stays in `actor`, as the name of the command line's staff did.
alter table platform.audit add column staff_id uuid;
