-- Whether the public page of a request shows its details and documents to the payer. The payee decides for each link; the pages of
-- existing links showed neither, and stay as they are.

alter table requests.link
  add column shows_details boolean not null default false,
  add check (request_id is not null or not shows_details);
