-- A client's held payments, found through an index of their own: the list walks the newest payments only, and a held payment
-- that is older than the page looks back must still be counted on the dashboard.

alter table payments.held add column client_id uuid;
update payments.held set client_id = payment.client_id from payments.payment where payment.id = held.payment_id;
delete from payments.held where client_id is null;
alter table payments.held alter column client_id set not null;
create index held_of_client on payments.held (client_id, payment_id) where ended_at is null;
