-- 처리정지 reaches the devices with the feed of changes (contract/sync.ts): they are woken as by any change.
create trigger stopping_notifies after insert or update or delete on record_block
  for each statement execute function notify_change();

-- Swept by age (server/sync/prune-seen-reports.ts).
create index seen_report_by_age on seen_report (received_at);
