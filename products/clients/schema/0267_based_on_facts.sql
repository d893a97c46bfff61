-- A change of a company is decided about the facts that it was based on: a hash of what it replaces. Null: asked before this version.
alter table companies.fact_change add column based_on text;
alter table profile.address_change add column based_on text;
