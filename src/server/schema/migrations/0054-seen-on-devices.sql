-- What devices showed of their own copies is handed in and written into the trail (contract/seen.ts). The trail is never changed, so what was handed in before is known here:
-- a device that heard no answer hands the same rows in again. The person is part of the key so that nobody can keep somebody else's row out of the trail.
create table seen_report (
  user_id uuid not null,
  seen_id uuid not null,
  received_at timestamptz not null default now(),
  primary key (user_id, seen_id)
);
