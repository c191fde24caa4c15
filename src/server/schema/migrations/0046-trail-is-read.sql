-- The trail is read by superusers, the newest first: as a whole, of one person, of one kind of act. One statement reads on where the last one ended, so the number stands
-- beside the instant.
create index audit_at_and_seq on audit (at, seq);
drop index audit_at;
create index audit_of_person on audit (user_name, at, seq);
create index audit_of_act on audit (act, at, seq);
