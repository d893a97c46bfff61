-- A connection also ends when the person who allowed it loses access: frozen, password reset, a changed contact undone, no longer an administrator.
alter table connections.connection drop constraint connection_end_reason_check,
  add constraint connection_end_reason_check check (end_reason in ('REVOKED', 'APPLICATION', 'REUSED', 'ACCESS_LOST'));
create index on connections.connection (person_id) where ended_at is null;

-- Those that should have ended before. A password reset or an undone change leaves no state behind, so only freezing and lost rights can be seen.
update connections.connection c set ended_at = now(), end_reason = 'ACCESS_LOST'
where c.ended_at is null and not exists (
  select 1 from identity.person p join identity.membership m on m.person_id = p.id
  where p.id = c.person_id and m.client_id = c.client_id and p.frozen_at is null and m.status = 'ACTIVE' and m.is_boss
    and (m.valid_until is null or m.valid_until > now()));
delete from connections.artifact a using connections.connection c where c.id = a.connection_id and c.ended_at is not null;
