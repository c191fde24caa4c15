-- Quick deliveries 퀵 (spec 3 §3): rides and top-ups of the prepaid balance. The running balance is nowhere stored: it follows from the rows in the order of
-- (created_at, id).

create table quick_delivery (
  id uuid primary key,
  version integer not null default 1,
  -- To the millisecond, as devices know it: what a device has written and what it is answered are the same text.
  created_at timestamptz(3) not null,
  status text not null,
  rider text,
  sender text,
  receiver text,
  amount bigint,
  memo text,
  is_demo boolean not null default false,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  search_grams smallint[] not null default '{}'
);
-- The ledger's order with all that the balance needs, so that it is added up without the table itself.
create index quick_delivery_ledger on quick_delivery (created_at, id) include (status, amount);
create index quick_delivery_search on quick_delivery using gin (search_grams);
