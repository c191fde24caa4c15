-- The PDF of a registry extract, sealed like a piece of a download. It outlives its record by some days, so that a delete can be taken back.
create table address_extract_file (
  extract_id uuid primary key,
  size integer not null,
  -- SHA-256 of the PDF as it was issued.
  sha256 text not null,
  bytes bytea not null,
  inserted_at timestamptz not null default now()
);
-- Files arrive compressed.
alter table address_extract_file alter column bytes set storage external;

create index address_extract_newest on address_extract (address_id, issued_at desc, inserted_at desc);
drop index address_extract_of_address;
