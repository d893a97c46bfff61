-- The ranges of a block range index never shrink. Once new keys fill the pages of old ones, each range covers all ages: every batch of the purge read the whole table, and with
-- 150,000 keys a day none ended in time.
drop index platform.idempotency_key_created_at;
create index idempotency_key_over on platform.idempotency_key (created_at);

-- Sessions are kept for 90 days after their end. The purge of refresh tokens looked at all of them, in each batch.
alter table identity.session add column tokens_purged boolean not null default false;
create index session_tokens_over on identity.session ((least(ended_at, expires_at))) where not tokens_purged;
