#!/bin/sh
# Makes the role that only reads, as docs/SCALING.md says. Run once, by the database's own image, in an empty database.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$READER_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE cairn_reader LOGIN PASSWORD :'password';
CREATE SCHEMA cairn;
GRANT USAGE ON SCHEMA cairn TO cairn_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA cairn GRANT SELECT ON TABLES TO cairn_reader;
SQL
