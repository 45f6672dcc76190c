#!/usr/bin/env bash
# Lab: Kafka Connect (org.apache.kafka:connect-runtime), standalone, with Debezium's connector for PostgreSQL.
#   connect.sh install DATA        both, from Maven Central (about 100 MB)
#   connect.sh start DATA          runs DATA/worker.properties and DATA/connector.properties
#   connect.sh stop DATA
#   connect.sh kill DATA           ends it as a power cut would
#   connect.sh status DATA
# Plugins are looked for where worker.properties says; Debezium's lies in DATA/plugins.
. "$(dirname "$0")/lib.sh"

kafka=4.4.0
debezium=3.6.1.Final

install() {
  need java mvn; data_folder "${1:-}"
  if [ ! -s "$DATA/plugins/debezium-connector-postgres/debezium-connector-postgres-$debezium.jar" ]; then
    maven_file "io.debezium:debezium-connector-postgres:$debezium:tar.gz:plugin" "$DATA/debezium.tar.gz"
    mkdir -p "$DATA/plugins"; tar -xzf "$DATA/debezium.tar.gz" -C "$DATA/plugins"; rm "$DATA/debezium.tar.gz"
  fi
  [ -s "$DATA/app/connect-runtime-$kafka.jar" ] && return 0
  mkdir -p "$DATA/pom"
  cat > "$DATA/pom/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>lab</groupId><artifactId>connect</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>connect-runtime</artifactId><version>$kafka</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>connect-transforms</artifactId><version>$kafka</version></dependency>
  </dependencies>
</project>
POM
  rm -rf "$DATA/app.part"
  mvn -q -B -Dstyle.color=never -f "$DATA/pom/pom.xml" \
    org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$DATA/app.part" >&2
  rm -rf "$DATA/app"; mv "$DATA/app.part" "$DATA/app"
}

start() {
  need java curl; data_folder "${1:-}"
  if alive "$DATA/connect.pid"; then say "already running"; return; fi
  [ -d "$DATA/app" ] || install "$DATA"
  [ -s "$DATA/worker.properties" ] && [ -s "$DATA/connector.properties" ] \
    || die "worker.properties and connector.properties must lie in $DATA"
  local url; url=$(sed -n 's/^listeners=//p' "$DATA/worker.properties")
  launch "$DATA/connect.pid" "$DATA/connect.log" java -Xmx256m -Dorg.slf4j.simpleLogger.showDateTime=true \
    -cp "$DATA/app/*" org.apache.kafka.connect.cli.ConnectStandalone \
    "$DATA/worker.properties" "$DATA/connector.properties"
  await 120 answers "$url/connectors" || die "it did not start: see $DATA/connect.log"
  echo "CONNECT_URL=$url" > "$DATA/env"
  cat "$DATA/env"
}

stop() { data_folder "${1:-}"; halt "$DATA/connect.pid"; }

kill_it() { data_folder "${1:-}"; halt "$DATA/connect.pid" KILL; }

status() {
  data_folder "${1:-}"
  if alive "$DATA/connect.pid"; then echo "connect: running, $(memory "$DATA/connect.pid") KiB"; else echo "connect: stopped"; fi
}

case "${1:-}" in
  install|start|stop|status) "$@" ;;
  kill) kill_it "${2:-}" ;;
  *) data_folder "" ;;
esac
