-- The morning summary by e-mail.

-- Where a person wants it. Only a code that arrived there confirms an address, and nothing else is sent before. A code
-- is kept as a keyed hash and counts wrong tries.
create table notification_email (
  user_id uuid primary key references app_user (id) on delete cascade,
  address text not null,
  confirmed_at timestamptz,
  code_hash bytea,
  code_expires_at timestamptz,
  tries integer not null default 0,
  -- Why the mail server refused the address for good. Nothing is sent to it any more.
  fault text
);

-- A person who leaves the staff leaves no address here.
create function end_notification_email() returns trigger language plpgsql as $$
begin
  delete from public.notification_email where user_id = new.id;
  return null;
end $$;
create trigger leaving_ends_notification_email after update of is_active, is_staff on app_user
  for each row when (not new.is_active or not new.is_staff) execute function end_notification_email();

-- A message goes to one device or to one address.
alter table push_message
  alter column subscription_id drop not null,
  add column email_user_id uuid references notification_email (user_id) on delete cascade,
  add constraint push_message_has_one_target check (num_nonnulls(subscription_id, email_user_id) = 1);
create index push_message_of_email on push_message (email_user_id);
