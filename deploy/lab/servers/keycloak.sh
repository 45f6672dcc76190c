#!/usr/bin/env bash
# Lab: Keycloak (org.keycloak:keycloak-quarkus-dist), an identity server whose admin API makes
# records (users) behind OAuth 2 client credentials. Runs on Java 17.
#   keycloak.sh install DATA          the distribution, from Maven Central (165 MB)
#   keycloak.sh start DATA [PORT]     on 127.0.0.1:PORT, management on PORT+1
#   keycloak.sh stop DATA
#   keycloak.sh status DATA
# DATA/env then holds KC_ADMIN_API (of the realm onefold), KC_TOKEN_URL, KC_CLIENT_ID and KC_CLIENT_SECRET.
. "$(dirname "$0")/lib.sh"

version=26.5.6

install() {
  need java unzip; data_folder "${1:-}"
  [ -x "$DATA/app/bin/kc.sh" ] && return 0
  maven_file "org.keycloak:keycloak-quarkus-dist:$version:zip" "$DATA/app.zip"
  rm -rf "$DATA/app.part"; unzip -q "$DATA/app.zip" -d "$DATA/app.part"
  mv "$DATA/app.part/keycloak-$version" "$DATA/app"
  rm -r "$DATA/app.part" "$DATA/app.zip"
}

start() {
  need java curl
  local port=${2:-$(free_ports 2)} url token password; data_folder "${1:-}"; url=http://127.0.0.1:$port
  if alive "$DATA/keycloak.pid"; then say "already running"; cat "$DATA/env"; return; fi
  install "$DATA"; take_port "$port"; take_port $((port + 1))
  [ -s "$DATA/admin" ] || (umask 077; secret > "$DATA/admin")
  password=$(cat "$DATA/admin")
  KC_BOOTSTRAP_ADMIN_USERNAME=admin KC_BOOTSTRAP_ADMIN_PASSWORD=$password \
  JAVA_OPTS_KC_HEAP="-Xms64m -Xmx384m" JAVA_OPTS_APPEND="-Djgroups.bind.address=127.0.0.1" \
    launch "$DATA/keycloak.pid" "$DATA/keycloak.log" "$DATA/app/bin/kc.sh" start-dev --cache=local \
      --http-host=127.0.0.1 --http-port="$port" --http-management-port=$((port + 1)) --health-enabled=true
  await 180 curl -sf --max-time 10 "$url/realms/master" || die "it did not start: see $DATA/keycloak.log"

  token() { curl -sf --max-time 20 "$url/realms/master/protocol/openid-connect/token" -d grant_type=password \
    -d client_id=admin-cli -d username=admin --data-urlencode "password=$password" | sed 's/.*"access_token":"\([^"]*\)".*/\1/'; }
  api() { curl -s --max-time 60 -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@"; }
  token=$(token)
  if [ ! -s "$DATA/client-secret" ]; then
    # A realm with one service client that may manage users, and a free-form attribute on users.
    (umask 077; secret > "$DATA/client-secret.new")
    api -f "$url/admin/realms" -d @- <<JSON > /dev/null || die "no realm: see $DATA/keycloak.log"
{"realm":"onefold","enabled":true,"sslRequired":"none",
 "clients":[{"clientId":"onefold","secret":"$(cat "$DATA/client-secret.new")","serviceAccountsEnabled":true,
   "publicClient":false,"standardFlowEnabled":false}],
 "users":[{"username":"service-account-onefold","enabled":true,"serviceAccountClientId":"onefold",
   "clientRoles":{"realm-management":["manage-users","view-users","query-users"]}}]}
JSON
    api -f "$url/admin/realms/onefold/users/profile" \
      | sed 's/^{/{"unmanagedAttributePolicy":"ADMIN_EDIT",/' > "$DATA/profile.json"
    api -f -o /dev/null -X PUT "$url/admin/realms/onefold/users/profile" -d @"$DATA/profile.json" || die "no attribute policy"
    mv "$DATA/client-secret.new" "$DATA/client-secret"
  fi
  cat > "$DATA/env" <<ENV
KC_ADMIN_API=$url/admin/realms/onefold
KC_TOKEN_URL=$url/realms/onefold/protocol/openid-connect/token
KC_CLIENT_ID=onefold
KC_CLIENT_SECRET=$(cat "$DATA/client-secret")
ENV
  cat "$DATA/env"
}

stop() { data_folder "${1:-}"; halt "$DATA/keycloak.pid"; }

status() {
  data_folder "${1:-}"
  if alive "$DATA/keycloak.pid"; then echo "keycloak: running, $(memory "$DATA/keycloak.pid") KiB"; else echo "keycloak: stopped"; fi
}

case "${1:-}" in
  install|start|stop|status) "$@" ;;
  *) data_folder "" ;;
esac
