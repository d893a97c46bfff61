-- One list of a client's documents. A document says what it is and where it belongs, so
-- that the list is one index. Identity documents have no kind and are never listed.

alter table documents.document
  -- PAYMENT, RECEIPT, PAYEE, REQUEST, DISPUTE, ADDRESS.
  add column kind text,
  -- What it belongs to, and the words that name it: a payment and its number, a payee and its name.
  add column subject_id uuid,
  add column about text not null default '',
  -- The rights that a reader needs besides the right to documents.
  add column needs text[] not null default '{}',
  -- File name and words, folded; written with the kind.
  add column search text not null default '';

update documents.document d set kind = 'PAYMENT', subject_id = t.id, about = t.number,
  needs = case when t.audience = 'CONFIDENTIAL' then array['can_view_confidential'] else '{}' end
from transactions.transaction t where d.purpose like 'payment %' and t.id = substr(d.purpose, 9)::uuid;
update documents.document d set kind = 'RECEIPT', subject_id = t.id, about = t.number,
  needs = case when t.audience = 'CONFIDENTIAL' then array['can_view_confidential'] else '{}' end
from transactions.receipt r join transactions.transaction t on t.id = r.transaction_id where d.purpose = 'receipt' and r.document_id = d.id;
update documents.document d set kind = 'PAYEE', subject_id = b.id, about = b.name
from beneficiaries.document p join beneficiaries.beneficiary b on b.client_id = p.client_id and b.id = p.beneficiary_id
where d.purpose = 'payee' and p.id = d.id;
update documents.document d set kind = 'REQUEST', subject_id = r.id, about = r.payer_name
from requests.request r where d.purpose like 'money_request %' and r.id = substr(d.purpose, 15)::uuid;
update documents.document set kind = 'DISPUTE', needs = array['can_plast_view'] where purpose = 'dispute';
update documents.document set kind = 'ADDRESS' where purpose like 'address_change %';

update documents.document set search = platform.search_text(file_name || E'\n' || about) where kind is not null;

create index document_list on documents.document (client_id, id desc) where kind is not null;
create index document_list_kind on documents.document (client_id, kind, id desc) where kind is not null;
