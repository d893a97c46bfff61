-- Documents are kept sealed (platform/secret-box.ts): who gets hold of the database or of a backup alone reads none. `size_bytes` is
-- the size of the file itself, which a sealed content no longer tells. What is there from before is sealed by a job, after the start.

alter table documents.document
  add column sealed boolean not null default false,
  add column size_bytes integer;

update documents.document set size_bytes = octet_length(content);

alter table documents.document alter column size_bytes set not null;
create index document_unsealed on documents.document (id) where not sealed;

select graphile_worker.add_job('seal_documents') where exists (select from documents.document);
