-- Notifications 알림: what is due reaches people who are not looking, by Web Push.

-- The key pair by which push services know the office (RFC 8292). The private key is sealed with the keys of numbers.
create table push_key (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  cipher bytea not null
);

-- A browser that receives notifications, for as long as its session lasts.
create table push_subscription (
  id uuid primary key,
  session_id uuid not null unique references session (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  made_at timestamptz not null default now()
);
create index push_subscription_of_person on push_subscription (user_id);

-- A session ends in many ways; each of them also ends its notifications.
create function end_push_subscription() returns trigger language plpgsql as $$
begin
  delete from public.push_subscription where session_id = new.id;
  return null;
end $$;
create trigger session_end_ends_push after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function end_push_subscription();

-- What a person wants; without a row the defaults of the program. Times of day are Korean.
create table notification_setting (
  user_id uuid primary key references app_user (id) on delete cascade,
  morning_at text not null,
  quiet_from text not null,
  quiet_until text not null,
  off text[] not null default '{}'
);

-- What a person was notified of: the summary of a day, a record's deadline. Written before it is sent, so that of several
-- processes one sends it.
create table notification_mark (
  user_id uuid not null references app_user (id) on delete cascade,
  day date not null,
  about text not null,
  primary key (user_id, day, about)
);
create index notification_mark_by_day on notification_mark (day);

-- Messages on their way to a push service. A row goes when it was accepted, refused for good, or is too old to matter.
create table push_message (
  id uuid primary key,
  subscription_id uuid not null references push_subscription (id) on delete cascade,
  content jsonb not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  expires_at timestamptz not null
);
create index push_message_due on push_message (due_at);
create index push_message_of_subscription on push_message (subscription_id);
