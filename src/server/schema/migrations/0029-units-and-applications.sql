-- Real estate whole: banks, units 세대 with their lands, owners and mortgages, and the application forms 등기신청서 of a unit (spec 2 §3).

create table bank (
  id uuid primary key,
  version integer not null default 1,
  name text not null,
  position text,
  corporate_num text,
  address text,
  company_num text,
  owner_name text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table real_estate_unit (
  id uuid primary key,
  version integer not null default 1,
  regi_date date,
  group_id uuid not null references real_estate_group (id),
  purpose text,
  dongho text not null,
  dong text,
  ho text,
  owner text,
  dedicated_area numeric(14, 4),
  land_area numeric(14, 4),
  immovable_num text,
  price bigint,
  total_tax bigint,
  transfer_ownership_receipt_num text,
  transfer_ownership_status text,
  total_ownership_fee bigint,
  mortgage_receipt_num text,
  mortgage_status text,
  mortgage_bank_id uuid references bank (id),
  total_mortgage_fee bigint,
  claim_amount bigint,
  contract_date date,
  housing_reg_date date,
  ownership_lawyer text,
  receipted_at date,
  registrated_at date,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  search_grams smallint[] not null default '{}'
);

create table unit_land (
  id uuid primary key,
  version integer not null default 1,
  unit_id uuid not null references real_estate_unit (id),
  address text not null,
  land_kind text,
  area numeric(14, 4),
  place integer,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table unit_owner (
  id uuid primary key,
  version integer not null default 1,
  unit_id uuid not null references real_estate_unit (id),
  party_kind text,
  owner text not null,
  owner_num text,
  num_masked text,
  owner_address text,
  business_name text,
  business_num text,
  owner_name text,
  share numeric(14, 2),
  place integer,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table unit_mortgage (
  id uuid primary key,
  version integer not null default 1,
  unit_id uuid not null references real_estate_unit (id),
  role text,
  party_kind text,
  name text not null,
  num text,
  num_masked text,
  address text,
  position text,
  company_num text,
  owner_name text,
  share numeric(14, 2),
  place integer,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table application (
  id uuid primary key,
  version integer not null default 1,
  property_id uuid not null references real_estate_unit (id),
  application_type text not null,
  registration_cause_date date not null,
  cause text,
  regi_date date not null,
  housing_reg_date date,
  lease_kind text,
  group_name text,
  dongho text,
  purpose text,
  dedicated_area numeric(14, 4),
  lands_json text,
  grantees_json text,
  grantors_json text,
  transaction_amount bigint,
  acquisition_tax bigint,
  registration_tax bigint,
  attorney_fee bigint,
  other_costs bigint,
  claim_amount bigint,
  debtor text,
  moved_share text,
  lease_deposit bigint,
  lease_rent text,
  lease_scope text,
  lease_period text,
  cancelled_date date,
  cancelled_number text,
  deceased text,
  special_notes text,
  contract boolean not null default false,
  id_card boolean not null default false,
  resident_registration boolean not null default false,
  seal_certificate boolean not null default false,
  property_registration boolean not null default false,
  building_ledger boolean not null default false,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index real_estate_unit_newest on real_estate_unit (regi_date desc, id desc, group_id, receipted_at, registrated_at);
create index real_estate_unit_of_group on real_estate_unit (group_id, regi_date desc, id desc);
create index real_estate_unit_of_bank on real_estate_unit (mortgage_bank_id);
create index real_estate_unit_search on real_estate_unit using gin (search_grams);
create index unit_land_of_unit on unit_land (unit_id);
create index unit_owner_of_unit on unit_owner (unit_id);
create index unit_mortgage_of_unit on unit_mortgage (unit_id);
create index application_of_unit on application (property_id, inserted_at desc);
