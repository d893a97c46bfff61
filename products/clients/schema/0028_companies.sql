-- Companies: what the bank knows of a company that is its client. Who may act for it is identity's (membership).
--
-- A row is made with the company's client. What somebody registered with before being a client themselves is the register entry
-- alone; the rest is null until it is entered, and nothing is checked before that.

create schema companies;

create table companies.company (
  -- The company's client.
  client_id uuid primary key,
  -- The own profile of who added it.
  creator_id uuid not null,
  name text not null,
  registration_number text not null,
  country text not null,
  legal_form text check (legal_form in ('private_limited', 'public_limited', 'partnership', 'sole_trader', 'non_profit', 'other')),
  founded_on date,
  -- What it does, in its own words.
  activity text,
  address_line1 text,
  address_line2 text,
  address_post_code text,
  address_town text,
  address_country text,
  -- Said by who added it: nobody who is not named owns more than a quarter.
  others_below_quarter boolean not null default false,
  document_ids uuid[] not null default '{}',
  -- The provider of the check wants to see better documents.
  check_retry boolean not null default false,
  created_at timestamptz not null
);
create index on companies.company (creator_id);

-- Directors and owners who are human beings, in the order they were entered.
create table companies.person (
  company_id uuid not null references companies.company,
  place integer not null,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  citizenship text not null,
  address_line1 text not null,
  address_line2 text,
  address_post_code text not null,
  address_town text not null,
  address_country text not null,
  is_director boolean not null,
  -- Hundredths of a percent.
  share_basis_points integer check (share_basis_points between 1 and 10000),
  primary key (company_id, place),
  check (is_director or share_basis_points is not null)
);

-- Owners that are companies themselves.
create table companies.corporate_owner (
  company_id uuid not null references companies.company,
  place integer not null,
  name text not null,
  registration_number text not null,
  country text not null,
  share_basis_points integer not null check (share_basis_points between 1 and 10000),
  primary key (company_id, place)
);
