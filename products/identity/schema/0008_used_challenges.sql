-- A code that was just used up is told apart from a wrong guess at the next one, so the challenges of a request are
-- looked up whether used or not.
create index on identity.challenge (request_hash);
