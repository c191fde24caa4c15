-- What the office keeps of its people (spec 3 §3 "User record"), beside what the provider that they sign in with says of them.

alter table app_user
  -- As the office writes it; then `nickname` is the same and a sign-in does not take the provider's over any more. Null: as the provider says.
  add column name text,
  -- As the office writes them; null: the provider's. Only the provider's e-mail is ever held against SUPERUSERS.
  add column work_email text,
  add column work_phone text,
  add column position text,
  add column dept text,
  -- 퇴사일, the last day of employment: annual leave that would arise later does not.
  add column left_on date,
  add column version integer not null default 1,
  add column edited_by text not null default '',
  add column edited_at timestamptz;

-- ended_by_office: by a superuser, on all devices of a person.
alter table session drop constraint session_ended_why_check;
alter table session add constraint session_ended_why_check check (
  ended_why in ('signed_out', 'reuse', 'role_taken', 'deactivated', 'restored', 'expired', 'too_many', 'provider_gone', 'ended_elsewhere', 'ended_by_office')
);

-- Which session a device that tells about its edits (op_trace) told them with last, and when.
create table device_report (
  user_id uuid not null references app_user (id) on delete cascade,
  device_id uuid not null,
  session_id uuid not null,
  heard_at timestamptz not null,
  primary key (user_id, device_id)
);
