-- A file belongs to one paper of one book. Each book has papers of its own, so no unique index can say it; the lock makes two writers of the same file wait for one another.
create function refuse_second_paper() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('paper ' || new.content_id, 0));
  if exists (
    select from case_paper where content_id = new.content_id and id <> new.id
    union all select from unit_paper where content_id = new.content_id and id <> new.id
    union all select from address_paper where content_id = new.content_id and id <> new.id
    union all select from deposit_paper where content_id = new.content_id and id <> new.id
  ) then
    raise exception 'the file % belongs to another paper', new.content_id using errcode = 'unique_violation';
  end if;
  return new;
end $$;

do $$
declare book text;
begin
  foreach book in array array['case_paper', 'unit_paper', 'address_paper', 'deposit_paper'] loop
    execute format('create trigger one_paper_a_file before insert or update of content_id on %I for each row execute function refuse_second_paper()', book);
  end loop;
end $$;
