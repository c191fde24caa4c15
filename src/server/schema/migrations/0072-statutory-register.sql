-- The statutory register 법정 사건부 (법무사법 제22조, 법무사규칙 제32조, 제35조, 제49조): what it asks for and the case books lack, its entries, the months that were
-- closed, the corrections in them, and when a year's report was sent.

alter table real_estate
  add column mandated_at date,
  add column verified_by text,
  add column client_birth date,
  add column client_others integer,
  add column closed_at date;

alter table deposit_case
  add column client_name text,
  add column client_address text,
  add column mandated_at date,
  add column verified_by text,
  add column client_birth date,
  add column client_others integer,
  add column closed_at date;

create table register_entry (
  id uuid primary key,
  version integer not null default 1,
  year integer not null,
  serial integer,
  book text not null check (book in ('real-estate', 'deposit-cases')),
  case_id text not null,
  mandated_on date not null,
  entered_on date not null,
  matter text,
  fee bigint,
  client text,
  client_birth date,
  client_others integer,
  client_address text,
  verification text,
  closed_on date,
  remark text,
  is_cancelled boolean not null default false,
  corrections integer,
  differs boolean not null default false,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One entry a case, one number an entry: the last word if a program ever gets it wrong.
  unique (case_id),
  unique (year, serial)
);
create index register_entry_entered on register_entry (entered_on);
-- Open mandates, to be remarked after two months.
create index register_entry_open on register_entry (mandated_on) where closed_on is null and remark is null and not is_cancelled;
create trigger blocked_is_left_alone before update or delete on register_entry for each row execute function refuse_write_of_blocked();

-- How far the register follows the change log: all changes of transactions below `txid`, in the history `epoch`.
create table register_mark (
  only_row boolean primary key default true check (only_row),
  epoch text not null,
  txid text not null
);

-- What people did with a month; the newest row says whether it is closed.
create table register_closing (
  id uuid primary key,
  year integer not null,
  month integer not null check (month between 1 and 12),
  act text not null check (act in ('close', 'reopen')),
  reason text not null default '',
  user_id uuid,
  user_name text not null,
  at timestamptz not null,
  seq bigint generated always as identity
);
create index register_closing_of_month on register_closing (year, month, seq);

-- Corrections of entries in closed months. Values as text; the old one stays readable.
create table register_correction (
  id uuid primary key,
  entry_id uuid not null references register_entry (id) on delete cascade,
  field text not null,
  old_value text,
  new_value text,
  reason text not null,
  user_id uuid,
  user_name text not null,
  at timestamptz not null
);
create index register_correction_of_entry on register_correction (entry_id, at);

create table register_report (
  year integer primary key,
  sent_on date not null,
  user_id uuid,
  user_name text not null,
  at timestamptz not null
);
