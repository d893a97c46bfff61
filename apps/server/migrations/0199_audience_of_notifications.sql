-- Whether a person may read a notification can change between the event and the message: a right is taken away, or the person leaves the company.
-- `audience` is that of the notice: `confidential` for people who see confidential payouts, `masked` for the others, null for everyone.
-- `about_client_id` is the profile that a notification listed in all profiles of a person is about, such as an approval. Both are checked again
-- when a message that waited is sent, and `audience` when the list is read.
alter table notifications.notification
  add column audience text check (audience in ('confidential', 'masked')),
  add column about_client_id uuid;

update notifications.notification n set audience = 'confidential'
from transactions.transaction t
where t.id = n.subject_id and t.audience = 'CONFIDENTIAL';

update notifications.notification n set about_client_id = r.client_id
from approvals.request r
where r.id = n.subject_id and n.client_id is null and n.kind in ('approval_wanted', 'approval_reminder', 'approval_decided');
