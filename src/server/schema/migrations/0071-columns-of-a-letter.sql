-- The table of a letter may list further fields of its cases, as they were when it was saved.
alter table official_letter add column table_columns jsonb not null default '[]';
