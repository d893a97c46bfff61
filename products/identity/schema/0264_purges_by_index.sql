-- The purge finds what is due by an index, or each of its batches reads all that is kept before it, and one day no batch ends in time.
create index challenge_unused on identity.challenge (expires_at) where used_at is null;
create index challenge_used on identity.challenge (used_at) where used_at is not null;
create index session_over on identity.session ((least(ended_at, expires_at)));
create index device_over on identity.device (expires_at);
create index mailed_link_over on identity.mailed_link (expires_at);
create index email_link_over on onboarding.email_link (expires_at);
create index quote_over on exchange.quote (expires_at) where executed_at is null;
create index quote_over on wallets.quote (expires_at);
create index prepared_over on statements.prepared (ended_at);

-- Anyone can add to the history of sign-ins. What failed is deleted after a while: attempts that belong to nobody after 30 days, the others after 400. A sign-in stays, and
-- nothing is changed.
create index sign_in_of_nobody on identity.sign_in (at) where person_id is null;
create index sign_in_failed on identity.sign_in (at) where person_id is not null and outcome <> 'signed_in';
drop trigger append_only on identity.sign_in;
create trigger append_only before update or truncate on identity.sign_in
  for each statement execute function identity.refuse_change();
create trigger kept before delete on identity.sign_in for each row
  when (old.outcome = 'signed_in' or old.at > now() - interval '30 days' or (old.person_id is not null and old.at > now() - interval '400 days'))
  execute function identity.refuse_change();
