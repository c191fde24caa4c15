-- What server processes on one database share beside the office's records. Unlogged: quick to write, left out of backups, and empty after a crash of the
-- database, which costs nobody more than exporting a file once more or a count that begins anew.

-- The file of a download task in pieces. A file in the data folder of one machine could not be fetched through a process on another.
create unlogged table download_chunk (
  task_id uuid not null references download_task (id) on delete cascade,
  attempt integer not null,
  seq integer not null,
  bytes bytea not null,
  primary key (task_id, attempt, seq)
);
-- Files arrive compressed.
alter table download_chunk alter column bytes set storage external;

-- Raised by whoever claims the task: a process that was taken for dead and goes on writing must not touch the work of its successor.
alter table download_task add column attempt integer not null default 0;

-- How often somebody asked within the current minute, for the doors where a second process must not mean twice as many tries.
create unlogged table rate_count (
  key text primary key,
  started_at timestamptz not null,
  count integer not null
);
create index rate_count_started on rate_count (started_at);
