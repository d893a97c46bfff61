-- The purges of personal data find what is due by an index.
create index invitation_over on companies.invitation (expires_at);
create index invitation_code_over on companies.invitation_code (expires_at);
create index fact_change_over on companies.fact_change (decided_at) where state = 'WITHDRAWN';
create index address_change_over on profile.address_change (decided_at) where state = 'WITHDRAWN';
create index contact_change_over on profile.contact_change (sent_at);
create index name_check_over on beneficiaries.name_check (checked_at);
create index client_begun on identity.client (created_at) where state in ('DRAFT', 'EMAIL_CONFIRMED', 'SMS_CONFIRMED');
