-- serves: 0360
-- transaction: none
create index concurrently audit_by_staff on platform.audit (staff_id, id desc) where staff_id is not null;
