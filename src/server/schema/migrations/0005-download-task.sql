-- Files that are made in the background (contract/download-task.ts). The file itself stands in the data folder; row and file go together after a day.
create table download_task (
  -- Chosen by the device (Idempotency-Key), so that a start whose answer was lost is found again.
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  kind text not null,
  -- What was asked for (filters). HAZARD: may hold a name that somebody searched; it goes with the row.
  input jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  total integer,
  done integer not null default 0,
  file_size bigint,
  error text,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- The process that works on it says so every few seconds. One that has gone silent is gone, and the task starts anew.
  beat_at timestamptz
);
create index download_task_unfinished on download_task (requested_at) where status in ('pending', 'processing');
create index download_task_of_user on download_task (user_id);
create index download_task_finished on download_task (finished_at) where finished_at is not null;
