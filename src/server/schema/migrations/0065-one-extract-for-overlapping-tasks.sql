-- Extracts cost a fee each, so tasks that overlap share one (server/addresses/extract-turns.ts). All times are of the database's clock: those of servers differ.
alter table download_task add column kept_at timestamptz not null default now();
alter table task_item
  -- Until then nobody else asks a source about the same record.
  add column asked_until timestamptz,
  -- When the first of the tasks began that were at the same record as this one was requested; null: none was.
  add column overlaps_since timestamptz;
create index task_item_of_record on task_item (item_id);
