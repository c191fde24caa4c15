-- The trail holds against everybody but its owner, and says who may do what.

-- Rows were guarded one by one; TRUNCATE asks no row.
create trigger audit_is_never_emptied before truncate on audit for each statement execute function refuse_change();

-- A restore ends every session. The words of migration 0016 are among these.
alter table session drop constraint session_ended_why_check;
alter table session add constraint session_ended_why_check check (
  ended_why in ('signed_out', 'reuse', 'role_taken', 'deactivated', 'restored', 'expired', 'too_many', 'provider_gone', 'ended_elsewhere')
);

-- Of the request that asked for the file: a failure minutes later is logged under it. Null: asked for before this migration.
alter table download_task add column request_id uuid;

-- Roles are written down whoever writes them: sign-in, a command, a screen or a hand at the database. Who it was stands in the setting `office.actor`
-- (`office.actor_id` for a person) of the transaction; without it, the database role is all that is known.
create function write_down_roles() returns trigger language plpgsql as $$
declare
  person app_user := coalesce(new, old);
  before jsonb := case when tg_op = 'INSERT' then '{"is_staff": false, "is_superuser": false, "is_active": true}'::jsonb
    else jsonb_build_object('is_staff', old.is_staff, 'is_superuser', old.is_superuser, 'is_active', old.is_active) end;
  after jsonb := case when tg_op = 'DELETE' then null
    else jsonb_build_object('is_staff', new.is_staff, 'is_superuser', new.is_superuser, 'is_active', new.is_active) end;
begin
  if before is distinct from after and (tg_op <> 'DELETE' or old.is_staff or old.is_superuser) then
    insert into audit (user_id, user_name, act, collection, record_id, subject, detail) values (
      nullif(current_setting('office.actor_id', true), '')::uuid,
      coalesce(nullif(current_setting('office.actor', true), ''), '데이터베이스(' || session_user || ')'),
      'role_change', 'users', person.id, person.nickname, jsonb_build_object('before', before, 'after', after));
  end if;
  return null;
end $$;
create trigger roles_are_written_down after insert or delete or update of is_staff, is_superuser, is_active on app_user
  for each row execute function write_down_roles();
