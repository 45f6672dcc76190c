#!/usr/bin/env bash
# Lab: stripe-stateful-mock (npm), a payment API with Stripe's Idempotency-Key rules.
# State is kept in memory: a stop loses it.
#   stripe.sh install DATA          the package, from npm
#   stripe.sh start DATA [PORT]     API on 127.0.0.1:PORT
#   stripe.sh stop DATA
#   stripe.sh status DATA
# DATA/env then holds STRIPE_URL and STRIPE_KEY (sent as the user name of basic authentication).
. "$(dirname "$0")/lib.sh"

version=0.0.16

install() {
  need node npm; data_folder "${1:-}"
  [ -d "$DATA/node_modules/stripe-stateful-mock" ] && return 0
  npm install --prefix "$DATA" --no-audit --no-fund --loglevel=error "stripe-stateful-mock@$version" >&2
}

start() {
  need node curl
  local port=${2:-$(free_ports 1)}; data_folder "${1:-}"
  if alive "$DATA/stripe.pid"; then say "already running"; cat "$DATA/env"; return; fi
  install "$DATA"; take_port "$port"
  # The package's own start script listens on every address; this one on loopback alone.
  cat > "$DATA/serve.js" <<'JS'
require('http').createServer(require('stripe-stateful-mock').createExpressApp())
  .listen(Number(process.argv[2]), '127.0.0.1');
JS
  launch "$DATA/stripe.pid" "$DATA/stripe.log" node "$DATA/serve.js" "$port"
  await 20 answers "http://127.0.0.1:$port/" || die "it did not start: see $DATA/stripe.log"
  printf 'STRIPE_URL=http://127.0.0.1:%s\nSTRIPE_KEY=sk_test_onefold\n' "$port" > "$DATA/env"
  cat "$DATA/env"
}

stop() { data_folder "${1:-}"; halt "$DATA/stripe.pid"; }

status() {
  data_folder "${1:-}"
  if alive "$DATA/stripe.pid"; then echo "stripe: running, $(memory "$DATA/stripe.pid") KiB"; else echo "stripe: stopped"; fi
}

case "${1:-}" in
  install|start|stop|status) "$@" ;;
  *) data_folder "" ;;
esac
