-- A card that the bank or missing receipts have locked keeps its lock when it expires: renewing it would be a way around the lock.
alter table cards.card drop constraint card_check1,
  add constraint card_lock_state check (case when lock is null then status <> 'LOCKED' else status in ('LOCKED', 'EXPIRED') end);
