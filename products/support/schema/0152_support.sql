-- Conversations of clients with the bank. What a conversation is about is an id of another module; the files are the documents module's.
create schema support;

create table support.conversation (
  id uuid primary key,
  client_id uuid not null,
  -- Who began it.
  person_id uuid not null,
  status text not null check (status in ('OPEN', 'ANSWERED', 'CLOSED')),
  subject_kind text check (subject_kind in ('payment', 'card', 'payout', 'account', 'payee', 'request')),
  subject_id uuid,
  -- The member of staff who answers it.
  assigned_to text,
  version integer not null default 1,
  preview text not null,
  last_message_id uuid not null,
  last_message_at timestamptz not null,
  last_from_bank boolean not null,
  -- The bank's last message.
  last_answer_id uuid,
  -- Since when the client has been waiting for an answer.
  waiting_since timestamptz,
  created_at timestamptz not null,
  check ((subject_kind is null) = (subject_id is null)),
  check ((status = 'OPEN') = (waiting_since is not null))
);
create index conversation_by_client on support.conversation (client_id, last_message_id desc);
create index conversation_by_person on support.conversation (client_id, person_id, last_message_id desc);
create index conversation_not_closed on support.conversation (client_id, person_id) where status <> 'CLOSED';
create index conversation_waiting on support.conversation (waiting_since, id) where status = 'OPEN';

create table support.message (
  id uuid primary key,
  conversation_id uuid not null references support.conversation,
  -- Null: the bank.
  person_id uuid,
  staff text,
  text text not null,
  document_ids uuid[] not null,
  created_at timestamptz not null,
  check ((person_id is null) <> (staff is null))
);
create index message_by_conversation on support.message (conversation_id, id desc);
create index message_by_person on support.message (person_id, created_at) where person_id is not null;

-- Who has written in a conversation, and whether the bank has answered since they read it.
create table support.participant (
  conversation_id uuid not null references support.conversation,
  person_id uuid not null,
  client_id uuid not null,
  unread boolean not null default false,
  primary key (conversation_id, person_id)
);
create index participant_unread on support.participant (person_id, client_id) where unread;
