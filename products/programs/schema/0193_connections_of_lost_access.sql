-- A connection also ends when the person who allowed it loses access: frozen, password reset, a changed contact undone, no longer an administrator.
alter table connections.connection drop constraint connection_end_reason_check,
  add constraint connection_end_reason_check check (end_reason in ('REVOKED', 'APPLICATION', 'REUSED', 'ACCESS_LOST'));
create index on connections.connection (person_id) where ended_at is null;

-- Those that should have ended before. A password reset or an undone change leaves no state behind, so only freezing and lost rights can be seen.
with ended as (
  update connections.connection c set ended_at = now(), end_reason = 'ACCESS_LOST'
  where c.ended_at is null and not exists (
    select 1 from identity.person p join identity.membership m on m.person_id = p.id
    where p.id = c.person_id and m.client_id = c.client_id and p.frozen_at is null and m.status = 'ACTIVE' and m.is_boss
      and (m.valid_until is null or m.valid_until > now()))
  returning c.id, c.client_id, c.person_id, c.application_id
)
-- As the job records it; the id is a UUIDv7 of now, which PostgreSQL 15 cannot make.
insert into platform.audit (id, at, action, client_id, person_id, actor, details)
select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
  now(), 'connection.ended', e.client_id, e.person_id, 'access_lost',
  jsonb_build_object('connection_id', e.id, 'application', a.name, 'reason', 'ACCESS_LOST',
    'because', case when p.frozen_at is null then 'no_administrator' else 'frozen' end)
from ended e join connections.application a on a.id = e.application_id left join identity.person p on p.id = e.person_id;
delete from connections.artifact a using connections.connection c where c.id = a.connection_id and c.ended_at is not null;
