#!/usr/bin/env bash
# Lab: Kill Bill, an open-source billing server (accounts, invoices, payments) with external keys.
#   killbill.sh install DATA          Debian's jetty9 and mariadb-server; the web application from Maven Central
#   killbill.sh start DATA [PORT]     on 127.0.0.1:PORT, database on PORT+1, its RMI registry on 1099
#   killbill.sh stop DATA
#   killbill.sh status DATA
# DATA/env then holds KB_URL, KB_USER, KB_PASSWORD (basic authentication), KB_API_KEY and KB_API_SECRET
# (the headers X-Killbill-ApiKey and X-Killbill-ApiSecret of the tenant sandbox), and KB_LIVE_API_KEY of the
# tenant live, whose secret is the same.
. "$(dirname "$0")/lib.sh"

version=0.22.26
jetty=/usr/share/jetty9

install() {
  apt_get jetty9 mariadb-server curl unzip; data_folder "${1:-}"
  maven_file "org.kill-bill.billing:killbill-profiles-killbill:$version:war" "$DATA/base/webapps/root.war"
}

start() {
  need java javac curl unzip
  local port=${2:-$(free_ports 2)}; data_folder "${1:-}"
  if alive "$DATA/killbill.pid" && alive "$DATA/mysql.pid"; then say "already running"; cat "$DATA/env"; return; fi
  [ -s "$DATA/base/webapps/root.war" ] && [ -s "$jetty/start.jar" ] || install "$DATA"
  stop "$DATA"
  local db_port=$((port + 1)) url=http://127.0.0.1:$port jar
  take_port "$port"; take_port "$db_port"
  database killbill kb "$db_port"

  if [ ! -s "$DATA/schema.done" ]; then
    # The schema lies in the modules' jars, one file each; util first, as the others build on it.
    rm -rf "$DATA/jars"; mkdir -p "$DATA/jars"
    unzip -qoj "$DATA/base/webapps/root.war" 'WEB-INF/lib/killbill-*' -d "$DATA/jars"
    {
      echo 'SET FOREIGN_KEY_CHECKS=0;'
      for jar in util account beatrix catalog entitlement invoice payment subscription tenant usage; do
        unzip -p "$DATA/jars/killbill-$jar-$version.jar" "org/killbill/billing/$jar/ddl.sql"; echo
      done
    } > "$DATA/schema.sql"
    sql killbill kb "$db_port" < "$DATA/schema.sql" || die "the schema could not be loaded"
    rm -rf "$DATA/jars"; date > "$DATA/schema.done"
  fi

  mkdir -p "$DATA/base/start.d" "$DATA/tmp"
  local m; for m in http deploy; do echo "--module=$m" > "$DATA/base/start.d/$m.ini"; done
  # It opens an RMI registry on every address (port 1099): this starter confines RMI to loopback.
  cat > "$DATA/Loopback.java" <<'JAVA'
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMISocketFactory;

public class Loopback {
  public static void main(String[] args) throws Exception {
    RMISocketFactory.setSocketFactory(new RMISocketFactory() {
      @Override public Socket createSocket(String host, int port) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
      }
      @Override public ServerSocket createServerSocket(int port) throws IOException {
        return new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
      }
    });
    org.eclipse.jetty.start.Main.main(args);
  }
}
JAVA
  javac -cp "$jetty/start.jar" -d "$DATA/classes" "$DATA/Loopback.java"
  # Its OSGi framework reaches into the JDK: Java 17 has to be told that it may.
  local -a opens=(); local package
  for package in java.lang java.util java.net java.security sun.net.www.protocol.file sun.net.www.protocol.ftp \
      sun.net.www.protocol.http sun.net.www.protocol.https sun.net.www.protocol.jar sun.net.www.content.text; do
    opens+=(--add-opens "java.base/$package=ALL-UNNAMED")
  done
  (cd "$DATA/base" && launch "$DATA/killbill.pid" "$DATA/killbill.log" java -Xmx640m -XX:+UseSerialGC \
    "${opens[@]}" \
    -Djava.io.tmpdir="$DATA/tmp" -Dorg.killbill.server.baseUrl="$url" \
    -Dorg.killbill.dao.url="jdbc:mysql://127.0.0.1:$db_port/killbill" \
    -Dorg.killbill.dao.user=kb -Dorg.killbill.dao.password="$DB_PASSWORD" \
    -Dorg.killbill.billing.osgi.dao.url="jdbc:mysql://127.0.0.1:$db_port/killbill" \
    -Dorg.killbill.billing.osgi.dao.user=kb -Dorg.killbill.billing.osgi.dao.password="$DB_PASSWORD" \
    -Dorg.killbill.osgi.bundle.install.dir="$DATA/bundles" -Dorg.killbill.server.test.mode=true \
    -Djetty.home="$jetty" -Djetty.base="$DATA/base" \
    -cp "$DATA/classes:$jetty/start.jar" Loopback jetty.http.host=127.0.0.1 jetty.http.port="$port")
  await 180 curl -sf -u admin:password --max-time 10 "$url/1.0/kb/nodesInfo" || die "it did not start: see $DATA/killbill.log"
  cat > "$DATA/env" <<ENV
KB_URL=$url
KB_USER=admin
KB_PASSWORD=password
KB_API_KEY=onefold
KB_API_SECRET=onefold-lab
KB_LIVE_API_KEY=onefold-live
ENV
  # 201 the first time, 409 afterwards.
  local tenant
  for tenant in sandbox:onefold live:onefold-live; do
    curl -s -o /dev/null -u admin:password -H 'Content-Type: application/json' -H 'X-Killbill-CreatedBy: lab' \
      "$url/1.0/kb/tenants" \
      -d "{\"externalKey\":\"${tenant%%:*}\",\"apiKey\":\"${tenant#*:}\",\"apiSecret\":\"onefold-lab\"}"
  done
  cat "$DATA/env"
}

stop() { data_folder "${1:-}"; halt "$DATA/killbill.pid"; halt "$DATA/mysql.pid"; }

status() {
  data_folder "${1:-}"
  local s
  for s in mysql killbill; do
    if alive "$DATA/$s.pid"; then echo "$s: running, $(memory "$DATA/$s.pid") KiB"; else echo "$s: stopped"; fi
  done
}

case "${1:-}" in
  install|start|stop|status) "$@" ;;
  *) data_folder "" ;;
esac
