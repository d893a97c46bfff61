-- What the decision on a card payment reads stays the same after years of payments.

-- Where an account's cards have paid; '' where the merchant named no country.
create table cards.country_seen (
  account_id uuid not null,
  country text collate "C" not null,
  primary key (account_id, country)
);
insert into cards.country_seen (account_id, country)
select distinct account_id, coalesce(merchant_country, '') from cards.authorization
where approved and not is_refund and authorized_minor + cleared_minor > 0;

-- The sum of cards.spent.
create table cards.spent_total (
  account_id uuid primary key,
  amount_minor numeric(38,0) not null
) with (fillfactor = 50);
insert into cards.spent_total (account_id, amount_minor) select account_id, sum(amount_minor) from cards.spent group by account_id;

-- Whether a single-use card has paid is looked up among what was approved: merchants may try a used one any number of times.
create index authorization_approved on cards.authorization (account_id, id desc) where approved and not is_refund;
