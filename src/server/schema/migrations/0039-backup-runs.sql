-- What became of the backups that the server makes by itself (backup/daily-backups.ts), good and failed ones alike.

create table backup_run (
  id uuid primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- The machine whose folder holds it.
  host text not null,
  -- The name of the file, without its folder; with it size, checksum and number of rows. All absent: the run failed.
  file text,
  bytes bigint,
  sha256 text,
  rows bigint,
  error text
);
create index backup_run_by_start on backup_run (started_at desc);
