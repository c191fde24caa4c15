-- Wrong second factors in a row of a session that gave a right one before: they end that session, and lock nobody out on another device.
alter table session add column factor_failures integer not null default 0;
alter table session drop constraint session_ended_why_check;
alter table session add constraint session_ended_why_check check (
  ended_why in ('signed_out', 'reuse', 'role_taken', 'deactivated', 'restored', 'expired', 'too_many', 'provider_gone', 'ended_elsewhere', 'ended_by_office', 'factor_reset', 'factor_failed')
);
