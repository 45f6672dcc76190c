#!/usr/bin/env bash
# Lab: PostgreSQL (Debian's postgresql) with logical decoding, a fresh cluster at every start.
#   postgres.sh install DATA        Debian packages
#   postgres.sh start DATA [PORT]   on 127.0.0.1:PORT
#   postgres.sh stop DATA
#   postgres.sh status DATA
# DATA/env then holds PG_PORT, PG_USER and PG_PASSWORD of a superuser, and PG_DATABASE.
. "$(dirname "$0")/lib.sh"

packages="postgresql postgresql-client"

# The newest server that is installed; Debian keeps each version apart.
programs() {
  PROGRAMS=$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -1)
  [ -x "${PROGRAMS:-}/postgres" ] || die "PostgreSQL is missing: run 'postgres.sh install $DATA'"
}

# The server refuses to run as root.
as_owner() {
  if [ "$(id -u)" -eq 0 ]; then
    setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"
  else
    "$@"
  fi
}

start() {
  local port=${2:-$(free_ports 1)} password; data_folder "${1:-}"; programs
  if alive "$DATA/postgres.pid"; then say "already running"; cat "$DATA/env"; return; fi
  take_port "$port"
  # A slot of an earlier run would keep its log for ever, so every start begins anew.
  rm -rf "$DATA/cluster"; mkdir "$DATA/cluster"
  password=$(secret)
  printf '%s\n' "$password" > "$DATA/cluster.password"
  if [ "$(id -u)" -eq 0 ]; then chown postgres: "$DATA/cluster" "$DATA/cluster.password"; fi
  chmod 600 "$DATA/cluster.password"
  (cd / && as_owner "$PROGRAMS/initdb" --no-sync --encoding=UTF8 --no-locale --username=lab --auth=scram-sha-256 \
    --pwfile="$DATA/cluster.password" --pgdata="$DATA/cluster" > "$DATA/initdb.log" 2>&1) \
    || die "no cluster: see $DATA/initdb.log"
  rm "$DATA/cluster.password"
  local owner=()
  if [ "$(id -u)" -eq 0 ]; then owner=(setpriv --reuid=postgres --regid=postgres --init-groups --); fi
  launch "$DATA/postgres.pid" "$DATA/postgres.log" "${owner[@]}" "$PROGRAMS/postgres" -D "$DATA/cluster" \
    -c "listen_addresses=127.0.0.1" -p "$port" -c "unix_socket_directories=" \
    -c wal_level=logical -c max_replication_slots=4 -c max_wal_senders=4 -c shared_buffers=32MB -c fsync=off
  await 60 "$PROGRAMS/pg_isready" -h 127.0.0.1 -p "$port" || die "it did not start: see $DATA/postgres.log"
  PGPASSWORD=$password "$PROGRAMS/createdb" -h 127.0.0.1 -p "$port" -U lab shop || die "no database: see $DATA/postgres.log"
  (umask 077; printf 'PG_PORT=%s\nPG_USER=lab\nPG_PASSWORD=%s\nPG_DATABASE=shop\n' "$port" "$password" > "$DATA/env")
  cat "$DATA/env"
}

# Its fast shutdown; the usual one waits for clients.
stop() { data_folder "${1:-}"; halt "$DATA/postgres.pid" INT; }

status() {
  data_folder "${1:-}"
  if alive "$DATA/postgres.pid"; then echo "postgres: running, $(memory "$DATA/postgres.pid") KiB"; else echo "postgres: stopped"; fi
}

case "${1:-}" in
  install) apt_get $packages ;;
  start|stop|status) "$@" ;;
  *) data_folder "" ;;
esac
