-- An administrator who suspends the other one must not become the only one who decides on rules and people: a suspension counts for seven days
-- before that. Suspensions from before this migration count from its day.
alter table identity.membership add column suspended_at timestamptz;

update identity.membership set suspended_at = now() where status = 'SUSPENDED';
