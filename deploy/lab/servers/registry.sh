#!/usr/bin/env bash
# Lab: Apicurio Registry, which speaks the Confluent Schema Registry API under /apis/ccompat/v7. Java 17.
#   registry.sh install DATA          the distribution, from Maven Central (109 MB)
#   registry.sh start DATA [PORT]     on 127.0.0.1:PORT, management on PORT+1
#   registry.sh stop DATA
#   registry.sh status DATA
# Schemas are kept in memory: a stop loses them. DATA/env then holds SCHEMA_REGISTRY_URL.
. "$(dirname "$0")/lib.sh"

version=3.0.9

install() {
  need java tar; data_folder "${1:-}"
  command -v curl > /dev/null || apt_get curl
  [ -s "$DATA/app/apicurio-registry-app-$version-runner.jar" ] && return 0
  maven_file "io.apicurio:apicurio-registry-app:$version:tar.gz:all" "$DATA/app.tar.gz"
  rm -rf "$DATA/app.part" "$DATA/app"; mkdir -p "$DATA/app.part"
  tar xzf "$DATA/app.tar.gz" -C "$DATA/app.part"
  mv "$DATA/app.part" "$DATA/app"
  rm "$DATA/app.tar.gz"
}

start() {
  need java curl
  local port=${2:-$(free_ports 2)}; data_folder "${1:-}"
  if alive "$DATA/registry.pid"; then say "already running"; cat "$DATA/env"; return; fi
  install "$DATA"; take_port "$port"; take_port $((port + 1))
  launch "$DATA/registry.pid" "$DATA/registry.log" java -Xmx320m -XX:+UseSerialGC \
    -Dquarkus.http.host=127.0.0.1 -Dquarkus.http.port="$port" \
    -Dquarkus.management.host=127.0.0.1 -Dquarkus.management.port=$((port + 1)) \
    -Dquarkus.http.access-log.enabled=false \
    -Dapicurio.storage.kind=sql -Dapicurio.storage.sql.kind=h2 \
    -Dapicurio.datasource.url="jdbc:h2:mem:registry_db" \
    -jar "$DATA/app/apicurio-registry-app-$version-runner.jar"
  local url=http://127.0.0.1:$port/apis/ccompat/v7
  await 180 curl -sf --max-time 5 "$url/subjects" || die "it did not start: see $DATA/registry.log"
  # A Confluent registry checks unless told otherwise; this one checks nothing unless told. The rule
  # is the one that Onefold's own schemas keep.
  curl -sf -o /dev/null -X PUT -H 'Content-Type: application/vnd.schemaregistry.v1+json' \
    "$url/config" -d '{"compatibility":"FULL_TRANSITIVE"}' || die "could not set the compatibility level"
  printf 'SCHEMA_REGISTRY_URL=%s\n' "$url" > "$DATA/env"
  cat "$DATA/env"
}

stop() { data_folder "${1:-}"; halt "$DATA/registry.pid"; }

status() {
  data_folder "${1:-}"
  if alive "$DATA/registry.pid"; then echo "registry: running, $(memory "$DATA/registry.pid") KiB"; else echo "registry: stopped"; fi
}

case "${1:-}" in
  install|start|stop|status) "$@" ;;
  *) data_folder "" ;;
esac
