-- Sessions belong to the provider that vouched for the person, end for good after 30 days, and can be looked at and ended by their owner.

alter table session
  add column provider text check (provider in ('kakao', 'local')),
  -- In the owner's words, "Windows · Chrome"; empty: nobody can say. The User-Agent itself is not kept.
  add column device text not null default '',
  -- Where it was last used from; null for sessions from before.
  add column address text;
update session set provider = app_user.provider from app_user where app_user.id = session.user_id;
alter table session alter column provider set not null;

-- signed_out: on the device itself. ended_elsewhere: by the person, from another device. too_many: the 21st sign-in. provider_gone: see session/end-sessions.ts.
-- restored: the database came back from a backup.
alter table session drop constraint session_ended_why_check;
alter table session add constraint session_ended_why_check check (
  ended_why in ('signed_out', 'ended_elsewhere', 'too_many', 'provider_gone', 'restored', 'reuse', 'role_taken', 'deactivated')
);

-- No token outlives its session. Tokens issued from now on are cut to that when they are made.
update session_token set expires_at = least(expires_at, session.started_at + interval '30 days')
  from session where session.id = session_token.session_id;

-- The daily sweep looks for old sessions, ended or not.
create index session_started on session (started_at);
