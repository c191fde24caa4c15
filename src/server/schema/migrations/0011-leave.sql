-- Leave requests 휴가신청 (spec 3 §2, §3) and annual leave. startDate and endDate carry the spec's names, because a column is named as its field travels.

create table leave_request (
  id uuid primary key,
  version integer not null default 1,
  -- Never changes: devices of other people never hear of the row (WritableCollection.owned). No foreign key: the request outlives the account.
  requester_id uuid not null,
  requester_name text not null,
  type text not null,
  half text,
  "startDate" date not null,
  "endDate" date not null,
  reason text not null,
  state text not null,
  comment text,
  decided_by text,
  decided_at timestamptz,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ("startDate" <= "endDate")
);
create index leave_request_of_person on leave_request (requester_id, "startDate");
create index leave_request_by_day on leave_request ("startDate" desc, id);

-- Employment begins 입사일: what the statutory days of annual leave are reckoned from.
alter table app_user add column employment_date date;

-- Days of annual leave that differ from what the law gives, per person and calendar year.
create table leave_allowance (
  user_id uuid not null references app_user (id) on delete cascade,
  year integer not null,
  granted numeric(4, 1) not null check (granted >= 0),
  updated_at timestamptz not null default now(),
  primary key (user_id, year)
);
