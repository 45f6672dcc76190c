#!/usr/bin/env bash
# Lab: kcat, a Kafka client on the command line that is not Java. No server: it is there or it is not.
#   kcat.sh install DATA          the package, from Debian
. "$(dirname "$0")/lib.sh"

install() {
  data_folder "${1:-}"
  command -v kcat > /dev/null || apt_get kcat
  need kcat
}

case "${1:-}" in
  install) "$@" ;;
  *) die "usage: $LAB_NAME.sh install DATA" ;;
esac
