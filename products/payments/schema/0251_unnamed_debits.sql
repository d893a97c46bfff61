-- The reference that we made for the debit of an instruction where the bank gave none. It may differ when the debit is told again, so it only tells
-- that the payment was debited, when another instruction of it is debited too.
alter table clearing.instruction add column unnamed_debit text;
