-- Sheets and texts that somebody attached in the chat, taken apart, for later questions of the same person. Unlogged: they stay out of backups, as they may hold anybody's numbers,
-- and what a crash of the database takes costs nobody more than attaching the file once more. Every server process on this database reads them.
create unlogged table chat_file (
  id uuid primary key,
  -- The person, or an address under the office's key (chat/files/seal-file.ts).
  owner text not null,
  -- JSON, compressed and sealed.
  content bytea not null,
  attached_at timestamptz not null,
  expires_at timestamptz not null
);
alter table chat_file alter column content set storage external;
create index chat_file_of_owner on chat_file (owner, attached_at);
create index chat_file_expiry on chat_file (expires_at);
