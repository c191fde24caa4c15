-- The trail is chained, looked through and kept two years (src/server/admin/trail/chain/README.md).

-- The transaction a row was written in: readers of what is new go by it, as with the change log, and no write waits for another one. Rows of before have none.
-- HAZARD: it belongs to this cluster and is therefore no part of what is hashed; after a restore it means nothing (the linker then looks at every row once).
alter table audit add column txid xid8;
alter table audit alter column txid set default pg_current_xact_id();
create index audit_in_commit_order on audit (txid, seq);

-- One link of the chain: some rows of the trail under one hash, which holds the hash of the link before.
create table trail_link (
  number bigint primary key,
  -- Of the canonical texts that are hashed (src/domain/trail/canonical.ts).
  form smallint not null,
  -- Of the history in which it was made (meta.epoch).
  epoch uuid not null,
  made_at timestamptz not null,
  row_count integer not null check (row_count > 0),
  first_seq bigint not null,
  last_seq bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  rows_hash bytea not null,
  previous bytea not null,
  hash bytea not null,
  -- Every row of a lower transaction was linked when this link was made; 0: a look at every row (the first linking, after a restore) was still under way.
  settled_below bigint not null
);
create index trail_link_by_time on trail_link (last_at);

-- The hash of every row, so that a changed one can be named. No foreign keys: a row that is gone must be missed here.
create table trail_link_row (
  seq bigint primary key,
  link bigint not null,
  sha256 bytea not null
);
create index trail_link_row_in_order on trail_link_row (link, seq);

-- Where the chain begins after its oldest links were removed: the newest row counts. Written by forget_old_trail() alone.
create table trail_beginning (
  number bigint primary key,
  hash bytea not null,
  removed_at timestamptz not null default now(),
  link_count bigint not null,
  row_count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);

-- What each check of the chain has found.
create table trail_check (
  id uuid primary key,
  checked_at timestamptz not null default now(),
  checked_by text not null,
  is_whole boolean not null,
  row_count bigint not null,
  link_count bigint not null,
  head_number bigint not null,
  head_hash text not null,
  -- As #contract/trail-chain.ts has them, the first ones.
  faults jsonb not null
);
create index trail_check_by_time on trail_check (checked_at);

-- 점검: a finished month that a superuser has looked through, once and for all.
create table trail_review (
  month text primary key,
  reviewed_at timestamptz not null default now(),
  user_id uuid not null,
  user_name text not null,
  remark text not null,
  -- The figures as they stood then.
  figures jsonb not null,
  -- { alert id: note }.
  notes jsonb not null,
  head_number bigint not null,
  head_hash text not null,
  is_whole boolean not null
);

-- 이상 징후. `occasion` names what happened once, whoever finds it: two processes find one row.
create table trail_alert (
  id uuid primary key,
  occasion text not null unique,
  rule text not null,
  found_at timestamptz not null default now(),
  at timestamptz not null,
  user_id uuid,
  user_name text not null,
  address text,
  first_seq bigint not null,
  last_seq bigint not null,
  count integer not null,
  detail jsonb
);
create index trail_alert_by_time on trail_alert (at);

-- That a superuser has looked at it, and what they made of it.
create table trail_alert_look (
  alert_id uuid primary key references trail_alert (id),
  looked_at timestamptz not null default now(),
  user_id uuid not null,
  user_name text not null,
  note text not null
);

-- How far alerts were worked out. At most one row.
create table trail_watch (
  only_row boolean primary key default true check (only_row),
  link bigint not null
);

do $$
declare name text;
begin
  foreach name in array array['trail_link', 'trail_link_row', 'trail_beginning', 'trail_check', 'trail_review', 'trail_alert', 'trail_alert_look'] loop
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', name || '_is_never_emptied', name);
    execute format('create trigger %I before update on %I for each row execute function refuse_change()', name || '_is_append_only', name);
    if name not in ('trail_link', 'trail_link_row') then
      execute format('create trigger %I before delete on %I for each row execute function refuse_change()', name || '_is_kept', name);
    end if;
  end loop;
