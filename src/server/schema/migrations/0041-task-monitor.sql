-- What the task monitor shows (spec 3 §3 "Task", "Worker"): every task that was, with the words of the monitor, also after its row and file are gone.
-- Unlogged, as what workers say of themselves: after a crash of the database it is taken up anew from the tasks that are there.
create unlogged table task_run (
  id uuid primary key,
  kind text not null,
  status text not null check (status in ('PENDING', 'STARTED', 'SUCCESS', 'FAILURE', 'RETRY', 'REVOKED')),
  -- The worker that took it on last.
  worker text,
  attempt integer not null default 0,
  queued_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  error text
);
create index task_run_queued on task_run (queued_at);

-- Taken back by a superuser; one that its asker gave up is gone with its row.
alter table download_task add column revoked_at timestamptz;

create function task_word(status text, attempt integer, revoked_at timestamptz) returns text language sql immutable as $$
  select case status when 'processing' then 'STARTED' when 'completed' then 'SUCCESS'
    when 'failed' then case when revoked_at is null then 'FAILURE' else 'REVOKED' end
    else case when attempt > 0 then 'RETRY' else 'PENDING' end end
$$;

create function write_down_task() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update task_run set status = 'REVOKED', finished_at = now() where id = old.id and finished_at is null;
    return null;
  end if;
  insert into task_run (id, kind, status, attempt, queued_at, started_at, finished_at, error)
    values (new.id, new.kind, task_word(new.status, new.attempt, new.revoked_at), new.attempt, new.requested_at, new.started_at, new.finished_at, new.error)
    on conflict (id) do update set status = excluded.status, attempt = excluded.attempt, started_at = excluded.started_at,
      finished_at = excluded.finished_at, error = excluded.error;
  return null;
end $$;
create trigger tasks_are_written_down after insert or delete on download_task for each row execute function write_down_task();
create trigger task_steps_are_written_down after update of status, attempt, finished_at, error on download_task for each row
  when ((old.status, old.attempt, old.finished_at, old.error) is distinct from (new.status, new.attempt, new.finished_at, new.error))
  execute function write_down_task();
insert into task_run (id, kind, status, attempt, queued_at, started_at, finished_at, error)
  select id, kind, task_word(status, attempt, revoked_at), attempt, requested_at, started_at, finished_at, error from download_task;

-- A worker's name stays while its process lives; it looks here whether it is to begin anew.
alter table task_worker add column name text not null default '';
alter table task_worker add column restart_asked_at timestamptz;
-- When its queue gave it trouble last.
alter table task_worker add column trouble_at timestamptz;
