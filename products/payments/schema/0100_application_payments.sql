-- A payment names the connected application that asked for it. Those asked for earlier take the name from their approval's request.
alter table payments.instruction add column application text;

insert into payments.instruction (payment_id, application)
select distinct on (subject_id) subject_id, application from approvals.request
where kind = 'payment' and application is not null order by subject_id, id desc
on conflict (payment_id) do update set application = excluded.application;
