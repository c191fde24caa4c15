-- Business trips 출장.

create table business_trips (
  id uuid primary key,
  version integer not null default 1,
  place text not null,
  went_on date,
  purpose text,
  manager uuid references manager (id),
  cost bigint,
  note text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index business_trips_of_manager on business_trips (manager);
