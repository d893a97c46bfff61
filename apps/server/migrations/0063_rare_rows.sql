-- What is rare among much of one's own: a kind of activity, a status of requests. Walked by kind, newest first.

create index audit_by_client_action on platform.audit (client_id, action, id desc);
create index audit_by_person_action on platform.audit (person_id, action, id desc);
create index request_by_status on requests.request (client_id, status, id desc);

-- As many as there are, whatever the sample says (0048): else a bank in which one kind is most of all takes every kind for common.
alter table platform.audit alter column action set (n_distinct = 100);
alter table requests.request alter column status set (n_distinct = 4);
analyze platform.audit;
analyze requests.request;
