#!/usr/bin/env bash
# Lab: Radicale (Debian's radicale), a CalDAV and CardDAV server over plain files.
#   caldav.sh install             Debian packages
#   caldav.sh start DATA [PORT]   on 127.0.0.1:PORT
#   caldav.sh stop DATA
#   caldav.sh status DATA
# DATA/env then holds CALDAV_URL (a calendar), CALDAV_USER and CALDAV_PASSWORD.
. "$(dirname "$0")/lib.sh"

packages="radicale curl"

start() {
  need radicale curl
  local port=${2:-$(free_ports 1)} root; data_folder "${1:-}"; root=http://127.0.0.1:$port
  if alive "$DATA/radicale.pid"; then say "already running"; cat "$DATA/env"; return; fi
  take_port "$port"
  [ -s "$DATA/users" ] || printf 'lab:%s\n' "$(secret)" > "$DATA/users"
  cat > "$DATA/config" <<CONF
[server]
hosts = 127.0.0.1:$port
[auth]
type = htpasswd
htpasswd_filename = $DATA/users
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = $DATA/collections
[web]
type = none
CONF
  local password; password=$(cut -d: -f2 "$DATA/users")
  launch "$DATA/radicale.pid" "$DATA/radicale.log" radicale --config "$DATA/config"
  await 30 answers "$root/" || die "it did not start: see $DATA/radicale.log"
  if [ "$(curl -s -o /dev/null -w '%{http_code}' -u "lab:$password" -X PROPFIND -H 'Depth: 0' "$root/lab/intents/")" = 404 ]; then
    curl -sf -u "lab:$password" -X MKCALENDAR "$root/lab/intents/" > /dev/null || die "could not make the calendar"
  fi
  printf 'CALDAV_URL=%s/lab/intents/\nCALDAV_USER=lab\nCALDAV_PASSWORD=%s\n' "$root" "$password" > "$DATA/env"
  cat "$DATA/env"
}

stop() { data_folder "${1:-}"; halt "$DATA/radicale.pid"; }

status() {
  data_folder "${1:-}"
  if alive "$DATA/radicale.pid"; then echo "radicale: running, $(memory "$DATA/radicale.pid") KiB"; else echo "radicale: stopped"; fi
}

case "${1:-}" in
  install) apt_get $packages ;;
  start|stop|status) "$@" ;;
  *) data_folder "" ;;
esac
