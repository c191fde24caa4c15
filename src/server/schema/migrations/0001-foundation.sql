-- What every business shares: which database this is, who wrote what exactly once, and the log of changes that devices follow.

-- One row. `epoch` names this history: a restore writes a new one, and every device then rebuilds its mirror (its outbox stays).
create table meta (
  only_row boolean primary key default true check (only_row),
  epoch uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);
insert into meta default values;

-- Every write that came with an Idempotency-Key, and the answer it got. Written in the same transaction as the effect; a replay gets the stored answer.
-- Refusals (409, 422) are kept too, so that a poisonous write cannot be tried into success by accident. Kept at least 180 days.
create table op (
  op_id uuid primary key,
  user_id uuid not null,
  request_hash text not null,
  status integer,
  headers jsonb,
  -- json, not jsonb: a replay gets the very same text.
  answer json,
  received_at timestamptz not null default now()
);
create index op_received_at on op (received_at);

-- The change log. `txid` orders commits: readers take only rows whose txid lies below pg_snapshot_xmin(pg_current_snapshot()), so no late commit is
-- ever skipped. HAZARD: txid belongs to this cluster; a restore must write it anew (all rows '3', order kept by seq) and change meta.epoch.
create table change (
  seq bigint generated always as identity primary key,
  txid xid8 not null default pg_current_xact_id(),
  collection text not null,
  record_id uuid not null,
  version integer not null,
  kind text not null check (kind in ('create', 'update', 'delete')),
  -- Changed fields: { key: { "old": value, "new": value } }. A create has every field with old null, a delete every field with new null.
  fields jsonb not null,
  user_id uuid,
  user_name text not null,
  op_id uuid,
  -- Rows written by one act of the user (an import) share it, so that the act can be undone as one.
  act_id uuid,
  at timestamptz not null default now()
);
create index change_in_commit_order on change (txid, seq);
create index change_of_record on change (collection, record_id, version);
create index change_of_act on change (act_id) where act_id is not null;

-- Who saw, changed, printed or exported whose data, when and from where (research/domain.md §4 R8). Append-only: the trigger refuses the rest.
create table audit (
  seq bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id uuid,
  user_name text not null,
  address text,
  act text not null,
  collection text,
  record_id uuid,
  -- Whose data it was, in words (never a resident number).
  subject text,
  detail jsonb
);
create index audit_at on audit (at);
create index audit_of_record on audit (collection, record_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are never changed';
end $$;
create trigger audit_is_append_only before update or delete on audit for each row execute function refuse_change();

-- Wakes every server process; they tell their connected devices that something changed.
create function notify_change() returns trigger language plpgsql as $$
begin
  notify change;
  return null;
end $$;
create trigger change_notifies after insert on change for each statement execute function notify_change();
