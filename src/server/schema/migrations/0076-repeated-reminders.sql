-- Reminders that repeat, and what they are about.

alter table reminders
  add column repeats text,
  add column repeats_from date,
  add column case_name text,
  add column case_book text,
  add column case_id text;

update reminders set repeats_from = due_on;

create index reminders_of_case on reminders (case_id) where case_id is not null;
