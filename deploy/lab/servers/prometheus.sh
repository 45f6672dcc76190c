#!/usr/bin/env bash
# Lab: Prometheus (Debian's prometheus, with promtool).
#   prometheus.sh install DATA
#   prometheus.sh check DATA          the configuration and the rules in DATA, with promtool
#   prometheus.sh start DATA [PORT]   on 127.0.0.1:PORT, with DATA/prometheus.yml and the rules that it names
#   prometheus.sh stop DATA
#   prometheus.sh status DATA
# Every start begins with an empty database. DATA/env then holds PROMETHEUS_URL.
. "$(dirname "$0")/lib.sh"

packages="prometheus curl"

check() {
  need promtool; data_folder "${1:-}"
  promtool check config "$DATA/prometheus.yml"
}

start() {
  need prometheus curl
  local port=${2:-$(free_ports 1)}; data_folder "${1:-}"
  if alive "$DATA/prometheus.pid"; then say "already running"; cat "$DATA/env"; return; fi
  take_port "$port"
  [ -s "$DATA/prometheus.yml" ] || die "$DATA/prometheus.yml is missing: whoever starts it puts it there"
  rm -rf "$DATA/tsdb"
  launch "$DATA/prometheus.pid" "$DATA/prometheus.log" prometheus --config.file="$DATA/prometheus.yml" \
    --storage.tsdb.path="$DATA/tsdb" --web.listen-address="127.0.0.1:$port" --web.enable-lifecycle
  await 30 curl -sf "http://127.0.0.1:$port/-/ready" || die "it did not start: see $DATA/prometheus.log"
  printf 'PROMETHEUS_URL=http://127.0.0.1:%s\n' "$port" > "$DATA/env"
  cat "$DATA/env"
}

stop() { data_folder "${1:-}"; halt "$DATA/prometheus.pid"; }

status() {
  data_folder "${1:-}"
  if alive "$DATA/prometheus.pid"; then echo "prometheus: running, $(memory "$DATA/prometheus.pid") KiB"; else echo "prometheus: stopped"; fi
}

case "${1:-}" in
  install) apt_get $packages ;;
  check|start|stop|status) "$@" ;;
  *) data_folder "" ;;
esac
