#!/usr/bin/env bash
# Lab: MediaWiki (Debian's mediawiki, SQLite, PHP's built-in server).
#   mediawiki.sh install             Debian packages
#   mediawiki.sh start DATA [PORT]   wiki on 127.0.0.1:PORT
#   mediawiki.sh stop DATA
#   mediawiki.sh status DATA
# DATA/env then holds WIKI_URL, WIKI_API, WIKI_USER and WIKI_PASSWORD (a bot password for action=login).
. "$(dirname "$0")/lib.sh"

packages="mediawiki php-cli php-sqlite3 php-mbstring php-xml php-intl curl"
root=/usr/share/mediawiki

start() {
  need php curl
  [ -f "$root/index.php" ] || die "MediaWiki is missing: run 'mediawiki.sh install'"
  local port=${2:-$(free_ports 1)}; data_folder "${1:-}"
  if alive "$DATA/php.pid"; then say "already running"; cat "$DATA/env"; return; fi
  take_port "$port"
  if [ ! -s "$DATA/complete" ]; then
    rm -rf "$DATA/db" "$DATA/LocalSettings.php"
    mkdir -p "$DATA/db" "$DATA/images" "$DATA/cache"
    # The installer refuses to run beside a configuration: point it at one that does not exist.
    MW_CONFIG_FILE="$DATA/none.php" php "$root/maintenance/install.php" --quiet --confpath="$DATA" \
      --dbtype=sqlite --dbpath="$DATA/db" --dbname=wiki --scriptpath= --server="http://127.0.0.1:$port" \
      --skins= --pass="$(secret)" "Onefold lab" Admin > "$DATA/install.log" 2>&1 || die "install failed: see $DATA/install.log"
    cat >> "$DATA/LocalSettings.php" <<'PHP'
$wgServer = 'http://127.0.0.1:' . getenv('LAB_PORT');
$wgUploadDirectory = __DIR__ . '/images';
$wgCacheDirectory = __DIR__ . '/cache';
$wgMainCacheType = CACHE_DB;
$wgJobRunRate = 1;
$wgRateLimits = [];
$wgEnableUploads = false;
$wgPasswordAttemptThrottle = [];
PHP
    MW_CONFIG_FILE="$DATA/LocalSettings.php" php "$root/maintenance/createBotPassword.php" \
      --appid=onefold --grants=basic,createeditmovepage,editpage,delete Admin > "$DATA/bot.log" 2>&1 \
      || die "no bot password: see $DATA/bot.log"
    date > "$DATA/complete"
  fi
  MW_CONFIG_FILE="$DATA/LocalSettings.php" LAB_PORT=$port PHP_CLI_SERVER_WORKERS=${WORKERS:-4} \
    launch "$DATA/php.pid" "$DATA/php.log" php -d memory_limit=256M -S "127.0.0.1:$port" -t "$root"
  await 30 curl -sf --max-time 10 "http://127.0.0.1:$port/api.php?action=query&meta=siteinfo&format=json" \
    || die "the wiki does not answer: see $DATA/php.log"
  cat > "$DATA/env" <<ENV
WIKI_URL=http://127.0.0.1:$port
WIKI_API=http://127.0.0.1:$port/api.php
WIKI_USER=Admin@onefold
WIKI_PASSWORD=$(grep -oE "'[0-9a-z]{32}'" "$DATA/bot.log" | head -1 | tr -d "'")
ENV
  cat "$DATA/env"
}

stop() { data_folder "${1:-}"; halt "$DATA/php.pid"; }

status() {
  data_folder "${1:-}"
  if alive "$DATA/php.pid"; then echo "php: running, $(memory "$DATA/php.pid") KiB"; else echo "php: stopped"; fi
}

case "${1:-}" in
  install) apt_get $packages ;;
  start|stop|status) "$@" ;;
  *) data_folder "" ;;
esac
