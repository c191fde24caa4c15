#!/usr/bin/env bash
# A streaming replica: copies the primary once, then follows its log.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  until pg_basebackup --host primary --username replica --pgdata "$PGDATA" --wal-method stream --write-recovery-conf; do
    find "$PGDATA" -mindepth 1 -delete
    sleep 2
  done
fi
exec postgres -c max_connections=200
