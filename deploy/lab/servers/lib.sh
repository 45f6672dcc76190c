# Lab: what the scripts of the servers share. Sourced, never run.
# Every server listens on 127.0.0.1 only and keeps all of its state under one data folder.
set -euo pipefail

LAB_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
LAB_NAME=$(basename "$0" .sh)

say() { printf '%s: %s\n' "$LAB_NAME" "$*" >&2; }
die() { say "$*"; exit 1; }

# Boot-relative start time of a process: together with the pid it names one process for good,
# so a pid file left over from an earlier run never makes us signal a stranger.
# Nothing for a process that has ended, even while it waits to be reaped.
start_time() { sed -n 's/.*) //; /^[ZX]/!p' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }

# alive PIDFILE: true while the very process that the pid file names is running.
alive() {
  [ -s "$1" ] || return 1
  local pid began
  read -r pid began < "$1" || return 1
  [ -n "$began" ] && [ "$(start_time "$pid")" = "$began" ]
}

# launch PIDFILE LOGFILE COMMAND...: starts COMMAND as the leader of a process group of its own.
launch() {
  local pidfile=$1 log=$2; shift 2
  setsid "$@" >> "$log" 2>&1 < /dev/null &
  local pid=$!
  printf '%s %s\n' "$pid" "$(start_time "$pid")" > "$pidfile"
  LAUNCHED=$pidfile
}

# halt PIDFILE [SIGNAL]: ends the process group of a launched command, by force after 20 s.
halt() {
  local pidfile=$1 signal=${2:-TERM} pid
  if alive "$pidfile"; then
    read -r pid _ < "$pidfile"
    kill -s "$signal" -- "-$pid" 2>/dev/null || true
    for _ in $(seq 200); do alive "$pidfile" || break; sleep 0.1; done
    if alive "$pidfile"; then kill -s KILL -- "-$pid" 2>/dev/null || true; sleep 0.3; fi
  fi
  rm -f "$pidfile"
}

# await SECONDS COMMAND...: repeats COMMAND until it succeeds; gives up when the time is over or
# when the process launched last has ended.
await() {
  local limit=$1; shift
  local end=$((SECONDS + limit))
  until "$@" > /dev/null 2>&1; do
    [ "$SECONDS" -lt "$end" ] || return 1
    [ -z "${LAUNCHED:-}" ] || alive "$LAUNCHED" || return 1
    sleep 0.2
  done
}

answers() { curl -s -o /dev/null --max-time 5 "$1"; }
tcp_open() { (exec 3<> "/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
secret() { od -An -N12 -tx1 /dev/urandom | tr -d ' \n'; }

# free_ports N: the first of N neighbouring ports that nothing answers on, taken by chance so that two
# servers which start at once seldom meet. Below the ports that the kernel gives to outgoing connections.
free_ports() {
  local first port
  for _ in $(seq 100); do
    first=$((20000 + (RANDOM % 1200) * 10)); port=$first
    while [ "$port" -lt $((first + $1)) ] && ! tcp_open "$port"; do port=$((port + 1)); done
    if [ "$port" -eq $((first + $1)) ]; then echo "$first"; return; fi
  done
  die "no $1 neighbouring ports are free between 20000 and 32000"
}

# take_port PORT: refuses a port that something else already answers on.
take_port() { ! tcp_open "$1" || die "port $1 is taken"; }

need() { local c; for c in "$@"; do command -v "$c" > /dev/null || die "$c is missing: run '$LAB_NAME.sh install'"; done; }

# apt_get PACKAGE...: installs Debian packages; their services are not started.
apt_get() {
  local p missing=()
  for p in "$@"; do dpkg -s "$p" 2>/dev/null | grep -q '^Status: install ok' || missing+=("$p"); done
  [ ${#missing[@]} -eq 0 ] && return 0
  local policy=/usr/sbin/policy-rc.d made=
  if [ ! -e "$policy" ]; then printf '#!/bin/sh\nexit 101\n' > "$policy"; chmod 755 "$policy"; made=1; fi
  apt-get update -qq
  local rc=0
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" || rc=$?
  [ -z "$made" ] || rm -f "$policy"
  return "$rc"
}

# maven_file G:A:V[:PACKAGING[:CLASSIFIER]] TARGET: brings one artifact from Maven Central to TARGET.
# Outside of every project, and with a plugin that takes a file without asking for its parents, which
# are not to be had for all of them.
maven_file() {
  [ -s "$2" ] && return 0
  need mvn
  local g a v p c
  IFS=: read -r g a v p c <<< "$1"; p=${p:-jar}
  mkdir -p "$2.part"
  (cd "$2.part" && mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:2.8:copy \
    -Dartifact="$g:$a:$v:$p${c:+:$c}" -DoutputDirectory="$PWD" >&2)
  mv "$2.part/$a-$v${c:+-$c}.$p" "$2"
  rmdir "$2.part"
}

# database NAME USER PORT: a MariaDB server of its own under $DATA/mysql, on 127.0.0.1:PORT, with one
# database and one user; sets DB_PASSWORD. Its pid file is $DATA/mysql.pid.
database() {
  local name=$1 user=$2 port=$3
  need mariadbd mariadb-install-db mariadb
  [ -s "$DATA/db-password" ] || (umask 077; secret > "$DATA/db-password")
  DB_PASSWORD=$(cat "$DATA/db-password")
  if [ ! -d "$DATA/mysql/mysql" ]; then
    mariadb-install-db --no-defaults --datadir="$DATA/mysql" --user="$(id -un)" \
      --auth-root-authentication-method=normal --skip-test-db > "$DATA/mysql-install.log" 2>&1 \
      || die "no database: see $DATA/mysql-install.log"
  fi
  (umask 077; cat > "$DATA/init.sql" <<SQL
CREATE DATABASE IF NOT EXISTS $name CHARACTER SET utf8mb4;
CREATE USER IF NOT EXISTS '$user'@'127.0.0.1' IDENTIFIED BY '$DB_PASSWORD';
GRANT ALL ON $name.* TO '$user'@'127.0.0.1';
ALTER USER 'root'@'localhost' IDENTIFIED BY '$DB_PASSWORD';
SQL
  )
  launch "$DATA/mysql.pid" "$DATA/mysql.log" mariadbd --no-defaults --user="$(id -un)" \
    --datadir="$DATA/mysql" --bind-address=127.0.0.1 --port="$port" --socket=lab.sock \
    --skip-name-resolve --innodb-buffer-pool-size=48M --performance-schema=off \
    --init-file="$DATA/init.sql"
  await 60 sql "$name" "$user" "$port" -e 'SELECT 1' || die "the database did not start: see $DATA/mysql.log"
}

# sql NAME USER PORT [OPTION...]: MariaDB's client on that database.
sql() {
  local name=$1 user=$2 port=$3; shift 3
  MYSQL_PWD=$DB_PASSWORD mariadb --no-defaults -h127.0.0.1 -P"$port" -u"$user" "$@" "$name"
}

# memory PIDFILE: resident KiB of a launched process group.
memory() {
  local pid; read -r pid _ < "$1"
  ps -o rss= -g "$pid" | awk '{s+=$1} END {print s+0}'
}

data_folder() {
  [ -n "${1:-}" ] || die "usage: $LAB_NAME.sh install DATA | start DATA [PORT] | stop DATA | status DATA"
  mkdir -p "$1"
  DATA=$(cd "$1" && pwd)
}
