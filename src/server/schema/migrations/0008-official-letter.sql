-- Official letters 공문 of deposit cases (spec 2 §3). A letter is a document that left the office: it is never changed, it keeps what it said about the case and
-- the office, and it outlives the case (no foreign key: deleting a case neither takes its letters along nor is held up by them).

create table official_letter (
  id uuid primary key,
  year integer not null,
  number integer not null,
  -- 문서번호 as it is printed.
  document_number text not null,
  deposition uuid not null,
  user_id uuid not null,
  user_name text not null,
  title text not null,
  content text not null,
  recipient text not null,
  reference text not null,
  business_section text not null,
  business_manager text not null,
  owner_name text not null,
  address text not null,
  issued_on date not null,
  -- Name, scrivener, address and telephone of the office on that day.
  office jsonb not null,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  unique (year, number)
);
create index official_letter_of_case on official_letter (deposition, year, number);

-- The last number of each year. A row, not a sequence: its lock is held until the letter is committed, so numbers follow each other without gaps.
create table letter_counter (
  year integer primary key,
  last integer not null
);
