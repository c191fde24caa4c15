-- Open event streams of all server processes, so that nobody holds more than a few of them wherever they are (server/sync/stream-places.ts). Of no worth after a
-- crash, hence unlogged: rows of a process that died are swept by age.
create unlogged table event_stream (
  seq bigint generated always as identity primary key,
  user_id uuid not null,
  seen_at timestamptz not null default now()
);
create index event_stream_of_user on event_stream (user_id, seq);
