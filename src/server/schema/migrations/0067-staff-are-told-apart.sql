-- Whose a record, a leave or an inquiry is, and who changed what, is kept and shown by name alone. So no two people of the office have the same one: whoever comes
-- later, or is given a role later, gets a number behind it, as the office itself would write it. It stays at a sign-in, and a superuser may write another.
create function tell_staff_apart() returns trigger language plpgsql as $$
declare
  plain text := new.nickname;
  number integer := 1;
begin
  if not (new.is_staff or new.is_superuser) then
    return new;
  end if;
  while exists (
    select from app_user other
    where other.nickname = new.nickname and (other.provider, other.provider_id) <> (new.provider, new.provider_id)
      -- Those who left stand in the history.
      and (other.is_staff or other.is_superuser or other.employment_date is not null or other.left_on is not null)
  ) loop
    number := number + 1;
    new.nickname := plain || ' ' || number;
    new.name := new.nickname;
  end loop;
  return new;
end $$;
create trigger staff_are_told_apart before insert or update of nickname, is_staff, is_superuser on app_user
  for each row execute function tell_staff_apart();

-- The newest first: whoever was there before keeps the name.
do $$
declare
  person record;
begin
  for person in select id from app_user where is_staff or is_superuser order by inserted_at desc, id desc loop
    update app_user set nickname = nickname where id = person.id;
  end loop;
end $$;
