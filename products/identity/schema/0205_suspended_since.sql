-- An administrator who suspends the other one must not become the only one who decides on rules and people: a suspension counts for seven days
-- before that. When a suspension from before this migration began is in the audit record: with the first change to SUSPENDED since the member
-- was last active. Null where it is not recorded or was earlier than those seven days: such a suspension does not count.
alter table identity.membership add column suspended_at timestamptz;

update identity.membership m set suspended_at = s.at
from (
  select client_id, details ->> 'member' as member, min(at) as at
  from (
    select client_id, details, at, action,
      max(at) filter (where action <> 'member.changed' or details ->> 'status' is distinct from 'SUSPENDED')
        over (partition by client_id, details ->> 'member') as last_active_at
    from platform.audit where action in ('member.added', 'member.changed', 'member.removed')
  ) e
  where action = 'member.changed' and details ->> 'status' = 'SUSPENDED' and at > coalesce(last_active_at, '-infinity')
  group by client_id, details ->> 'member'
) s
where m.status = 'SUSPENDED' and m.client_id = s.client_id and m.person_id::text = s.member and s.at > now() - interval '7 days';
