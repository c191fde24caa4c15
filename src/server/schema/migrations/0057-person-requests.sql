-- What persons ask of their own data 정보주체 요청 (개인정보 보호법 §35–§37): each request with its answer, and the records whose processing is stopped by one.

create table person_request (
  id uuid primary key,
  version integer not null default 1,
  received_on date not null,
  -- read 열람, correct 정정, delete 삭제, stop 처리정지
  asked_for text not null check (asked_for in ('read', 'correct', 'delete', 'stop')),
  person_name text not null,
  birth date,
  phone text,
  -- Who asked, where that is not the person, and how it was made sure who they are.
  asked_by text not null default '',
  identified_by text not null,
  due_on date not null,
  state text not null default 'open' check (state in ('open', 'done', 'refused')),
  -- What was done, or the ground of the refusal.
  outcome text not null default '',
  closed_on date,
  updated_by text not null,
  updated_at timestamptz not null,
  inserted_at timestamptz not null default now()
);
create index person_request_in_order on person_request (received_on desc, id desc);

create table record_block (
  id uuid primary key,
  record_id uuid not null,
  collection text not null,
  request_id uuid not null references person_request (id) on delete cascade,
  placed_by text not null,
  placed_at timestamptz not null,
  lifted_by text,
  lifted_at timestamptz
);
create unique index record_block_of_record on record_block (record_id, collection) where lifted_at is null;

-- Held by the database itself, so that no way of writing passes it by: a record whose processing is stopped is neither changed nor deleted but by whoever says
-- so in the transaction (`office.writes_blocked`): a superuser's write, and its destruction.
create function refuse_write_of_blocked() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('office.writes_blocked', true), '') <> 'on'
    and exists (select from public.record_block b where b.record_id = old.id and b.lifted_at is null) then
    raise exception 'processing of this record is stopped' using errcode = 'OF001';
  end if;
  return coalesce(new, old);
end $$;
alter function refuse_write_of_blocked() set search_path = public, pg_temp;

do $$
declare book text;
begin
  foreach book in array array['real_estate', 'real_estate_unit', 'unit_land', 'unit_owner', 'unit_mortgage', 'application', 'deposit_case',
    'address', 'address_owner', 'address_building', 'address_land', 'address_extract', 'address_change', 'case_paper', 'unit_paper', 'address_paper',
    'deposit_paper', 'manager', 'card_usage', 'quick_delivery', 'leave_request', 'inquiry'] loop
    execute format('create trigger blocked_is_left_alone before update or delete on %I for each row execute function refuse_write_of_blocked()', book);
  end loop;
end $$;

-- Whom the office hands personal data to or has process it 수탁자·제공받는 자, beyond what the configuration says by itself: they stand in /privacy (법 §30).
create table privacy_recipient (
  id uuid primary key,
  name text not null,
  task text not null,
  items text not null,
  -- Empty: within Korea.
  country text not null default '',
  kept text not null default '',
  updated_by text not null,
  updated_at timestamptz not null
);
