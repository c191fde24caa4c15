-- A letter may list several cases: those after the first, in their order, as they were when it was saved.
alter table official_letter add column more_cases jsonb not null default '[]';
create index official_letter_of_more_cases on official_letter using gin (more_cases jsonb_path_ops) where more_cases <> '[]';

-- Whether the tax that was typed holds its surtaxes: without it nobody knows what all of them come to.
alter table application add column tax_scope text;
