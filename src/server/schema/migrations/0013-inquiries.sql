-- Inquiries 문의 from the contact page (decision 2). Visitors write them, staff set state, assignee and note. One year after `received_at` an inquiry is destroyed
-- with every trace of its contents (server/inquiries/retention.ts).

create table inquiry (
  id uuid primary key,
  version integer not null default 1,
  state text not null,
  received_at timestamptz(3) not null,
  name text not null,
  subject text not null,
  message text not null,
  phone text,
  email text,
  assignee text,
  note text,
  -- By the visitor's own clock.
  consented_at timestamptz(3),
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (phone is not null or email is not null)
);
create index inquiry_by_arrival on inquiry (received_at, id);
