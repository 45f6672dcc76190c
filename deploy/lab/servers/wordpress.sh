#!/usr/bin/env bash
# Lab: a WordPress site (Debian's wordpress, MariaDB, PHP's built-in server).
#   wordpress.sh install             Debian packages
#   wordpress.sh start DATA [PORT]   site on 127.0.0.1:PORT, database on PORT+1
#   wordpress.sh stop DATA
#   wordpress.sh status DATA
# DATA/env then holds WP_URL, WP_USER, WP_APP_PASSWORD (an administrator's application password)
# and WP_AUTHOR, WP_AUTHOR_APP_PASSWORD (a user of the role author, whose HTML WordPress filters).
. "$(dirname "$0")/lib.sh"

packages="wordpress wordpress-theme-twentytwentythree php-cli php-mysql php-curl php-xml php-mbstring mariadb-server curl"

start() {
  need php curl
  local port=${2:-$(free_ports 2)}; data_folder "${1:-}"
  local db_port=$((port + 1)) www=$DATA/www
  if alive "$DATA/php.pid" && alive "$DATA/mysql.pid"; then say "already running"; cat "$DATA/env"; return; fi
  stop "$DATA"
  take_port "$port"; take_port "$db_port"

  [ -s "$DATA/salt" ] || (umask 077; secret > "$DATA/salt")
  local salt; salt=$(cat "$DATA/salt")
  database wordpress wp "$db_port"

  if [ ! -s "$www/wp-config.php" ]; then
    mkdir -p "$www"
    cp -rL /usr/share/wordpress/. "$www/"
  fi
  cat > "$www/wp-config.php" <<PHP
<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'wp');
define('DB_PASSWORD', '$DB_PASSWORD');
define('DB_HOST', '127.0.0.1:$db_port');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as \$k) {
  define(\$k . '_KEY', \$k . '_KEY$salt');
  define(\$k . '_SALT', \$k . '_SALT$salt');
}
define('WP_HOME', 'http://127.0.0.1:$port');
define('WP_SITEURL', 'http://127.0.0.1:$port');
define('WP_ENVIRONMENT_TYPE', 'local');   // application passwords over plain http
define('WP_HTTP_BLOCK_EXTERNAL', true);   // the site never calls out
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISABLE_WP_CRON', true);
define('FS_METHOD', 'direct');
\$table_prefix = 'wp_';
if (!defined('ABSPATH')) { define('ABSPATH', __DIR__ . '/'); }
require_once ABSPATH . 'wp-settings.php';
PHP
  # What a web server's rewrite rules do: files as they are, all else to index.php.
  cat > "$DATA/router.php" <<'PHP'
<?php
$path = rawurldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?? '/');
$file = realpath($_SERVER['DOCUMENT_ROOT'] . $path);
if ($file !== false && is_dir($file) && is_file($file . '/index.php') && $path !== '/') { return false; }
if ($file !== false && is_file($file)) { return false; }
$_SERVER['SCRIPT_NAME'] = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
PHP
  cat > "$DATA/setup.php" <<'PHP'
<?php
// Installs the site once; makes two users and their application passwords.
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1:' . $argv[2];
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
require $argv[1] . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
function wp_mail() { return true; }
if (!is_blog_installed()) {
  wp_install('Onefold lab', 'editor', 'editor@example.test', true, '', bin2hex(random_bytes(12)));
  update_option('permalink_structure', '/%year%/%monthnum%/%postname%/');
  update_option('timezone_string', 'UTC');
}
wp_insert_user(['user_login' => 'author', 'user_pass' => bin2hex(random_bytes(12)),
  'user_email' => 'author@example.test', 'role' => 'author']);
foreach (['editor' => 'WP_', 'author' => 'WP_AUTHOR_'] as $login => $prefix) {
  $user = get_user_by('login', $login);
  WP_Application_Passwords::delete_all_application_passwords($user->ID);
  [$password] = WP_Application_Passwords::create_new_application_password($user->ID, ['name' => 'onefold']);
  echo $login === 'author' ? "WP_AUTHOR=author\n" : "WP_USER=editor\n";
  echo "{$prefix}APP_PASSWORD=$password\n";
}
PHP
  if [ ! -s "$DATA/env" ] || ! grep -q "^WP_URL=http://127.0.0.1:$port\$" "$DATA/env"; then
    php "$DATA/setup.php" "$www" "$port" > "$DATA/env.new" 2> "$DATA/setup.log" || die "setup failed: see $DATA/setup.log"
    grep -q '^WP_AUTHOR_APP_PASSWORD=' "$DATA/env.new" || die "setup failed: see $DATA/env.new"
    { grep '^WP_' "$DATA/env.new"; printf 'WP_URL=http://127.0.0.1:%s\n' "$port"; } > "$DATA/env"
    rm "$DATA/env.new"
  fi
  PHP_CLI_SERVER_WORKERS=${WORKERS:-4} launch "$DATA/php.pid" "$DATA/php.log" \
    php -d memory_limit=256M -S "127.0.0.1:$port" -t "$www" "$DATA/router.php"
  await 30 curl -sf --max-time 10 "http://127.0.0.1:$port/wp-json/" || die "the site does not answer: see $DATA/php.log"
  cat "$DATA/env"
}

stop() { data_folder "${1:-}"; halt "$DATA/php.pid"; halt "$DATA/mysql.pid"; }

status() {
  data_folder "${1:-}"
  local s
  for s in mysql php; do
    if alive "$DATA/$s.pid"; then echo "$s: running, $(memory "$DATA/$s.pid") KiB"; else echo "$s: stopped"; fi
  done
}

case "${1:-}" in
  install) apt_get $packages ;;
  start|stop|status) "$@" ;;
  *) data_folder "" ;;
esac
