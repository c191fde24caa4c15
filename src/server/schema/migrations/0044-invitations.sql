-- Links by which a superuser makes whoever opens them staff (session/invitations). The token stands here only as sha-256: who reads this table can use none of them.

create table invitation (
  id uuid primary key,
  hash text not null unique,
  -- Whom it is for, in the office's words. The invited person does not see it.
  note text not null,
  -- The superuser, and the name as it was then. Whoever is no superuser any more invites nobody.
  made_by uuid references app_user (id) on delete set null,
  made_by_name text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references app_user (id) on delete set null,
  used_by_name text not null default '',
  withdrawn_at timestamptz,
  withdrawn_by text not null default ''
);
create index invitation_expiry on invitation (expires_at);
