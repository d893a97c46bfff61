-- What is rare among much of one's own: a kind of activity, a status of requests. Walked by kind, newest first.

create index audit_by_client_action on platform.audit (client_id, action, id desc);
create index audit_by_person_action on platform.audit (person_id, action, id desc);
create index request_by_status on requests.request (client_id, status, id desc);
