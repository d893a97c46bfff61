-- Why a cancellation is asked for; null: the client wants it. It becomes the order's end_reason.
alter table trading.command add column reason text;
