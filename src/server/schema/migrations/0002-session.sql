-- Who may sign in, and the sessions they hold (decisions 5 and 6). Tokens and codes stand here only as sha-256: who reads this table can sign in as nobody.

create table app_user (
  id uuid primary key,
  provider text not null check (provider in ('kakao', 'local')),
  -- The provider's stable number of the person; never the e-mail, which may change hands.
  provider_id text not null,
  nickname text not null,
  profile_img text,
  thumbnail_img text,
  phone text,
  -- Only an address the provider has verified; an unverified one is stored as null, because SUPERUSERS is matched against it.
  email text,
  username text not null,
  first_name text not null default '',
  last_name text not null default '',
  last_login timestamptz,
  is_staff boolean not null default false,
  is_superuser boolean not null default false,
  is_active boolean not null default true,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);

-- One sign-in on one device: the family of all token pairs that followed from it.
create table session (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- The pair that counts now, and the pair whose refresh token may come once more (see session/tokens.ts, lost answer).
  generation integer not null default 1,
  tolerated_generation integer,
  started_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_why text check (ended_why in ('signed_out', 'reuse', 'role_taken', 'deactivated'))
);
create index session_of_user on session (user_id) where ended_at is null;

create table session_token (
  hash text primary key,
  session_id uuid not null references session (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  generation integer not null,
  expires_at timestamptz not null
);
create index session_token_of_session on session_token (session_id);
create index session_token_expiry on session_token (expires_at);

-- Codes of the built-in local provider: single use, one minute, bound to whom and where they were issued for.
create table oauth_code (
  hash text primary key,
  client_id text not null,
  redirect_uri text not null,
  account text not null,
  expires_at timestamptz not null
);

-- Taking a role away or switching a person off ends the sessions at once, whoever writes it: a screen, a command or a hand at the database.
create function end_sessions_of_user() returns trigger language plpgsql as $$
begin
  update session
     set ended_at = now(), ended_why = case when new.is_active then 'role_taken' else 'deactivated' end
   where user_id = new.id and ended_at is null;
  return null;
end $$;
create trigger lost_role_ends_sessions after update of is_staff, is_superuser, is_active on app_user for each row
  when ((old.is_staff and not new.is_staff) or (old.is_superuser and not new.is_superuser) or (old.is_active and not new.is_active))
  execute function end_sessions_of_user();
