-- The office itself (decision 30): one row, made by the first change of a superuser. Until then the office is what a new database begins with (src/domain/office.ts).
create table office_settings (
  id boolean primary key default true check (id),
  version integer not null,
  name text not null,
  letter_mark text not null,
  scrivener_title text not null,
  scrivener text not null,
  registration_number text not null,
  address text not null,
  telephone text not null,
  fax text not null,
  email text not null,
  hours text not null,
  account text not null,
  seal_letters text not null,
  seal_image text,
  updated_by text not null,
  updated_at timestamptz not null default now()
);

-- Pictures of its seal. One that a letter was sealed with stays for good.
create table office_picture (
  id text primary key,
  media_type text not null,
  bytes bytea not null,
  inserted_at timestamptz not null default now()
);
