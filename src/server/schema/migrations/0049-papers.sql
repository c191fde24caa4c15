-- Photographs and papers 서류철: one table for each book they belong to, and their files in pieces as they arrive (contract/papers.ts).

create table case_paper (
  id uuid primary key,
  version integer not null default 1,
  case_id uuid not null references real_estate (id),
  name text not null,
  paper_kind text not null,
  taken_at timestamptz,
  memo text,
  media_type text not null,
  size integer not null,
  digest text not null,
  content_id text not null unique,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index case_paper_of_case on case_paper (case_id);

create table unit_paper (
  id uuid primary key,
  version integer not null default 1,
  unit_id uuid not null references real_estate_unit (id),
  name text not null,
  paper_kind text not null,
  taken_at timestamptz,
  memo text,
  media_type text not null,
  size integer not null,
  digest text not null,
  content_id text not null unique,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index unit_paper_of_unit on unit_paper (unit_id);

create table address_paper (
  id uuid primary key,
  version integer not null default 1,
  address_id uuid not null references address (id),
  name text not null,
  paper_kind text not null,
  taken_at timestamptz,
  memo text,
  media_type text not null,
  size integer not null,
  digest text not null,
  content_id text not null unique,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index address_paper_of_address on address_paper (address_id);

create table deposit_paper (
  id uuid primary key,
  version integer not null default 1,
  case_id uuid not null references deposit_case (id),
  name text not null,
  paper_kind text not null,
  taken_at timestamptz,
  memo text,
  media_type text not null,
  size integer not null,
  digest text not null,
  content_id text not null unique,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index deposit_paper_of_case on deposit_paper (case_id);

-- A file as it was declared and as far as it has come. Its paper may arrive before it or after it, so nothing here points at one.
create table paper_content (
  content_id uuid primary key,
  digest text not null,
  size integer not null check (size > 0),
  media_type text not null,
  -- Sealed.
  thumb bytea,
  received integer not null default 0 check (received between 0 and size),
  is_whole boolean not null default false,
  declared_at timestamptz not null,
  touched_at timestamptz not null,
  -- Since when no paper was found that speaks of it.
  unclaimed_since timestamptz
);

-- Sealed, so that compressing them again would be in vain.
create table paper_piece (
  content_id uuid not null references paper_content (content_id) on delete cascade,
  start integer not null,
  bytes bytea not null,
  primary key (content_id, start)
);
alter table paper_piece alter column bytes set storage external;
