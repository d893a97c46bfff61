-- Documents that the bank issued. Each carries a code, and anyone who was handed one may ask whether the code, or exactly this file, is the bank's.
-- A row is written when the whole file was made: one that was cut off on the way was never issued.

create table documents.issued (
  -- SHA-256 of the code; the code itself is only on the document.
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  -- SHA-256 of the file.
  sha256 bytea not null check (octet_length(sha256) = 32),
  client_id uuid not null,
  kind text not null,
  issued_at timestamptz not null
);
create index issued_file on documents.issued (sha256);
