-- Calendars of the office's deadlines for other programs, one a person: what they may see, and the hash of the token in the address.

create table calendar_feed (
  user_id uuid primary key references app_user on delete cascade,
  hash text not null unique,
  shows_names boolean not null default false,
  is_own_only boolean not null default false,
  made_at timestamptz not null,
  last_read_at timestamptz
);

-- Who leaves the staff or is switched off loses the address at once, whoever writes it; getting the role back does not revive it.
create function end_calendar_feed_of_user() returns trigger language plpgsql as $$
begin
  delete from calendar_feed where user_id = new.id;
  return null;
end $$;
create trigger lost_role_ends_calendar_feed after update of is_staff, is_superuser, is_active on app_user for each row
  when (not new.is_active or not (new.is_staff or new.is_superuser))
  execute function end_calendar_feed_of_user();
