-- A person is asked for a date of birth once: the profile keeps it, so that a company's form and check can reuse it.
alter table identity.client add column date_of_birth date;
update identity.client set date_of_birth = application.date_of_birth
from onboarding.application where application.client_id = client.id and terms_accepted_at is not null;

-- The sandbox's provider checks a company without asking its verified owner for documents again.
alter table kyc_sandbox.applicant add column kind text not null default 'individual' check (kind in ('individual', 'company'));

-- The list of first steps on the dashboard, hidden by this person for this profile.
alter table identity.membership add column first_steps_hidden boolean not null default false;
