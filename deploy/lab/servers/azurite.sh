#!/usr/bin/env bash
# Lab: Azurite (npm), Microsoft's emulator of Azure Storage: blobs, queues and tables over HTTP.
#   azurite.sh install DATA          the package, from npm (about 300 MB)
#   azurite.sh start DATA [PORT]     blobs on 127.0.0.1:PORT, queues on PORT+1, tables on PORT+2
#   azurite.sh stop DATA
#   azurite.sh status DATA
# DATA/env then holds AZURE_BLOB_URL, AZURE_QUEUE_URL, AZURE_TABLE_URL and AZURE_SAS, a query string
# that authorises every call (append it to a URL), so a plain HTTP client needs no request signing.
. "$(dirname "$0")/lib.sh"

version=3.35.0
account=onefold

install() {
  need node npm; data_folder "${1:-}"
  [ -x "$DATA/node_modules/.bin/azurite" ] && return 0
  npm install --prefix "$DATA" --no-audit --no-fund --loglevel=error "azurite@$version" >&2
}

urlencode() { local s=${1//%/%25}; s=${s//+/%2B}; s=${s//\//%2F}; s=${s//=/%3D}; printf '%s' "${s//:/%3A}"; }

start() {
  need node curl openssl
  local port=${2:-$(free_ports 3)} i; data_folder "${1:-}"
  if alive "$DATA/azurite.pid"; then say "already running"; cat "$DATA/env"; return; fi
  install "$DATA"
  for i in 0 1 2; do take_port $((port + i)); done
  [ -s "$DATA/key" ] || head -c 32 /dev/urandom | base64 > "$DATA/key"
  local key; key=$(cat "$DATA/key")
  mkdir -p "$DATA/state"
  AZURITE_ACCOUNTS="$account:$key" launch "$DATA/azurite.pid" "$DATA/azurite.log" \
    "$DATA/node_modules/.bin/azurite" --silent --disableTelemetry --skipApiVersionCheck \
    --location "$DATA/state" --blobHost 127.0.0.1 --blobPort "$port" \
    --queueHost 127.0.0.1 --queuePort $((port + 1)) --tableHost 127.0.0.1 --tablePort $((port + 2))
  for i in 0 1 2; do
    await 60 tcp_open $((port + i)) || die "it did not start: see $DATA/azurite.log"
  done
  # An account-level shared access signature: all services, all resource types, all rights.
  local sp=rwdlacup ss=bqt srt=sco se=2040-01-01T00:00:00Z sv=2019-12-12 hex sig
  hex=$(base64 -d < "$DATA/key" | od -An -tx1 | tr -d ' \n')
  sig=$(printf '%s\n%s\n%s\n%s\n\n%s\n\n\n%s\n' "$account" "$sp" "$ss" "$srt" "$se" "$sv" \
    | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$hex" -binary | base64)
  cat > "$DATA/env" <<ENV
AZURE_BLOB_URL=http://127.0.0.1:$port/$account
AZURE_QUEUE_URL=http://127.0.0.1:$((port + 1))/$account
AZURE_TABLE_URL=http://127.0.0.1:$((port + 2))/$account
AZURE_SAS='sv=$sv&ss=$ss&srt=$srt&sp=$sp&se=$(urlencode "$se")&sig=$(urlencode "$sig")'
ENV
  # A container, a queue and a table to work in; 201, or 409 where they already exist.
  . "$DATA/env"
  curl -s -o /dev/null -X PUT -H 'Content-Length: 0' "$AZURE_BLOB_URL/intents?restype=container&$AZURE_SAS"
  curl -s -o /dev/null -X PUT -H 'Content-Length: 0' "$AZURE_QUEUE_URL/intents?$AZURE_SAS"
  curl -s -o /dev/null -H 'Content-Type: application/json' -H 'Accept: application/json;odata=nometadata' "$AZURE_TABLE_URL/Tables?$AZURE_SAS" -d '{"TableName":"intents"}'
  cat "$DATA/env"
}

stop() { data_folder "${1:-}"; halt "$DATA/azurite.pid"; }

status() {
  data_folder "${1:-}"
  if alive "$DATA/azurite.pid"; then echo "azurite: running, $(memory "$DATA/azurite.pid") KiB"; else echo "azurite: stopped"; fi
}

case "${1:-}" in
  install|start|stop|status) "$@" ;;
  *) data_folder "" ;;
esac
