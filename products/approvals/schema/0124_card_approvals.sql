-- New cards, and controls of a card that allow more, can wait for another person's approval.

alter table approvals.request drop constraint request_kind_check;
alter table approvals.request add constraint request_kind_check
  check (kind in ('payment', 'payout', 'payee', 'people', 'policy', 'card'));
