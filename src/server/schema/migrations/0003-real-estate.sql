-- Case book 사건부 of the real-estate page (spec 2) and the groups 사업구간 its entries belong to.

create table real_estate_group (
  id uuid primary key,
  version integer not null default 1,
  name text not null,
  trust_corporate_name text,
  office text,
  region text,
  type text,
  manager text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table real_estate (
  id uuid primary key,
  version integer not null default 1,
  group_id uuid not null references real_estate_group (id),
  regi_date date,
  owner text,
  owner_address text,
  housing_reg_date date,
  purpose text,
  fees bigint,
  fees_vat bigint,
  proof bigint,
  tax bigint,
  stamp bigint,
  receipted_at date,
  created_at date,
  registrated_at date,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the search box looks into: words and their initial consonants (초성), lower case, NFC; written by the server with every write.
  search_text text not null default '',
  -- Its pairs of characters, hashed: what the search index holds. Not pg_trgm, because Korean words of two syllables have no trigram.
  search_grams smallint[] not null default '{}'
);
-- Each index holds all that the list can be filtered by and its usual order, so that counts and pages far down are answered without the table itself.
create index real_estate_newest on real_estate (created_at desc nulls last, id) include (group_id, receipted_at, registrated_at);
create index real_estate_of_group on real_estate (group_id, created_at desc nulls last, id) include (receipted_at, registrated_at);
create index real_estate_receipted on real_estate (receipted_at) include (created_at, id, group_id, registrated_at);
create index real_estate_registrated on real_estate (registrated_at) include (created_at, id, group_id, receipted_at);
create index real_estate_search on real_estate using gin (search_grams);
