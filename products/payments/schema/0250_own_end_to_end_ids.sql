-- A bank may name a transfer by its end-to-end id alone. Most are the id of the payment, which has an index; this one finds those that a client chose.
create index instruction_own_end_to_end_id on clearing.instruction ((instruction ->> 'endToEndId'))
  where instruction ->> 'endToEndId' <> upper(replace(payment_id::text, '-', ''));
