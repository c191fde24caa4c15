-- What staff asked in the chat and what it answered, for their author alone. Destroyed thirty days after the last question (chat/threads/old-threads.ts), after a restore too.
create table chat_thread (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  title text not null,
  asked_at timestamptz not null
);
create index chat_thread_of_user on chat_thread (user_id, asked_at desc);
create index chat_thread_age on chat_thread (asked_at);

create table chat_message (
  id uuid primary key,
  thread_id uuid not null references chat_thread (id) on delete cascade,
  -- Their order within the thread.
  seq bigint generated always as identity,
  role text not null check (role in ('user', 'assistant')),
  parts jsonb not null,
  engine text,
  created_at timestamptz not null
);
create index chat_message_of_thread on chat_message (thread_id, seq);
