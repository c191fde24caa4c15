#!/usr/bin/env bash
# Once, when the primary's cluster is made: the role that servers work as (README "Doors"), and who may copy the log.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set app="$APP_PASSWORD" --set replica="$REPLICA_PASSWORD" <<'SQL'
create role office_app login password :'app' nosuperuser nocreatedb nocreaterole;
create role replica login replication password :'replica';
SQL
echo 'host replication replica 172.30.0.0/24 scram-sha-256' >> "$PGDATA/pg_hba.conf"
