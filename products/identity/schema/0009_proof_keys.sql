-- A session may be bound to a key that only the browser it was opened in can use (RFC 9449): stolen tokens and cookies
-- are then worth nothing without it.
alter table identity.session
  -- JWK thumbprint (RFC 7638), SHA-256 in base64url; null: whoever holds the token may call.
  add column proof_key text check (proof_key ~ '^[A-Za-z0-9_-]{43}$');
