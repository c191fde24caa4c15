-- Which build of the app a session was last seen with (plugins/session-use.ts), and the way to the last backup without reading the whole trail.

alter table session add column app_build text;
create index audit_backups on audit (seq desc) where act = 'backup';
