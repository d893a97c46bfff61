-- What goes after its time, found by an index.
create index message_over on cards.message (received_at);
create index day_total_over on approvals.day_total (day);
