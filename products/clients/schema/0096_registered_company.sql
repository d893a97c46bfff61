-- A company that its creator registered with continues that registration: one progress over both. Until now such a company was
-- recognised by what it lacked, which ends once its facts are entered.
alter table companies.company add column registered boolean not null default false;
update companies.company set registered = true where legal_form is null;
