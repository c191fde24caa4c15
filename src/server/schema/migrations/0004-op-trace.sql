-- What devices tell about their edits by opId (contract/op-trace.ts): held against `op`, it shows edits that were taken down and never arrived. No field
-- values and no personal data. The user is part of the key so that nobody can explain somebody else's missing edit away.
create table op_trace (
  user_id uuid not null,
  op_id uuid not null,
  what text not null,
  into_op_id uuid,
  device_id uuid not null,
  -- By the device's clock: for reading only, never judged by.
  at timestamptz not null,
  received_at timestamptz not null,
  primary key (user_id, op_id, what)
);
create index op_trace_received_at on op_trace (received_at);
