-- Numbers of persons and corporations in parties (decision 29): sealed under a key that is not in the database (../../numbers). The field of a record holds no more
-- than `number:<id>` of a row here.
create table party_number (
  id uuid primary key,
  collection text not null,
  record_id uuid not null,
  field text not null,
  -- Which key of the file it is sealed under, and its search mark made with.
  key_id text not null,
  cipher bytea not null,
  blind bytea not null,
  -- As everybody may see it.
  masked text not null,
  inserted_at timestamptz not null default now(),
  -- Since when its record holds another one, or is deleted: kept so long that an undo brings it back, then destroyed.
  left_at timestamptz
);
create index party_number_of_record on party_number (record_id);
create index party_number_blind on party_number (blind);
create index party_number_key on party_number (key_id);
create index party_number_left on party_number (left_at) where left_at is not null;
