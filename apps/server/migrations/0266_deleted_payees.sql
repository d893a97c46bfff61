-- When a payee was deleted, so that the papers about it have an end. Of payees that were deleted before this version the time begins now.
alter table beneficiaries.beneficiary add column deleted_at timestamptz;
update beneficiaries.beneficiary set deleted_at = now() where status = 'DELETED';
create index beneficiary_deleted on beneficiaries.beneficiary (deleted_at) where deleted_at is not null;
