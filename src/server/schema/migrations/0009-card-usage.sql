-- Card usage 카드사용내역 (spec 1 §3, decision 16): amount and purpose as the card company sent them, so both are text.

create table card_usage (
  id uuid primary key,
  version integer not null default 1,
  -- The instant of use.
  created_at timestamptz not null,
  store_name text,
  pay text,
  purpose text,
  note text,
  approve_num text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index card_usage_approve_num on card_usage (approve_num) where approve_num is not null;
create index card_usage_newest on card_usage (created_at desc, id);
