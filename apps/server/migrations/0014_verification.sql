-- The identity check: how far each client's check is, and every report the provider sent about it.
--
-- The provider's clock orders its reports (`created_at`, milliseconds): a check moves only to what a later report says, and
-- each report counts once. Pictures and documents stay with the provider; nothing of them is kept here.

create schema verification;

create table verification.applicant (
  -- The provider knows the client by this id ("external user id").
  client_id uuid primary key,
  -- The provider's own id; null until its first report. One client, one applicant, for good.
  applicant_id text unique,
  state text not null check (state in ('STARTED', 'IN_REVIEW', 'RETRY', 'APPROVED', 'DECLINED')),
  -- Time of the newest report that was applied, by the provider's clock.
  reported_at timestamptz,
  -- Since when it is in this state, by ours.
  since timestamptz not null
);

create table verification.report (
  applicant_id text not null,
  type text not null,
  created_at timestamptz not null,
  client_id uuid not null references verification.applicant,
  -- What was made of it: applied, or why not.
  verdict text not null check (verdict in ('applied', 'no_outcome', 'older', 'final')),
  received_at timestamptz not null default now(),
  primary key (applicant_id, type, created_at)
);
create index on verification.report (client_id);

-- The sandbox's stand-in for the provider: what Sumsub would keep on its side.

create schema kyc_sandbox;

-- Signs the stand-in's webhooks; made here and known to nobody, so that a sandbox's receiver believes only its own.
create table kyc_sandbox.secret (
  webhook_secret text not null,
  single boolean primary key default true check (single)
);
insert into kyc_sandbox.secret values (encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex'));

create table kyc_sandbox.applicant (
  id uuid primary key,
  external_id uuid not null unique,
  review_status text not null check (review_status in ('init', 'pending', 'completed')),
  review_answer text check (review_answer in ('GREEN', 'RED')),
  reject_type text check (reject_type in ('FINAL', 'RETRY')),
  changed_at timestamptz not null,
  check ((review_answer is not null) = (review_status = 'completed')),
  check ((reject_type is not null) = (review_answer is not distinct from 'RED'))
);

-- The widget's tokens, as SHA-256.
create table kyc_sandbox.token (
  hash bytea primary key,
  applicant_id uuid not null references kyc_sandbox.applicant,
  expires_at timestamptz not null
);
create index on kyc_sandbox.token (applicant_id);
