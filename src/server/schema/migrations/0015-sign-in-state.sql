-- Sign-ins that a browser began and has not finished (session/sign-in-state.ts). The state stands here only as sha-256, the challenge is public by nature: who reads
-- this table can finish nobody's sign-in.
create table sign_in_state (
  hash text primary key,
  -- base64url of the sha-256 of a secret that only the browser that began holds (RFC 7636, S256).
  code_challenge text not null,
  redirect_uri text not null,
  expires_at timestamptz not null
);
create index sign_in_state_expiry on sign_in_state (expires_at);

-- The local provider's codes are bound to the browser, too. Those without a challenge would have lived for a minute.
delete from oauth_code;
alter table oauth_code add column code_challenge text not null;
