-- Tasks that do something to many records (server/jobs/item-kind.ts): one row an item. What is done to a record and the row that says so are one transaction.
create table task_item (
  task_id uuid not null references download_task (id) on delete cascade,
  item_id uuid not null,
  -- In the order that was asked for, and with which others it is worked off.
  seq integer not null,
  batch integer not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  -- For people: what is to be known of it, or why it could not be done.
  words text,
  primary key (task_id, item_id)
);
create index task_item_pending on task_item (task_id, batch, seq) where state = 'pending';

-- Server processes that work on tasks, each says every few seconds that it lives. Of no worth after a crash, hence unlogged; rows of a process that died are swept by age.
create unlogged table task_worker (
  id uuid primary key,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- Jobs it takes on at the same time, those it is at, and how many came to their end.
  places integer not null,
  doing jsonb not null default '[]',
  done bigint not null default 0,
  failed bigint not null default 0
);
