-- Keeping and destroying (개인정보 보호법 §21): how long the office keeps what, what is due to be destroyed, what is kept all the same and why, and what was destroyed.

-- Periods as a superuser set them, never shorter than the law's (src/contract/keeping/retention-kinds.ts); without a row the law's own holds.
create table retention_period (
  id uuid primary key,
  kind text not null,
  effective_from date not null,
  years integer not null check (years between 1 and 100),
  note text not null default '',
  updated_by text not null,
  updated_at timestamptz not null,
  unique (kind, effective_from)
);

-- The day's look for what is due: one for all server processes.
create table retention_look (
  day date primary key,
  looked_at timestamptz not null
);

-- What it found. HAZARD: ids and days only; a name would have to be destroyed here too.
create table destruction_candidate (
  kind text not null,
  collection text not null,
  record_id uuid not null,
  ended_on date not null,
  due_on date not null,
  primary key (kind, record_id)
);
create index destruction_candidate_in_order on destruction_candidate (kind, due_on, record_id);

-- Kept beyond its period, by whom and why (a lawsuit).
create table retention_hold (
  id uuid primary key,
  collection text not null,
  record_id uuid not null,
  reason text not null,
  until date not null,
  placed_by text not null,
  placed_at timestamptz not null,
  lifted_by text,
  lifted_at timestamptz
);
create unique index retention_hold_of_record on retention_hold (record_id) where lifted_at is null;

-- 파기 대장: one row for what was confirmed at once, or done by the server itself in a day. Append-only (postgres/app-role.ts), without any of the data.
create table destruction (
  id uuid primary key,
  kind text not null,
  -- How many were confirmed; how many were destroyed is counted below.
  asked integer not null,
  ended_from date,
  ended_to date,
  period text not null,
  ground text not null,
  way text not null,
  -- Null: the server itself, by the period alone.
  confirmed_by_id uuid,
  confirmed_by text not null,
  confirmed_at timestamptz not null
);
create index destruction_in_order on destruction (confirmed_at desc, id desc);

-- Which ids are gone for good: no undo and no device brings one back (sync/refuse-destroyed.ts).
create table destroyed_record (
  record_id uuid not null,
  collection text not null,
  destruction_id uuid not null references destruction (id),
  -- A part of another record, destroyed with it.
  is_part boolean not null default false,
  destroyed_at timestamptz not null,
  primary key (record_id, collection)
);
create index destroyed_record_of_destruction on destroyed_record (destruction_id) where not is_part;

create function refuse_change_of_destruction() returns trigger language plpgsql as $$
begin
  raise exception 'what was destroyed is never rewritten';
end $$;
create trigger destruction_is_append_only before update or delete on destruction for each row execute function refuse_change_of_destruction();
create trigger destroyed_record_is_append_only before update or delete on destroyed_record for each row execute function refuse_change_of_destruction();

-- Where a destroyed record's values may stand: refused writes that showed the whole row, deletes, letters of an address.
create index op_showed_current on op ((answer -> 'current' ->> 'id')) where status >= 400;
create index change_of_deleted on change (at) where kind = 'delete' and fields <> '{}'::jsonb;
