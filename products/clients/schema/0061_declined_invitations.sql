-- Whoever is invited may say no: the invitation is over, and its company is told.
alter table companies.invitation drop constraint invitation_state_check;
alter table companies.invitation add constraint invitation_state_check
  check (state in ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'));
