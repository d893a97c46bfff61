-- Which two payments are the sides of one exchange belongs to the exchange module, which books them.

alter table payments.conversion set schema exchange;
