-- Failed payments of payouts whose rows another payout repeats. Such a payment is not sent again by itself as well; one that was sent again is not repeated.
create table payments.repeated (payment_id uuid primary key);

insert into payments.repeated
select outcome.payment_id from payouts.row
join payouts.outcome on outcome.payout_id = row.payout_id and outcome.position = row.position
where row.repeated_in is not null and outcome.payment_id is not null
on conflict do nothing;
