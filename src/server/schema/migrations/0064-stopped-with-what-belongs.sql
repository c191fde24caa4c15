-- A record is stopped 처리정지 with everything that belongs to it: its parts, its papers and what is filed for it. A trigger names the columns by which rows of its table belong
-- to other records; belonging.test.ts holds them against the description of the books.
create or replace function refuse_write_of_blocked() returns trigger language plpgsql as $$
declare
  ids uuid[] := '{}';
  belongs_by text;
begin
  if coalesce(current_setting('office.writes_blocked', true), '') = 'on'
    or not exists (select from public.record_block where lifted_at is null) then
    return coalesce(new, old);
  end if;
  if tg_op <> 'INSERT' then
    ids := ids || old.id;
  end if;
  foreach belongs_by in array coalesce(tg_argv, '{}') loop
    if tg_op <> 'INSERT' then
      ids := ids || (to_jsonb(old) ->> belongs_by)::uuid;
    end if;
    if tg_op <> 'DELETE' then
      ids := ids || (to_jsonb(new) ->> belongs_by)::uuid;
    end if;
  end loop;
  if exists (select from public.record_block b where b.record_id = any(ids) and b.lifted_at is null) then
    raise exception 'processing of this record is stopped' using errcode = 'OF001';
  end if;
  return coalesce(new, old);
end $$;
alter function refuse_write_of_blocked() set search_path = public, pg_temp;

do $$
declare part record;
begin
  for part in
    select * from (values
      ('unit_land', 'unit_id'), ('unit_owner', 'unit_id'), ('unit_mortgage', 'unit_id'), ('unit_paper', 'unit_id'), ('application', 'property_id'),
      ('address_owner', 'address_id'), ('address_building', 'address_id'), ('address_land', 'address_id'), ('address_extract', 'address_id'),
      ('address_change', 'address_id'), ('address_paper', 'address_id'), ('case_paper', 'case_id'), ('deposit_paper', 'case_id')
    ) as parts (book, belongs_by)
  loop
    execute format('drop trigger blocked_is_left_alone on %I', part.book);
    execute format('create trigger blocked_is_left_alone before insert or update or delete on %I for each row execute function refuse_write_of_blocked(%L)',
      part.book, part.belongs_by);
  end loop;
end $$;
