-- What people keep of the payments list, and what the database must know to walk it by the right index.

-- Named filters of a person in one profile.
create table payments.saved_view (
  id uuid primary key,
  client_id uuid not null,
  person_id uuid not null,
  name text not null check (length(name) between 1 and 40),
  filter jsonb not null,
  is_default boolean not null,
  unique (client_id, person_id, name)
);
create unique index saved_view_default on payments.saved_view (client_id, person_id) where is_default;

create table payments.list_columns (
  person_id uuid primary key,
  columns text[] not null
);

-- How many payments a client, an account or a payee has is wildly uneven, and plans are made once for all of them. Left to its sample the
-- database takes a bank with one large client for a bank of large clients, and reads everybody's payments from the newest on to find the
-- few of a small one. Ten thousand each, whatever the sample says, makes it walk their own index.
alter table payments.payment
  alter column client_id set (n_distinct = -0.0001),
  alter column account_id set (n_distinct = -0.0001),
  alter column beneficiary_id set (n_distinct = -0.0001);
analyze payments.payment;