end $$;

-- Rows leave only through forget_old_trail(), and none before its time whoever calls it.
create function refuse_early_forgetting() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_setting('office.trail_forgets', true) is distinct from 'on' then
    raise exception 'audit rows are never changed';
  end if;
  if tg_table_name = 'audit' then
    if old.at >= now() - interval '2 years' then
      raise exception 'audit rows are kept for two years';
    end if;
  end if;
  return old;
end $$;
drop trigger audit_is_append_only on audit;
create trigger audit_is_append_only before update on audit for each row execute function refuse_change();
create trigger audit_is_kept before delete on audit for each row execute function refuse_early_forgetting();
create trigger trail_link_is_kept before delete on trail_link for each row execute function refuse_early_forgetting();
create trigger trail_link_row_is_kept before delete on trail_link_row for each row execute function refuse_early_forgetting();

-- Two years, counted twice. By the clock alone a clock set forward would empty a young trail. So also by the days on which the trail itself was written: a pause counts as
-- at most two weeks however long the clock says it was, and a month more than two years must have passed like that. One or two jumps of the clock then remove nothing
-- too early, and a real pause keeps rows a little longer, which nobody minds. Null: nothing is old.
create function trail_is_old_before() returns timestamptz language sql stable set search_path = public, pg_temp as $$
  with days as (
    select distinct (last_at at time zone 'Asia/Seoul')::date as day from trail_link where last_at <= now()
  ), steps as (
    select day, least(coalesce(lead(day) over (order by day) - day, 0), 14) as step from days
  ), ages as (
    select day, sum(step) over (order by day desc) as age from steps
  )
  select least(now() - interval '2 years', (max(day) + 1)::timestamp at time zone 'Asia/Seoul') from ages where age > 762
  having max(day) is not null
$$;

-- Removes whole links from the oldest end, at most `most_links`, and leaves the hash of the last one as the beginning. The server's role may delete nothing itself.
create function forget_old_trail(most_links integer) returns table (links bigint, removed bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_before timestamptz;
  lowest bigint;
  last bigint;
  gone_links bigint;
  gone_rows bigint;
  begins timestamptz;
  ends timestamptz;
begin
  -- The linker's lock (link-rows.ts): nobody adds to the chain meanwhile.
  perform pg_advisory_xact_lock(66757101);
  old_before := trail_is_old_before();
  if old_before is null then return query select 0::bigint, 0::bigint; return; end if;
  select min(number) into lowest from trail_link;
  -- The first link that must stay, by what it says and by the rows it holds.
  select min(l.number) - 1 into last from trail_link l
    where l.last_at >= old_before or l.number >= lowest + greatest(most_links, 0)
      or exists (select from trail_link_row r join audit a on a.seq = r.seq where r.link = l.number and a.at >= old_before);
  if last is null or last < lowest then return query select 0::bigint, 0::bigint; return; end if;
  perform set_config('office.trail_forgets', 'on', true);
  insert into trail_beginning (number, hash, link_count, row_count, first_at, last_at)
    select last, (select hash from trail_link where number = last), count(*), sum(row_count), min(l.first_at), max(l.last_at)
    from trail_link l where l.number <= last
    returning link_count, first_at, last_at into gone_links, begins, ends;
  delete from audit a using trail_link_row r where r.seq = a.seq and r.link <= last;
  get diagnostics gone_rows = row_count;
  delete from trail_link_row where link <= last;
  delete from trail_link where number <= last;
  perform set_config('office.trail_forgets', 'off', true);
  insert into audit (user_name, act, collection, detail) values ('서버(보관 기간)', 'destroy', 'audit',
    jsonb_build_object('rows', gone_rows, 'links', gone_links, 'from', begins, 'to', ends));
  return query select gone_links, gone_rows;
end $$;
