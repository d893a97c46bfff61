-- A right to approve of its own: whoever approves payments and payees need not be an administrator. Administrators have approved so far and
-- keep the right; in the own profile every right is held.

alter table identity.membership add column can_approve boolean not null default false;
update identity.membership set can_approve = true where is_boss;
