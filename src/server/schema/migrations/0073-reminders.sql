-- Reminders 다시 보기: what somebody should look at again on a day.

create table reminders (
  id uuid primary key,
  version integer not null default 1,
  note text not null,
  due_on date not null,
  person text,
  done_on date,
  memo text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
