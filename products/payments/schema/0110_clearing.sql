-- Clearing gets a module and a schema of its own: what the rail reports, what arrives and what contradicts the books.
--
-- Payments kept these tables beside its own, and the file rail kept its memory in a schema that no module owned. Only the names
-- change; the rows stay where they are. The sandbox's rail keeps its plan in the schema rail.

create schema clearing;

alter table payments.suspense set schema clearing;
alter table payments.arrival set schema clearing;
alter table payments.exception set schema clearing;

-- The file rail.
alter table rail.batch set schema clearing;
alter table rail.instruction set schema clearing;
alter table rail.inbox_file set schema clearing;
alter table rail.booked_entry set schema clearing;
