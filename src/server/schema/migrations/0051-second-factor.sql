-- The second factor of staff (server/session/second-factor): what a person has set up, how often it failed, and until when a session carries one.

-- One row of whoever ever set one up or tried: it is locked while a proof is judged, so that all processes count failures together and no code works twice.
create table second_factor (
  user_id uuid primary key references app_user (id) on delete cascade,
  -- The secret of the authenticator app, sealed under a key that is not in the database (../../numbers); null: none.
  totp_key text,
  totp_cipher bytea,
  totp_since timestamptz,
  -- The 30-second step of the last accepted code: neither it nor an earlier one is taken again.
  totp_step bigint not null default 0,
  -- A secret that was shown and not proved yet.
  new_totp_key text,
  new_totp_cipher bytea,
  new_totp_at timestamptz,
  failures integer not null default 0,
  -- How often in a row it was locked: each time twice as long.
  locks integer not null default 0,
  locked_until timestamptz
);

create table passkey (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  -- A copy of it lies with the maker of the person's devices.
  is_backed_up boolean not null,
  made_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_user on passkey (user_id);

create table recovery_code (
  user_id uuid not null references app_user (id) on delete cascade,
  -- sha-256 of the person's id and the code (80 random bits), hex.
  hash text not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- WebAuthn challenges: used once, within five minutes, by the session that asked. In the database, because any process may get the answer.
create table factor_challenge (
  challenge text primary key,
  session_id uuid not null references session (id) on delete cascade,
  purpose text not null check (purpose in ('pass', 'enrol')),
  expires_at timestamptz not null
);
create index factor_challenge_expiry on factor_challenge (expires_at);

alter table session
  add column factor_at timestamptz,
  add column factor_kind text check (factor_kind in ('passkey', 'totp', 'recovery')),
  -- When the person last did something on this device, kept to a few minutes; background work does not count.
  add column active_at timestamptz not null default now();
alter table session drop constraint session_ended_why_check;
alter table session add constraint session_ended_why_check check (
  ended_why in ('signed_out', 'reuse', 'role_taken', 'deactivated', 'restored', 'expired', 'too_many', 'provider_gone', 'ended_elsewhere', 'ended_by_office', 'factor_reset')
);
