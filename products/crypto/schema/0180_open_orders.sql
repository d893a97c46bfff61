-- Which orders are open, in a table of its own. An index over the orders with `status = 'PLACED'` said so before; because of it, every order that ended
-- got a new entry in each of the table's indexes, instead of only a new version of its row.

create table trading.open_order (
  instrument text not null,
  client_id uuid not null,
  order_id uuid not null,
  primary key (instrument, client_id, order_id)
);
insert into trading.open_order (instrument, client_id, order_id)
select instrument, client_id, id from trading.trade_order where status = 'PLACED';

drop index trading.trade_order_open;
