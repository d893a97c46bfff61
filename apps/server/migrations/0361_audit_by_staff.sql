-- serves: 0360
-- Which member of staff acted; their name stays in `actor`, as the name of the command line's staff did.
alter table platform.audit add column staff_id uuid;
-- Of few people, each with many lines: the planner is told, as for clients and people (0062).
alter table platform.audit alter column staff_id set (n_distinct = -0.0001);
