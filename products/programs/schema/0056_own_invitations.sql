-- Who is signed in sees the invitations that wait for their address.
create index on companies.invitation (email_key, id desc) where state = 'OPEN';

-- A connection counts once its application has fetched its first token; those of before count as they did.
alter table connections.connection add column connected_at timestamptz;
update connections.connection set connected_at = coalesce(last_used_at, allowed_at);
