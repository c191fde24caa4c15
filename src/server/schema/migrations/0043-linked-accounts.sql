-- Accounts of the vehicle maker's sign-in (spec 3 §7): who came with one, and which user a superuser has linked it to. Without a user it signs in nobody.

create table linked_account (
  id uuid primary key,
  -- The maker's stable number of the person; never the e-mail, which may change hands.
  provider_id text not null unique,
  name text not null,
  email text,
  user_id uuid unique references app_user (id) on delete cascade,
  linked_at timestamptz,
  -- The superuser's name, as it was then.
  linked_by text not null default '',
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index linked_account_waiting on linked_account (last_seen_at) where user_id is null;

-- A session may be begun by it, too.
alter table session drop constraint session_provider_check;
alter table session add constraint session_provider_check check (provider in ('kakao', 'local', 'kia'));
