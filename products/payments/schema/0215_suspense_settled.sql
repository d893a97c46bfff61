-- Money that was sent back out of suspense and has left the bank's account. A refusal that is reported afterwards contradicts the books and waits for the desk.
-- If it has come back, it waits as another credit, and the first one is never put back: the same money would wait twice.
alter table clearing.suspense
  add column settled_at timestamptz,
  add column returned_at timestamptz,
  add check (returned_at is null or state = 'sent_back');
