-- Deposit cases 공탁사건 (spec 2): one table behind 데이터, 사건부 and 리포트. Section and manager are words of the case, not references (spec 2 §3).

create table deposit_case (
  id uuid primary key,
  version integer not null default 1,
  receipted_at date,
  business_section text not null,
  business_manager text not null,
  owner_name text not null,
  address text not null,
  purpose text not null,
  status text,
  created_at date,
  request_number text,
  fees bigint,
  fees_vat bigint,
  proof bigint,
  tax bigint,
  stamp bigint,
  regi_office text,
  registrated_at date,
  expropriated_at date,
  cost_request_at date,
  tax_invoice_at date,
  deposit_at date,
  deposit_name text,
  deposit_number text,
  deposit_amount bigint,
  deposit_account_date date,
  deposit_original_date date,
  deposit_post_date date,
  deposit_post_number text,
  deposit_post_receipted_method text,
  notes text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- As in real_estate: what the search box looks into, and its pairs of characters, hashed.
  search_text text not null default '',
  search_grams smallint[] not null default '{}'
);
-- Each index holds all that the list can be filtered by and its usual order, so that counts and pages far down are answered without the table itself.
create index deposit_case_newest on deposit_case (created_at desc nulls last, id)
  include (business_section, business_manager, purpose, status, receipted_at, registrated_at);
create index deposit_case_of_section on deposit_case (business_section, created_at desc nulls last, id)
  include (business_manager, purpose, status, receipted_at, registrated_at);
create index deposit_case_of_manager on deposit_case (business_manager, created_at desc nulls last, id)
  include (business_section, purpose, status, receipted_at, registrated_at);
create index deposit_case_of_purpose on deposit_case (purpose, created_at desc nulls last, id)
  include (business_section, business_manager, status, receipted_at, registrated_at);
create index deposit_case_of_status on deposit_case (status, created_at desc nulls last, id)
  include (business_section, business_manager, purpose, receipted_at, registrated_at);
create index deposit_case_receipted on deposit_case (receipted_at)
  include (created_at, id, business_section, business_manager, purpose, status, registrated_at);
create index deposit_case_registrated on deposit_case (registrated_at)
  include (created_at, id, business_section, business_manager, purpose, status, receipted_at);
create index deposit_case_search on deposit_case using gin (search_grams);
