-- What the provider read from the documents is compared with who applied. A difference, or a name on the watch list, waits for staff in REVIEW.

alter table verification.applicant
  -- Codes of what differs, and what was read; only in REVIEW.
  add column doubts text[],
  add column proved jsonb,
  -- Why the provider withdrew an approval that had opened an account, until staff have decided.
  add column withdrawn text,
  drop constraint applicant_state_check,
  add constraint applicant_state_check check (state in ('STARTED', 'IN_REVIEW', 'RETRY', 'REVIEW', 'APPROVED', 'DECLINED')),
  add constraint applicant_doubts_check check ((state = 'REVIEW') = (doubts is not null));
create index applicant_in_review on verification.applicant (client_id) where state = 'REVIEW' or withdrawn is not null;

-- The sandbox's provider: who applied, and whether its documents name someone else.
alter table kyc_sandbox.applicant add column known jsonb, add column proves_other boolean not null default false;
