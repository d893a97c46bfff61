-- Money that was sent back out of suspense and has left the bank's account. A refusal that is reported afterwards contradicts the books and waits for the desk.
alter table clearing.suspense add column settled_at timestamptz;
