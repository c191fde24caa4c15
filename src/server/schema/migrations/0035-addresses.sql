-- Property addresses with what the register and the ledgers say of them (spec 1 §3, spec 3 §3 "Deposit address", decision 15).

create table address (
  id uuid primary key,
  version integer not null default 1,
  num text,
  project uuid references project (id),
  manager uuid references manager (id),
  title uuid references title (id),
  jibun text not null,
  address text,
  type text,
  owner_name text,
  status text,
  purpose text,
  sido text,
  sigungu text,
  dong text,
  floor text,
  ho text,
  regi_office text,
  fees bigint,
  fees_vat bigint,
  proof bigint,
  tax bigint,
  stamp bigint,
  deposit_name text,
  deposit_number text,
  deposit_amount bigint,
  deposit_account_date date,
  deposit_original_date date,
  deposit_post_date date,
  deposit_post_number text,
  deposit_post_receipted_method text,
  receipted_at date,
  created_at date,
  registrated_at date,
  cost_request_at date,
  tax_invoice_at date,
  deposit_at date,
  notes text,
  description text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  search_grams smallint[] not null default '{}'
);

create table address_owner (
  id uuid primary key,
  version integer not null default 1,
  address_id uuid not null references address (id),
  party_kind text,
  name text not null,
  num text,
  num_masked text,
  address text,
  share text,
  acquired_at date,
  receipt_num text,
  cause text,
  place integer,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table address_building (
  id uuid primary key,
  version integer not null default 1,
  address_id uuid not null references address (id),
  name text,
  usage text not null,
  structure text,
  floors text,
  area numeric(14, 4),
  approved_at date,
  compensation bigint,
  place integer,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table address_land (
  id uuid primary key,
  version integer not null default 1,
  address_id uuid not null references address (id),
  address text,
  lot text not null,
  land_kind text,
  area numeric(14, 4),
  taken_area numeric(14, 4),
  unit_price bigint,
  compensation bigint,
  interested text,
  place integer,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table address_extract (
  id uuid primary key,
  version integer not null default 1,
  address_id uuid not null references address (id),
  issued_at timestamptz,
  source text,
  hash text,
  content_json text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table address_change (
  id uuid primary key,
  version integer not null default 1,
  address_id uuid not null references address (id),
  extract_id text,
  change_kind text,
  before_text text,
  after_text text,
  decision text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table deposit_case add column address_id uuid references address (id);
alter table real_estate_unit add column address_id uuid references address (id);

create unique index address_number on address (num) where num is not null;
create index address_of_project on address (project, id desc);
create index address_of_title on address (title, id desc);
create index address_of_manager on address (manager, id desc);
create index address_search on address using gin (search_grams);
create index address_owner_of_address on address_owner (address_id);
create index address_building_of_address on address_building (address_id);
create index address_land_of_address on address_land (address_id);
create index address_extract_of_address on address_extract (address_id, issued_at desc);
create index address_change_of_address on address_change (address_id);
create index deposit_case_of_address on deposit_case (address_id);
create index real_estate_unit_of_address on real_estate_unit (address_id);
