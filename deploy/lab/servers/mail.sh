#!/usr/bin/env bash
# Lab: a mail host, Debian's Postfix (SMTP in, LMTP on) and Dovecot (LMTP in, IMAP).
# Mail is kept in Maildir folders under DATA. Nothing is ever relayed off the machine. Runs as root
# (both servers start as root and drop rights); DATA must be a path of at most 60 characters that
# the users postfix and mail can reach (not under /root).
#   mail.sh install
#   mail.sh start DATA [PORT]   SMTP on 127.0.0.1:PORT, IMAP on PORT+1, LMTP on PORT+2
#   mail.sh stop DATA
#   mail.sh status DATA
#   mail.sh hold DATA           accept mail but keep it from the mailbox (accepted, not yet visible)
#   mail.sh release DATA        deliver what was held
# DATA/env then holds MAIL_SMTP, MAIL_IMAP, MAIL_USER, MAIL_PASSWORD.
. "$(dirname "$0")/lib.sh"

packages="postfix dovecot-core dovecot-imapd dovecot-lmtpd curl procps"
users="inbox sender"

start() {
  need postfix dovecot curl
  [ "$(id -u)" = 0 ] || die "Postfix and Dovecot start as root"
  local port=${2:-$(free_ports 3)} u; data_folder "${1:-}"
  [ ${#DATA} -le 60 ] || die "the path of the data folder is too long for the servers' sockets: $DATA"
  if alive "$DATA/postfix.pid" && alive "$DATA/dovecot.pid"; then say "already running"; cat "$DATA/env"; return; fi
  stop "$DATA"
  take_port "$port"; take_port $((port + 1)); take_port $((port + 2))
  chmod a+x "$DATA"
  mkdir -p "$DATA/mail" "$DATA/run" "$DATA/postfix" "$DATA/queue" "$DATA/state"
  chown mail:mail "$DATA/mail"; chown postfix "$DATA/state"

  : > "$DATA/users"
  for u in $users; do echo "$u@example.test:{PLAIN}lab::::::" >> "$DATA/users"; done
  cat > "$DATA/dovecot.conf" <<CONF
protocols = imap lmtp
listen = 127.0.0.1
base_dir = $DATA/run
log_path = /dev/stderr
ssl = no
disable_plaintext_auth = no
mail_location = maildir:$DATA/mail/%u
mail_uid = mail
mail_gid = mail
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u $DATA/users
}
userdb {
  driver = passwd-file
  args = username_format=%u $DATA/users
  override_fields = uid=mail gid=mail home=$DATA/mail/%u
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = $((port + 1))
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = $((port + 2))
  }
}
CONF
  cat > "$DATA/postfix/main.cf" <<CONF
compatibility_level = 3.6
queue_directory = $DATA/queue
data_directory = $DATA/state
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = /dev/stdout
myhostname = lab.example.test
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
mydestination =
local_recipient_maps =
alias_maps =
virtual_mailbox_domains = example.test
virtual_mailbox_maps = inline:{$(for u in $users; do printf ' { %s@example.test = ok }' "$u"; done) }
virtual_transport = lmtp:inet:127.0.0.1:$((port + 2))
default_transport = error:this host sends no mail out
relay_transport = error:this host sends no mail out
smtpd_relay_restrictions = reject_unauth_destination
smtpd_peername_lookup = no
smtp_dns_support_level = disabled
biff = no
CONF
  cat > "$DATA/postfix/master.cf" <<CONF
127.0.0.1:$port inet n - n - - smtpd
pickup    unix  n - n 60 1 pickup
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 300 1 qmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
verify    unix  - - n - 1 verify
error     unix  - - n - - error
retry     unix  - - n - - error
lmtp      unix  - - n - - lmtp
anvil     unix  - - n - 1 anvil
proxymap  unix  - - n - - proxymap
showq     unix n - n - - showq
postlog   unix-dgram n - n - 1 postlogd
CONF
  launch "$DATA/dovecot.pid" "$DATA/dovecot.log" dovecot -F -c "$DATA/dovecot.conf"
  await 20 tcp_open $((port + 1)) || die "Dovecot did not start: see $DATA/dovecot.log"
  postfix -c "$DATA/postfix" check >> "$DATA/postfix.log" 2>&1 || true
  launch "$DATA/postfix.pid" "$DATA/postfix.log" postfix -c "$DATA/postfix" start-fg
  await 20 tcp_open "$port" || die "Postfix did not start: see $DATA/postfix.log"
  cat > "$DATA/env" <<ENV
MAIL_SMTP=smtp://127.0.0.1:$port
MAIL_IMAP=imap://127.0.0.1:$((port + 1))
MAIL_USER=inbox@example.test
MAIL_PASSWORD=lab
ENV
  cat "$DATA/env"
}

stop() {
  data_folder "${1:-}"
  # Postfix's master leads a process group of its own: its own command ends it.
  if alive "$DATA/postfix.pid"; then postfix -c "$DATA/postfix" stop >> "$DATA/postfix.log" 2>&1 || true; fi
  halt "$DATA/postfix.pid"; halt "$DATA/dovecot.pid"
}

# hold: from now on mail is accepted ("250 queued as ...") but stays in the queue, unseen in the mailbox.
hold() {
  data_folder "${1:-}"; alive "$DATA/postfix.pid" || die "not running"
  postconf -c "$DATA/postfix" -e defer_transports=lmtp
  postfix -c "$DATA/postfix" reload >> "$DATA/postfix.log" 2>&1
}

# release: delivers what was held.
release() {
  data_folder "${1:-}"; alive "$DATA/postfix.pid" || die "not running"
  postconf -c "$DATA/postfix" -e defer_transports=
  postfix -c "$DATA/postfix" reload >> "$DATA/postfix.log" 2>&1
  postfix -c "$DATA/postfix" flush >> "$DATA/postfix.log" 2>&1
}

status() {
  data_folder "${1:-}"
  local master
  if alive "$DATA/dovecot.pid"; then echo "dovecot: running, $(memory "$DATA/dovecot.pid") KiB"; else echo "dovecot: stopped"; fi
  if alive "$DATA/postfix.pid"; then
    master=$(tr -d ' \n' < "$DATA/queue/pid/master.pid")
    echo "postfix: running, $(ps -o rss= -g "$master" | awk '{s+=$1} END {print s+0}') KiB"
  else
    echo "postfix: stopped"
  fi
}

case "${1:-}" in
  install) apt_get $packages ;;
  start|stop|status|hold|release) "$@" ;;
  *) data_folder "" ;;
esac
