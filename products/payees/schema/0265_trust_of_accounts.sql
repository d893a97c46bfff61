-- Whether small payments need no code is agreed to for an account, not for a payee: it ends when the payee gets another account. Payees whose
-- accounts have changed since they were added are asked about again, because nobody has noted which account was meant.
-- beneficiaries.beneficiary keeps its column `trusted` for one release: servers of the release before read and write it during an upgrade. The next release drops it.
alter table beneficiaries.bank_detail add column trusted boolean not null default false;
update beneficiaries.bank_detail d set trusted = true
from beneficiaries.beneficiary b
where b.client_id = d.client_id and b.id = d.beneficiary_id and b.trusted and b.accounts_changed_at is null;
