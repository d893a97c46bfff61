-- The payee's reference leaves in an element of its own (RmtInf/Strd), whatever text travels beside it. ISO 11649, or of the payee's country.
alter table payments.instruction add column creditor_reference text;

-- What a file says of a row and a payment does not carry: {"name": [{"code": "not_sent", "details": "UltmtCdtr (Anna Tamm)"}]}.
alter table payouts.row add column read_warnings jsonb;
