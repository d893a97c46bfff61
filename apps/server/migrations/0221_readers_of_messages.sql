-- Who reads a message about a profile, and which profile: `{"personId": …, "about": [{"clientId": …, "audience": …}]}`. A message that waits for
-- a carrier is checked again before it leaves: the person may have left the profile or lost the right meanwhile. Null for messages that need no
-- check, such as codes.
alter table outbox.message add column reader jsonb;
