-- A temporary table goes before every other of its name: whoever works as the server's role could have had role changes written into one of their own called
-- `audit`, and sessions ended in one called `session`. Triggers look where the office's tables stand and nowhere else.
alter function write_down_roles() set search_path = public, pg_temp;
alter function end_sessions_of_user() set search_path = public, pg_temp;
