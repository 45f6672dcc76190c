#!/usr/bin/env bash
# Lab: Parse Server (npm) over PostgreSQL (Debian), a records-over-HTTP backend that refuses a
# request whose X-Parse-Request-Id it has seen before.
#   parse.sh install DATA          Debian's postgresql-15; the package, from npm (about 190 MB)
#   parse.sh start DATA [PORT]     API on 127.0.0.1:PORT, database on PORT+1
#   parse.sh stop DATA
#   parse.sh status DATA
# DATA/env then holds PARSE_URL, PARSE_APP_ID and PARSE_KEY (the headers X-Parse-Application-Id and
# X-Parse-REST-API-Key). Run as root, PostgreSQL itself runs as the user postgres, who must be able to reach DATA.
. "$(dirname "$0")/lib.sh"

version=9.10.0
pg=/usr/lib/postgresql/15/bin

install() {
  need node npm; data_folder "${1:-}"
  [ -x "$pg/postgres" ] || apt_get postgresql-15
  [ -d "$DATA/node_modules/parse-server" ] && return 0
  npm install --prefix "$DATA" --no-audit --no-fund --loglevel=error "parse-server@$version" express@5 >&2
}

start() {
  need node curl
  local port=${2:-$(free_ports 2)} db_port; data_folder "${1:-}"; db_port=$((port + 1))
  if alive "$DATA/parse.pid" && alive "$DATA/postgres.pid"; then say "already running"; cat "$DATA/env"; return; fi
  install "$DATA"; stop "$DATA"
  take_port "$port"; take_port "$db_port"
  local -a as=()
  mkdir -p "$DATA/pg"
  if [ "$(id -u)" = 0 ]; then
    as=(setpriv --reuid=postgres --regid=postgres --init-groups)
    chmod a+x "$DATA"; chown postgres: "$DATA/pg"
  fi
  [ -s "$DATA/secret" ] || (umask 077; secret > "$DATA/secret")
  local key; key=$(cat "$DATA/secret")
  if [ ! -s "$DATA/pg/PG_VERSION" ]; then
    printf '%s' "$key" > "$DATA/pwfile"; chmod a+r "$DATA/pwfile"
    "${as[@]}" "$pg/initdb" -D "$DATA/pg" -U parse --pwfile="$DATA/pwfile" -A scram-sha-256 -E UTF8 --locale=C \
      > "$DATA/initdb.log" 2>&1 || die "no database: see $DATA/initdb.log"
    rm "$DATA/pwfile"
  fi
  launch "$DATA/postgres.pid" "$DATA/postgres.log" "${as[@]}" "$pg/postgres" -D "$DATA/pg" -p "$db_port" \
    -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c shared_buffers=32MB -c max_connections=40
  await 30 env PGPASSWORD="$key" "$pg/psql" -h 127.0.0.1 -p "$db_port" -U parse -c 'SELECT 1' postgres \
    || die "the database did not start: see $DATA/postgres.log"
  cat > "$DATA/serve.mjs" <<'JS'
import express from 'express';
import { ParseServer } from 'parse-server';
const [port, dbPort, key] = process.argv.slice(2);
const server = new ParseServer({
  appId: 'onefold', masterKey: key + 'm', restAPIKey: key, serverURL: `http://127.0.0.1:${port}/parse`,
  databaseURI: `postgres://parse:${key}@127.0.0.1:${dbPort}/postgres`,
  allowClientClassCreation: true, allowCustomObjectId: false, logLevel: 'warn', logsFolder: null,
  // A repeated X-Parse-Request-Id on a write is refused for an hour.
  idempotencyOptions: { paths: ['.*'], ttl: 3600 },
});
await server.start();
const app = express();
app.use('/parse', server.app);
app.listen(Number(port), '127.0.0.1');
JS
  (cd "$DATA" && launch "$DATA/parse.pid" "$DATA/parse.log" node serve.mjs "$port" "$db_port" "$key")
  await 60 curl -sf --max-time 5 -H 'X-Parse-Application-Id: onefold' "http://127.0.0.1:$port/parse/health" \
    || die "it did not start: see $DATA/parse.log"
  printf 'PARSE_URL=http://127.0.0.1:%s/parse\nPARSE_APP_ID=onefold\nPARSE_KEY=%s\n' "$port" "$key" > "$DATA/env"
  cat "$DATA/env"
}

stop() { data_folder "${1:-}"; halt "$DATA/parse.pid"; halt "$DATA/postgres.pid" INT; }

status() {
  data_folder "${1:-}"
  local s
  for s in postgres parse; do
    if alive "$DATA/$s.pid"; then echo "$s: running, $(memory "$DATA/$s.pid") KiB"; else echo "$s: stopped"; fi
  done
}

case "${1:-}" in
  install|start|stop|status) "$@" ;;
  *) data_folder "" ;;
esac
