-- Insight: computed from other modules' data when it is read. It stores only which unusual changes a person has dismissed.
create schema insight;

create table insight.dismissed (
  client_id uuid not null,
  person_id uuid not null,
  -- Derived from what the change is about, so that the same change keeps its id.
  change_id uuid not null,
  dismissed_at timestamptz not null,
  primary key (client_id, person_id, change_id)
);
create index dismissed_at on insight.dismissed (dismissed_at);
