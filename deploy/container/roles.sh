#!/bin/sh
# Creates the read-only role of docs/SCALING.md. The database image runs it once, in an empty database.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$READER_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE cairn_reader LOGIN PASSWORD :'password';
CREATE SCHEMA cairn;
GRANT USAGE ON SCHEMA cairn TO cairn_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA cairn GRANT SELECT ON TABLES TO cairn_reader;
SQL
